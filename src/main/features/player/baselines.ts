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
import { groupBy } from '../../../shared/maps.ts'
import type { Period } from '../../../shared/time/period.ts'
import type { Store } from '../../database/store.ts'
import type { Accounts } from '../accounts/accounts.ts'

interface BaselinesParts {
  stored: (
    account_id: string,
    name: AnalyticsName,
    input: Input,
  ) => Promise<{ value: unknown } | null>
  store: Pick<Store, 'answeredInputs'> & { players: Pick<Store['players'], 'lastKnown'> }
  accounts: Pick<Accounts, 'find'>
}

interface BaselineOptions {
  account_id: string
  player_id: string
  period: Period
}

type Input = Record<string, unknown>

/** A player's stored answers that are read, as each holds a whole curve. */
const MOST_READ = 5

/**
 * Reads the curves of the account's other players of similar length, from stored answers alone: for
 * the requested days, or else for the player's newest stored days with enough sessions.
 */
export function makeBaselines({ stored, store, accounts }: BaselinesParts) {
  return async ({ account_id, player_id, period }: BaselineOptions): Promise<Baseline> => {
    const { timezone } = await accounts.find(account_id)
    const players = ((await stored(account_id, 'players', {}))?.value ?? []) as Player[]
    const own =
      players.find(({ id }) => id === player_id) ??
      (await store.players.lastKnown({ account_id, player_id }))
    const similar = players.filter(
      ({ id, duration }) => id !== player_id && isSimilarLength(own.duration, duration),
    )
    let newest: Promise<Map<string, Input[]>> | undefined
    const readNewest = async () =>
      newestFirst(await store.answeredInputs(account_id, 'userEngagement'), timezone)

    async function read(player: Player, input: Input) {
      const answer = await stored(account_id, 'userEngagement', input)
      const curve = answer && curveOf((answer.value as Engagement).grouped_timed, player)
      return curve && hasEnoughSessions(curve) ? curve : null
    }
    const curves = await Promise.all(
      similar.map(async (player): Promise<BandCurve[]> => {
        const { input } = requestsAbout(player, period, timezone).userEngagement
        const curve = await read(player, input)
        if (curve) return [{ curve, otherDays: null }]
        newest ??= readNewest()
        const inputs = (await newest).get(keyOf(player.id, player.duration)) ?? []
        for (const other of inputs.slice(0, MOST_READ)) {
          const found = await read(player, other)
          if (found) return [{ curve: found, otherDays: periodOf(other) }]
        }
        return []
      }),
    )
    return baselineOf(curves.flat(), similar.length)
  }
}

// When a video's length changes, it counts as another video.
const keyOf = (player_id: unknown, duration: unknown) => `${String(player_id)} ${String(duration)}`

/** Each player's stored days, those that end last first; of several, the longest period first. */
function newestFirst(inputs: readonly Input[], timezone: string): Map<string, Input[]> {
  const own = inputs
    .filter((input) => input['timezone'] === timezone)
    .sort((a, b) => byAge(periodOf(a), periodOf(b)))
  return groupBy(own, (input) => keyOf(input['player_id'], input['video_duration']))
}

const byAge = (a: Period, b: Period) => Number(isNewer(b, a)) - Number(isNewer(a, b))

const isNewer = (one: Period, other: Period) =>
  one.end > other.end || (one.end === other.end && one.start < other.start)

const periodOf = ({ start_date, end_date }: Input): Period => ({
  start: String(start_date).slice(0, 10),
  end: String(end_date).slice(0, 10),
})
