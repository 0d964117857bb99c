import type { Analytics, AnalyticsName } from '../../../shared/api/analytics.ts'
import type { Player } from '../../../shared/api/player.ts'
import { requestsAbout } from '../../../shared/features/analytics/requests.ts'
import type { Output } from '../../../shared/operation.ts'
import type { Known } from '../../../shared/tables/measures.ts'
import type { Period } from '../../../shared/time/period.ts'

/** The stored answer to a request, or null. Nothing is sent. */
export type ReadStored = (
  account_id: string,
  name: AnalyticsName,
  input: Record<string, unknown>,
) => Promise<Known<unknown> | null>

/** The inputs of a player's tables. */
export interface About {
  read: ReadStored
  account_id: string
  player: Player
  timezone: string
}

/** The stored answer to a request of `requestsAbout`. */
export async function stored<N extends AnalyticsName>(
  name: N,
  { read, account_id }: Pick<About, 'read' | 'account_id'>,
  { input }: { name: AnalyticsName; input: object },
) {
  const answer = await read(account_id, name, { ...input })
  return answer as Known<Output<Analytics[N]>> | null
}

export const requestsFor = ({ period }: { period: Period }, { player, timezone }: About) =>
  requestsAbout(player, period, timezone)
