import { z } from 'zod'
import { looseCount, looseRate, rateNumber } from './schemas.ts'
import { statistics } from './statistics.ts'

/** The query parameter that names a source of traffic. */
export const SOURCE_PARAMETER = 'utm_source'

/** Statistics fields whose rates may be number, string or null on this endpoint. */
export const trafficStatistics = statistics.extend({
  engagement_rate: looseRate,
  over_pitch_rate: looseRate,
  play_rate: looseRate,
  overall_conversion_rate: rateNumber.nullable(),
  /** The raw value of the query parameter, which may contain `+` or `%20`. */
  grouped_field: z.string(),
})
export type TrafficStatistics = z.output<typeof trafficStatistics>

export const trafficDayStatistics = trafficStatistics.extend({
  date_key: z.iso.date(),
  query_key: z.string(),
})
export type TrafficDayStatistics = z.output<typeof trafficDayStatistics>

const second = z.int().nonnegative()
// One spelling must be present: a missing count is not zero.
const timed = z.union([
  z
    .looseObject({ timed: second, total_users: looseCount })
    .transform((read) => ({ timed: read.timed, total_users: read.total_users })),
  z
    .looseObject({ timed: second, totalUsers: looseCount })
    .transform((read) => ({ timed: read.timed, total_users: read.totalUsers })),
])

const values = z.array(timed)
const group = z.union([
  z
    .looseObject({ grouped_key: z.string(), grouped_values: values })
    .transform(({ grouped_key, grouped_values }) => ({ grouped_key, grouped_values })),
  z
    .looseObject({ group_key: z.string(), group_values: values })
    .transform((read) => ({ grouped_key: read.group_key, grouped_values: read.group_values })),
])

/** The sources disagree on this answer, so both spellings are accepted, with or without `data`. */
export const engagementByOrigin = z.union([
  z.array(group),
  z.looseObject({ data: z.array(group) }).transform(({ data }) => data),
])

// Analytics, Other response shapes.
export const engagementGroup = z.looseObject({
  grouped_key: z.string(),
  grouped_values: z.array(
    z.looseObject({ timed: z.int().nonnegative(), total_users: z.int().nonnegative() }),
  ),
})
export type EngagementGroup = z.output<typeof engagementGroup>
