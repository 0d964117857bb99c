import type { FieldStatistics } from '../../../shared/api/statistics.ts'
import {
  FILTER_FIELDS,
  type FilterField,
  type StoredBreakdowns,
} from '../../../shared/features/videos/dry-run.ts'
import type { Period } from '../../../shared/time/period.ts'
import type { Store } from '../../database/store.ts'
import type { CallHandlers } from '../../shell/router.ts'
import type { Accounts } from '../accounts/accounts.ts'
import type { AnswerOfPlayer } from '../analytics/answers.ts'
import type { VideoReading } from '../publishing/video-reading.ts'

interface BreakdownsParts {
  store: Pick<Store, 'answersOfPlayer'>
  accounts: Pick<Accounts, 'find'>
}

type ReadBreakdowns = ReturnType<typeof makeBreakdowns>

/** Reads a video's stored audience by session field. Sends no request. */
export function makeBreakdowns({ store, accounts }: BreakdownsParts) {
  return async (account_id: string, video_id: string): Promise<StoredBreakdowns | null> => {
    const { timezone } = await accounts.find(account_id)
    const answers = await store.answersOfPlayer(account_id, 'statsByField', video_id)
    return newestOf(answers.filter(({ input }) => input['timezone'] === timezone))
  }
}

const FIELDS: readonly unknown[] = Object.values(FILTER_FIELDS)

/**
 * Sorts periods by their end, latest first, and those with the same end by length, longest first.
 */
export const newestFirst = (a: Period, b: Period) =>
  b.end.localeCompare(a.end) || a.start.localeCompare(b.start)

/** All breakdowns of one period: the one with the latest end, or the longest of several. */
function newestOf(answers: readonly AnswerOfPlayer[]): StoredBreakdowns | null {
  const usable = answers
    .filter(({ input }) => FIELDS.includes(input['field']))
    .map((answer) => ({ ...answer, period: periodOf(answer) }))
    .sort((a, b) => newestFirst(a.period, b.period) || a.asOf - b.asOf)
  const [newest] = usable
  if (!newest) return null
  const { period } = newest
  const own = usable.filter((one) => isSame(one.period, period))
  // The newest of several answers about a field comes last, and replaces the others.
  const fields = own.map(({ input, value, asOf, isSettled }) => [
    input['field'] as FilterField,
    { rows: value as FieldStatistics[], asOf, isSettled },
  ])
  return { period, fields: Object.fromEntries(fields) }
}

const periodOf = ({ input }: AnswerOfPlayer): Period => ({
  start: String(input['start_date']).slice(0, 10),
  end: String(input['end_date']).slice(0, 10),
})

const isSame = (a: Period, b: Period) => a.start === b.start && a.end === b.end

export function videosHandlers(
  reading: VideoReading,
  readBreakdowns: ReadBreakdowns,
): CallHandlers['videos'] {
  return {
    list: ({ account_id }) => reading.list(account_id),
    open: ({ account_id, video_id }) => reading.open(account_id, video_id),
    refresh: ({ account_id, video_id }) => reading.refresh(account_id, video_id),
    breakdowns: ({ account_id, video_id }) => readBreakdowns(account_id, video_id),
  }
}
