import type { FieldStatistics } from '../../../shared/api/statistics.ts'
import { periodOfQuery } from '../../../shared/features/analytics/requests.ts'
import { type videosCalls } from '../../../shared/features/videos/calls.ts'
import {
  FILTER_FIELDS,
  type FilterField,
  type StoredBreakdowns,
} from '../../../shared/features/videos/dry-run.ts'
import type { Input } from '../../../shared/operation.ts'
import type { Fields } from '../../../shared/plain.ts'
import { type Period, samePeriod, wireRange } from '../../../shared/time/period.ts'
import type { Store } from '../../database/store.ts'
import type { CallHandlers } from '../../shell/router.ts'
import type { Accounts } from '../accounts/accounts.ts'
import type { AnswerOfPlayer } from '../analytics/answers.ts'
import type { VideoReading } from '../publishing/video-reading.ts'

type OnVideo = Input<(typeof videosCalls)['audiencePeriod']>

interface AudienceParts {
  store: Pick<Store, 'answersOfPlayer' | 'answeredInputs' | 'listedPlayer'>
  accounts: Pick<Accounts, 'find'>
}

type StoredAudience = ReturnType<typeof makeStoredAudience>

/** Reads what is stored about a video's audience. Sends no request. */
export function makeStoredAudience({ store, accounts }: AudienceParts) {
  return {
    async breakdowns({ account_id, video_id }: OnVideo): Promise<StoredBreakdowns | null> {
      const { timezone } = await accounts.find(account_id)
      const answers = await store.answersOfPlayer(account_id, 'statsByField', video_id)
      return newestOf(answers.filter(({ input }) => input['timezone'] === timezone))
    },
    async audiencePeriod({ account_id, video_id }: OnVideo): Promise<Period | null> {
      const { timezone } = await accounts.find(account_id)
      const [listed, inputs] = await Promise.all([
        store.listedPlayer(account_id, video_id),
        store.answeredInputs(account_id, 'userEngagement'),
      ])
      if (!listed) return null
      const { duration } = listed.player
      // Answers for another length are about another cut of the video.
      const own = { player_id: video_id, timezone, video_duration: duration }
      const periods = inputs
        .filter((input) => Object.entries(own).every(([key, value]) => input[key] === value))
        .flatMap((input) => wholeDaysOf(input) ?? [])
      return periods.sort(newestFirst)[0] ?? null
    },
  }
}

const FIELDS: readonly unknown[] = Object.values(FILTER_FIELDS)

/**
 * Sorts periods by their end, latest first, and those with the same end by length, longest first.
 */
export const newestFirst = (a: Period, b: Period) =>
  b.end.localeCompare(a.end) || a.start.localeCompare(b.start)

/** The period of an input; null when it does not consist of whole days. */
export function wholeDaysOf(input: Fields): Period | null {
  const period = periodOfQuery(input)
  const { start_date, end_date } = wireRange(period)
  return input['start_date'] === start_date && input['end_date'] === end_date ? period : null
}

/** All breakdowns of one period: the one with the latest end, or the longest of several. */
function newestOf(answers: readonly AnswerOfPlayer[]): StoredBreakdowns | null {
  const usable = answers
    .filter(({ input }) => FIELDS.includes(input['field']))
    .map((answer) => ({ ...answer, period: periodOfQuery(answer.input) }))
    .sort((a, b) => newestFirst(a.period, b.period) || a.asOf - b.asOf)
  const [newest] = usable
  if (!newest) return null
  const { period } = newest
  const own = usable.filter((one) => samePeriod(one.period, period))
  // The newest of several answers about a field comes last, and replaces the others.
  const fields = own.map(({ input, value, asOf, isSettled }) => [
    input['field'] as FilterField,
    { rows: value as FieldStatistics[], asOf, isSettled },
  ])
  return { period, fields: Object.fromEntries(fields) }
}

export function videosHandlers(
  reading: VideoReading,
  audience: StoredAudience,
): CallHandlers['videos'] {
  return {
    list: ({ account_id }) => reading.list(account_id),
    open: ({ account_id, video_id }) => reading.open(account_id, video_id),
    refresh: ({ account_id, video_id }) => reading.refresh(account_id, video_id),
    ...audience,
  }
}
