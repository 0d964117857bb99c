import type { AnalyticsName } from '../../../shared/api/analytics.ts'
import type { Engagement } from '../../../shared/api/engagement.ts'
import type { Player } from '../../../shared/api/player.ts'
import { requestsAbout } from '../../../shared/features/analytics/requests.ts'
import {
  type BandCurve,
  type Baseline,
  baselineOf,
  hasEnoughSessions,
  isSimilarLength,
} from '../../../shared/features/player/curves/baseline.ts'
import { curveOf } from '../../../shared/features/player/curves/curve.ts'
import type { Period } from '../../../shared/time/period.ts'
import type { Store } from '../../database/store.ts'
import type { Accounts } from '../accounts/accounts.ts'

interface BaselinesParts {
  stored: (
    account_id: string,
    name: AnalyticsName,
    input: Input,
  ) => Promise<{ value: unknown } | null>
  store: Pick<Store, 'answeredInputs'>
  accounts: Pick<Accounts, 'find'>
}

interface BaselineOptions {
  account_id: string
  player_id: string
  period: Period
}

type Input = Record<string, unknown>

/**
 * Reads the curves of the account's other players of similar length, from stored answers alone: for
 * the requested days, or else for the player's newest stored days.
 */
export function makeBaselines({ stored, store, accounts }: BaselinesParts) {
  return async ({ account_id, player_id, period }: BaselineOptions): Promise<Baseline> => {
    const { timezone } = await accounts.find(account_id)
    const players = ((await stored(account_id, 'players', {}))?.value ?? []) as Player[]
    const own = players.find(({ id }) => id === player_id)?.duration ?? 0
    const similar = players.filter(
      ({ id, duration }) => id !== player_id && isSimilarLength(own, duration),
    )
    let newest: Promise<Map<string, Input>> | undefined
    const readNewest = async () =>
      newestOf(await store.answeredInputs(account_id, 'userEngagement'), timezone)

    async function read(player: Player, input: Input | undefined) {
      const answer = input && (await stored(account_id, 'userEngagement', input))
      const curve = answer && curveOf((answer.value as Engagement).grouped_timed, player)
      return curve && hasEnoughSessions(curve) ? curve : null
    }
    const curves = await Promise.all(
      similar.map(async (player): Promise<BandCurve[]> => {
        const { input } = requestsAbout(player, period, timezone).userEngagement
        const curve = await read(player, input)
        if (curve) return [{ curve, otherDays: null }]
        newest ??= readNewest()
        const latest = (await newest).get(keyOf(player.id, player.duration))
        const other = latest && (await read(player, latest))
        return other ? [{ curve: other, otherDays: periodOf(latest) }] : []
      }),
    )
    return baselineOf(curves.flat(), similar.length)
  }
}

// When a video's length changes, it counts as another video.
const keyOf = (player_id: unknown, duration: unknown) => `${String(player_id)} ${String(duration)}`

/** Each player's stored days that end last; of several, the longest period. */
function newestOf(inputs: readonly Input[], timezone: string): Map<string, Input> {
  const newest = new Map<string, Input>()
  for (const input of inputs) {
    if (input['timezone'] !== timezone) continue
    const key = keyOf(input['player_id'], input['video_duration'])
    const known = newest.get(key)
    if (!known || isNewer(periodOf(input), periodOf(known))) newest.set(key, input)
  }
  return newest
}

const isNewer = (one: Period, other: Period) =>
  one.end > other.end || (one.end === other.end && one.start < other.start)

const periodOf = ({ start_date, end_date }: Input): Period => ({
  start: String(start_date).slice(0, 10),
  end: String(end_date).slice(0, 10),
})
