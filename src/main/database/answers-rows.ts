import { z } from 'zod'
import { type AnalyticsName, analytics } from '../../shared/api/analytics.ts'
import { ADDITIVE } from '../../shared/api/statistics.ts'
import { abSnapshot } from '../../shared/features/ab-tests/ab-test.ts'
import { SALES } from '../../shared/features/analytics/growth.ts'
import { accountId, playerId } from '../../shared/model/ids.ts'
import { instant, timezone } from '../../shared/time/time.ts'
import { unpackedText } from '../features/ab-tests/packed-history.ts'
import { DAY_COLUMNS } from '../features/analytics/day-columns.ts'
import { isMonth } from '../features/analytics/packed-month.ts'
import { count, flag, json, type Rows } from './rows.ts'

// Days since 1970, within the range of calendar dates.
const day = z.int().min(-700_000).max(2_900_000)
const request = z.record(z.string(), z.unknown())
const measures = <T extends string>(names: readonly T[]) =>
  Object.fromEntries(names.map((name) => [name, z.int()])) as Record<T, z.ZodInt>
const ofRequest = { account_id: accountId, input: json(request), as_of: instant }
const answered = { ...ofRequest, is_settled: flag }
const isEndpoint = (name: string): name is AnalyticsName => Object.hasOwn(analytics, name)

/** Start, end and zone of a period, as in the request. */
const span = z.tuple([z.string().nullable(), z.string().nullable(), z.string().nullable()])

const snapshotsText = json(z.array(z.tuple([json(request), abSnapshot])))
const packedHistory = z.instanceof(Uint8Array).superRefine((stored, context) => {
  try {
    const { error } = snapshotsText.safeParse(unpackedText(stored))
    for (const { path, message } of error?.issues ?? []) {
      context.addIssue({ code: 'custom', path, message })
    }
  } catch {
    context.addIssue({ code: 'custom', message: 'cannot be unpacked' })
  }
})

/** Schemas for the rows of answers.db, by the table's name. */
export const ANSWERS_ROWS: Rows = {
  answers: z
    .object({ id: count, ...answered, name: z.string(), value: z.string() })
    .superRefine(({ name, value }, context) => {
      // Answers to unknown endpoints are never read.
      const parsed = isEndpoint(name) && json(analytics[name].output).safeParse(value)
      if (!parsed || parsed.success) return
      for (const { path, message } of parsed.error.issues) {
        context.addIssue({ code: 'custom', path: ['value', ...path], message })
      }
    }),
  period_answers: z.object({ ...answered, span: z.string(), value: json(analytics.stats.output) }),
  periods_used: z.object({ account_id: accountId, span: json(span), used_at: instant }),
  ab_snapshots: z.object({
    ...ofRequest,
    pair: z.string().nullable(),
    day: z.string().nullable(),
    snapshot: json(abSnapshot).nullable(),
  }),
  ab_histories: z.object({ account_id: accountId, pair: z.string(), snapshots: packedHistory }),
  ab_newest: z.object({
    account_id: accountId,
    pair: z.string(),
    snapshot: json(abSnapshot),
    timezone: z.string().nullable(),
  }),
  calendars: z.object({
    ...{ id: count, account_id: accountId, timezone },
    downloaded_at: instant.nullable(),
  }),
  series: z.object({ id: count, calendar: count, player_id: playerId }),
  days: z.object({
    series: count,
    day,
    as_of: instant,
    pitch_time: count,
    video_duration: count,
    ...measures(DAY_COLUMNS),
    extra: json(request).nullable(),
  }),
  months: z.object({
    calendar: count,
    month: count,
    series: count,
    stored: z.int(),
    oldest: instant,
    ...measures(ADDITIVE),
  }),
  month_days: z.object({
    calendar: count,
    month: count,
    series: count,
    lanes: z.instanceof(Uint8Array).refine(isMonth, 'is not a month of days'),
  }),
  account_days: z.object({ calendar: count, day, ...measures(ADDITIVE) }),
  early_days: z.object({ series: count, day, age: count, as_of: instant, ...measures(SALES) }),
  grown_days: z.object({
    calendar: count,
    day,
    age: count,
    ...measures(SALES.flatMap((sale) => [`early_${sale}`, `settled_${sale}`] as const)),
  }),
}
