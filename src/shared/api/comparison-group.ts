import { Temporal } from 'temporal-polyfill'
import { z } from 'zod'
import { wireDateTime } from '../time/time.ts'
import { engagement } from './engagement.ts'
import { itemsLike, notShown, oddAsAbsent, rateNumber } from './schemas.ts'

const count = z.int().nonnegative()

const TIME =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?) ?(Z|UTC|[+-]\d{2}:?\d{2})?)?$/i

/** A time as requests take it, in UTC if it has an offset; null for what is no time. */
function requestTime(text: string | null): string | null {
  const [, day, time = '00:00:00', zone = 'Z'] = TIME.exec(text?.trim() ?? '') ?? []
  try {
    const instant = Temporal.Instant.from(`${day}T${time}${zone.replace(/utc/i, 'Z')}`)
    const plain = instant.toString().slice(0, 19).replace('T', ' ')
    return wireDateTime.safeParse(plain).data ?? null
  } catch {
    return null
  }
}

// The document shows the form of its requests; the list of tests is not documented.
const wireTime = z.string().nullable().transform(requestTime)

/** An empty string when the end is unreadable: such a test need not be in progress. */
const wireEnd = z
  .nullable(z.string().catch(''))
  .transform((text) => (text === null ? null : (requestTime(text) ?? '')))

/** As answers about an arm write it. */
const armId = z.string().toLowerCase()

const enrolled = z.looseObject({
  player_id: armId,
  /** Planned share of the visitors, in percent. */
  traffic_percentage: oddAsAbsent(rateNumber),
  started_at: oddAsAbsent(wireTime),
  /** Whether the service keeps the percentage fixed; unrelated to the test's end. */
  locked: oddAsAbsent(z.boolean()),
})

type Enrolled = z.output<typeof enrolled>

/** The listed players, and those of which only the id can be read. */
function playersIn(group: {
  players?: Enrolled[] | undefined
  player_ids?: string[] | undefined
}): Enrolled[] {
  const { players = [], player_ids = [] } = group
  const listed = new Set(players.map(({ player_id }) => player_id))
  const others = player_ids.filter((player_id) => !listed.has(player_id))
  return [...players, ...others.map((player_id) => ({ player_id }))]
}

/** What cannot be read as a test; it has no id. */
const UNREADABLE = { id: '', name: '', players: [] }

/** An A/B test as listed. No document shows it, and an odd one must not hide the others. */
const comparisonGroup = z
  .looseObject({
    id: z.union([z.string().min(1), z.int()]).transform(String),
    name: oddAsAbsent(z.string()),
    player_ids: oddAsAbsent(itemsLike(armId)),
    players: oddAsAbsent(itemsLike(enrolled)),
    started_at: oddAsAbsent(wireTime),
    finished_at: z.optional(notShown(wireEnd, 'high')),
    created_at: oddAsAbsent(z.string()),
  })
  .transform((group) => ({ ...group, name: group.name ?? group.id, players: playersIn(group) }))
  .catch(UNREADABLE)
export type ComparisonGroup = z.output<typeof comparisonGroup>

/** The list of tests. Without any readable one it is refused, since it does not say that there are none. */
export const comparisonGroups = z
  .array(comparisonGroup)
  .refine((all) => all.length === 0 || all.some(({ id }) => id !== ''), { path: [0, 'id'] })

/** A time as requests take it, of a day that exists. */
export const readTime = z.string().refine((text) => requestTime(text) === text, {
  error: 'must be YYYY-MM-DD HH:MM:SS',
})
const groupTime = readTime.or(z.literal('')).nullish()

/** An A/B test as it was read: what is odd is refused. */
export const readComparisonGroup = z.looseObject({
  id: z.string(),
  name: z.string(),
  players: z.array(
    z.looseObject({
      player_id: z.string(),
      traffic_percentage: z.number().nullish(),
      started_at: groupTime,
      locked: z.boolean().nullish(),
    }),
  ),
  started_at: groupTime,
  finished_at: groupTime,
})

const counts = z.looseObject({ total: count, total_uniq_sessions: count, total_uniq_device: count })

// Analytics, Comparison-group statistics: amounts are floats in major units here.
const comparisonStatistics = z.looseObject({
  player_id: z.string(),
  pitch_time: count,
  video_duration: count,
  views: counts,
  plays: counts,
  finishes: counts,
  clicks: counts,
  conversions: counts.extend({
    total_amount_usd: z.number(),
    total_amount_brl: z.number(),
    total_amount_eur: z.number(),
  }),
  engagement,
  pitch_audience: count,
  pitch_retention_rate: rateNumber,
  play_rate: rateNumber,
  conversion_rate: rateNumber,
  /** Revenue per visitor, in major units. */
  rpv_usd: z.number(),
  rpv_brl: z.number(),
  rpv_eur: z.number(),
})
export type ComparisonStatistics = z.output<typeof comparisonStatistics>

export const comparisonAnswer = z.looseObject({
  comparison_group: z.looseObject({
    id: z.string(),
    name: z.string(),
    player_ids: z.array(z.string()),
    // The document shows a string; a test that has not started has no start.
    started_at: notShown(wireTime, 'high'),
    finished_at: wireTime,
  }),
  stats: z.array(comparisonStatistics),
})
export type ComparisonAnswer = z.output<typeof comparisonAnswer>
