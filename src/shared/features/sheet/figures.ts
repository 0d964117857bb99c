import { type Engagement, reached } from '../../api/engagement.ts'
import { type Group, isCollection, type TrafficFilter } from '../../api/settings/index.ts'
import { type FieldStatistics, truncatedRate } from '../../api/statistics.ts'
import type { Fields } from '../../plain.ts'
import type { Period } from '../../time/period.ts'
import { callWindows, clicksWithin } from '../player/call-windows.ts'
import { fromSecond } from '../player/curves/pitch.ts'
import type { ClicksTimed, ConversionsTimed } from '../player/timing.ts'
import { itemsOf, valueIn } from '../publishing/lay.ts'
import type { EngagementByOrigin } from '../traffic/traffic-retention.ts'
import { dryRun, type FilterField } from '../videos/dry-run.ts'
import type { Figure } from './columns.ts'
import type { SheetRow } from './rows.ts'

/** Sales by the second of their click; seconds without sales may be left out. */
export type SecondSales = Pick<ConversionsTimed[number], 'timed' | 'timed_conversions'>

/** The stored audience of a video in one period; null for missing parts. */
export interface PastAnswers {
  /** Days of the engagement and of the sources that had passed when these were read. */
  days: { engagement: number; sources: number }
  /** Plays of the period. */
  plays: number | null
  /** For each second, the number of sessions whose furthest second it is. */
  engagement: Engagement['grouped_timed'] | null
  clicks: ClicksTimed | null
  sales: readonly SecondSales[] | null
  /** The furthest seconds by raw value of `SOURCE_PARAMETER` (api/traffic.ts). */
  sources: EngagementByOrigin | null
  breakdowns: Partial<Record<FilterField, readonly FieldStatistics[]>>
}

/** How often a pixel would have been sent per week for the viewers from one source. */
interface SourceFigure {
  /** The raw value of `SOURCE_PARAMETER` (api/traffic.ts). */
  source: string
  perWeek: number
}

/** The figures of one row; unknown ones are absent. */
export type RowFigures = Partial<Record<Figure, number>> & {
  /** Highest first. */
  sources?: readonly SourceFigure[]
}

/**
 * The figures of a video's rows in the past, as they would have been with the settings as edited
 * now.
 */
export interface VideoFigures {
  video_id: string
  /** Its days on which the player existed, until the day of the answers. */
  period: Period
  /** Epoch milliseconds of the oldest answer that was used. */
  asOf: number
  /** By item; by `''` for a group without items. */
  rows: Record<string, RowFigures>
}

/** The figures of a tab, all of one period, so that they can be compared. */
export interface SheetFigures {
  /** Null when nothing is stored. */
  period: Period | null
  /** Videos without stored data of the period are left out. */
  videos: VideoFigures[]
}

/** A group of a video's settings with the edits applied. */
interface OfVideo {
  settings: Fields
  /** In seconds; null when unknown. */
  duration: number | null
}

/** The figures of each row of a video in a tab. Rows without any figure are left out. */
export function rowFigures(
  group: Group,
  video: OfVideo,
  past: PastAnswers,
): Record<string, RowFigures> {
  const items: { id: string; value: Fields }[] = isCollection(group)
    ? itemsOf({ id: '', [group]: video.settings }, group).map((item) => ({
        id: item.id,
        value: item,
      }))
    : [{ id: '', value: video.settings }]
  const rows = items.map(({ id, value }) => {
    const own = figuresOf(group, { ...video, value }, past)
    return [id, known({ plays: past.plays, ...own })] as const
  })
  return Object.fromEntries(rows.filter(([, figures]) => Object.keys(figures).length > 0))
}

type Computed = { [F in keyof RowFigures]: RowFigures[F] | null }
type OfItem = OfVideo & { value: Fields }

const known = (figures: Computed): RowFigures =>
  Object.fromEntries(Object.entries(figures).filter(([, figure]) => figure !== null))

function figuresOf(group: Group, item: OfItem, past: PastAnswers): Computed {
  if (group === 'call_actions') return ofCallAction(item, past)
  if (group === 'pixels') return ofPixel(item, past)
  return group === 'traffic_filter' ? ofFilter(item, past) : {}
}

