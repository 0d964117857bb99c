import type { FieldStatistics } from '../../../shared/api/statistics.ts'
import { periodOfQuery } from '../../../shared/features/analytics/requests.ts'
import { type videosCalls } from '../../../shared/features/videos/calls.ts'
import {
  completeFirst,
  FILTER_FIELDS,
  type FilterField,
  type StoredBreakdowns,
} from '../../../shared/features/videos/dry-run.ts'
import { groupBy } from '../../../shared/maps.ts'
import type { Input } from '../../../shared/operation.ts'
import type { Fields } from '../../../shared/plain.ts'
import { type Period, todayIn, wholeFirst, wireRange } from '../../../shared/time/period.ts'
import type { Clock } from '../../clock.ts'
import type { Store } from '../../database/store.ts'
import type { CallHandlers } from '../../shell/router.ts'
import { opened } from '../../threads/large-json.ts'
import type { Accounts } from '../accounts/accounts.ts'
import type { StoredAnswer } from '../analytics/answers.ts'
import type { VideoReading } from '../publishing/video-reading.ts'

type OnVideo = Input<(typeof videosCalls)['audiencePeriod']>

interface AudienceParts {
  store: Pick<Store, 'answer' | 'answeredInputs' | 'listedPlayer'>
  accounts: Pick<Accounts, 'find'>
  clock: Pick<Clock, 'now'>
}

type StoredAudience = ReturnType<typeof makeStoredAudience>

/** Reads what is stored about a video's audience. Sends no request. */
export function makeStoredAudience({ store, accounts, clock }: AudienceParts) {
  return {
    async breakdowns({ account_id, video_id }: OnVideo): Promise<StoredBreakdowns | null> {
      const { timezone } = await accounts.find(account_id)
      const all = await store.answeredInputs(account_id, 'statsByField', video_id)
      const today = todayIn(timezone, clock.now())
      const newest = newestOf(
        all.filter((input) => input['timezone'] === timezone),
        today,
      )
      if (!newest) return null
      const read = (input: Fields) => store.answer(account_id, 'statsByField', input)
      const answers = await Promise.all(newest.inputs.map(read))
      return { period: newest.period, fields: fieldsFrom(newest.inputs, answers) }
    },
    async audiencePeriod({ account_id, video_id }: OnVideo): Promise<Period | null> {
      const { timezone } = await accounts.find(account_id)
      const [listed, inputs] = await Promise.all([
        store.listedPlayer(account_id, video_id),
        store.answeredInputs(account_id, 'userEngagement', video_id),
      ])
      if (!listed) return null
      const { duration } = listed.player
      // Answers for another length are about another cut of the video.
      const own = { timezone, video_duration: duration }
      const periods = inputs
        .filter((input) => Object.entries(own).every(([key, value]) => input[key] === value))
        .flatMap((input) => wholeDaysOf(input) ?? [])
      return periods.sort(wholeFirst(todayIn(timezone, clock.now())))[0] ?? null
    },
  }
}

const FIELDS: readonly unknown[] = Object.values(FILTER_FIELDS)

/** The period of an input; null when it does not consist of whole days. */
export function wholeDaysOf(input: Fields): Period | null {
  const period = periodOfQuery(input)
  const { start_date, end_date } = wireRange(period)
  return input['start_date'] === start_date && input['end_date'] === end_date ? period : null
}

/** The inputs about the period that goes first. */
function newestOf(inputs: readonly Fields[], today: string) {
  const usable = inputs
    .filter(({ field }) => FIELDS.includes(field))
    .map((input) => ({ input, period: periodOfQuery(input) }))
  const groups = groupBy(usable, ({ period }) => `${period.start} ${period.end}`)
  const [newest] = [...groups.values()]
    .flatMap((own) => {
      const [first] = own
      const inputs = own.map(({ input }) => input)
      return first
        ? [{ period: first.period, fields: inputs.map(({ field }) => field), inputs }]
        : []
    })
    .sort(completeFirst(today))
  return newest ?? null
}

/** The answers to these inputs by their field. */
function fieldsFrom(
  inputs: readonly Fields[],
  answers: readonly (StoredAnswer | null)[],
): StoredBreakdowns['fields'] {
  const known = inputs.flatMap(({ field }, index) => {
    const answer = answers[index]
    return answer ? [{ ...answer, field: field as FilterField }] : []
  })
  // The newest of several answers about a field comes last, and replaces the others.
  const fields = known
    .sort((a, b) => a.asOf - b.asOf)
    .map(({ field, value, asOf, isSettled }) => [
      field,
      { rows: opened(value) as FieldStatistics[], asOf, isSettled },
    ])
  return Object.fromEntries(fields)
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
