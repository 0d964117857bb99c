import type { AnalyticsName } from '../shared/api/analytics.ts'
import { type Baseline, baselineOf, isSimilarLength } from '../shared/curves/baseline.ts'
import { type Curve, curveOf } from '../shared/curves/curve.ts'
import type { Engagement } from '../shared/model/engagement.ts'
import type { Period } from '../shared/model/period.ts'
import type { Player } from '../shared/model/player.ts'
import { questionsAbout } from '../shared/questions.ts'
import type { Accounts } from './accounts.ts'

interface BaselinesParts {
  stored: (
    account_id: string,
    name: AnalyticsName,
    input: Record<string, unknown>,
  ) => Promise<{ value: unknown } | null>
  accounts: Pick<Accounts, 'find'>
}

interface Asked {
  account_id: string
  player_id: string
  period: Period
}

/** Reads how the account's other players of similar length run, from stored answers alone. */
export function makeBaselines({ stored, accounts }: BaselinesParts) {
  return async ({ account_id, player_id, period }: Asked): Promise<Baseline> => {
    const { timezone } = await accounts.find(account_id)
    const players = ((await stored(account_id, 'players', {}))?.value ?? []) as Player[]
    const own = players.find(({ id }) => id === player_id)?.duration ?? 0
    const similar = players.filter(
      ({ id, duration }) => id !== player_id && isSimilarLength(own, duration),
    )
    const curves = await Promise.all(
      similar.map(async (player): Promise<Curve[]> => {
        const { name, input } = questionsAbout(player, period, timezone).userEngagement
        const answer = await stored(account_id, name, input)
        return answer ? [curveOf((answer.value as Engagement).grouped_timed, player)] : []
      }),
    )
    return baselineOf(curves.flat(), similar.length)
  }
}