/**
 * The service says neither which call to action was clicked nor where a buyer was when buying: a
 * sale counts at the second of its click.
 */
function ofCallAction({ value, duration }: OfItem, past: PastAnswers): Computed {
  const [window] = callWindows({ call_actions: { items: [value as { id: string }] }, duration })
  if (!window) return {}
  const { engagement, clicks, sales } = past
  const { start, lastClick } = window
  const soldFrom = (second: number) =>
    sales && fromSecond(sales, second, ({ timed_conversions }) => timed_conversions)
  const all = soldFrom(0)
  const after = soldFrom(start)
  return {
    reach: engagement && shareFrom(engagement, start),
    clicks: clicks && clicksWithin(clicks, start, lastClick),
    sales: after,
    salesBefore: all !== null && after !== null ? all - after : null,
  }
}

/**
 * A pixel is sent when a session reaches its second, or its percentage of the video. How often is not
 * said while it or the group is off: the service does not report what was sent before.
 */
function ofPixel(item: OfItem, { engagement, sources, days }: PastAnswers): Computed {
  const second = thresholdSecond(item)
  if (second === null) return {}
  const reach = engagement && shareFrom(engagement, second)
  const isOff =
    item.settings['enabled'] === false || valueIn(item.value, 'dispatch.active') === false
  if (isOff) return { reach }
  return {
    reach,
    perWeek: engagement && perWeek(reached(engagement, second), days.engagement),
    sources: sources && bySource(sources, second, days.sources),
  }
}

function bySource(sources: EngagementByOrigin, second: number, days: number): SourceFigure[] {
  return sources
    .flatMap(({ grouped_key, grouped_values }) => {
      const each = perWeek(reached(grouped_values, second), days)
      return each === null ? [] : [{ source: grouped_key, perWeek: each }]
    })
    .sort((a, b) => b.perWeek - a.perWeek)
}

const shareFrom = (engagement: Engagement['grouped_timed'], second: number) =>
  truncatedRate(reached(engagement, second), reached(engagement, 0))

function thresholdSecond({ value, duration }: OfItem): number | null {
  const threshold = valueIn(value, 'dispatch.threshold')
  if (typeof threshold !== 'number') return null
  if (valueIn(value, 'dispatch.mode') !== 'percent') return threshold
  return duration === null ? null : (duration * threshold) / 100
}

/**
 * A count of some days as per week: an integer, or below 10 tenths, because an integer would hide
 * small values. Null before a day has passed: some hours say nothing about a week.
 */
export function perWeek(count: number, days: number): number | null {
  if (days < 1) return null
  const each = (count * 7) / days
  return each < 10 ? Math.round(each * 10) / 10 : Math.round(each)
}

/**
 * Viewers that its lists exclude; none while it is off. Null when their breakdown is not stored, or
 * when several lists, other rules or a token leave the number open.
 */
function ofFilter({ settings }: OfItem, { breakdowns }: PastAnswers): Computed {
  const { all, atLeast, atMost } = dryRun(settings as TrafficFilter, breakdowns)
  if (!all) return {}
  if (settings['enabled'] !== true) return { turnedAway: 0 }
  const isOpen = atMost.total_viewed > atLeast.total_viewed
  return { turnedAway: isOpen ? null : atLeast.total_viewed }
}

/** A figure of a row of the sheet; null when unknown. */
export function figureIn(
  figures: ReadonlyMap<string, VideoFigures>,
  { video, item_id }: Pick<SheetRow, 'video' | 'item_id'>,
  key: string,
): number | null {
  return figures.get(video.id)?.rows[item_id ?? '']?.[key as Figure] ?? null
}

/** How often the pixel of a row would have been sent, by source; empty when unknown. */
export function sourcesIn(
  figures: ReadonlyMap<string, VideoFigures>,
  { video, item_id }: Pick<SheetRow, 'video' | 'item_id'>,
): readonly SourceFigure[] {
  return figures.get(video.id)?.rows[item_id ?? '']?.sources ?? []
}
