import { z } from 'zod'
import { analytics } from '../../api/analytics.ts'
import { readComparisonGroup, readTime } from '../../api/comparison-group.ts'
import { player } from '../../api/player.ts'
import { GROUPS } from '../../api/settings/index.ts'
import { ADDITIVE, statistics } from '../../api/statistics.ts'
import { video } from '../../api/video.ts'
import { playerId } from '../../model/ids.ts'
import { period } from '../../time/period.ts'
import { instant, isoDate, videoSecond } from '../../time/time.ts'
import { abChoice, abDecided, abSnapshot } from '../ab-tests/ab-test.ts'
import { SALES } from '../analytics/growth.ts'
import { annotationFields } from '../annotations/own-annotation.ts'
import { marker } from '../markers/marker.ts'
import { curvesView } from '../player/curves/view.ts'
import { tags } from '../player-marks/player-mark.ts'
import { mergeRules } from '../traffic/merge-rules.ts'

const count = z.number().nonnegative()
const percents = z.array(z.number()).max(1001)
/** Maximum number of days for an account: more than ten years. */
const MOST_DAYS = 4000

const overviewFigures = z.object({
  period: statistics.nullable(),
  sums: z.record(z.enum(ADDITIVE), z.int()).nullable(),
  asOf: instant.nullable(),
  isSettled: z.boolean().optional(),
  unfinished: period.optional(),
})
const steps = { canUndo: z.literal(false), canRedo: z.literal(false) }

/** The schema of a service's answer as stored in a report. */
const stored = (value: z.ZodType) =>
  z.object({
    value,
    asOf: instant,
    from: z.literal('store'),
    isSettled: z.boolean(),
    dayTimes: z.record(isoDate, instant).optional(),
    trouble: z.null(),
  })

/**
 * The schemas of all answers in a report. A report may come from others and is drawn by the same screens as
 * the app's own data, so it is validated as strictly as the services' responses.
 */
export const FROZEN_ANSWERS: Readonly<Record<string, z.ZodType>> = {
  ...Object.fromEntries(
    Object.entries(analytics).map(([name, { output }]) => [`analytics.${name}`, stored(output)]),
  ),
  'analytics.comparisonGroups': stored(z.array(readComparisonGroup)),
  'analytics.players': stored(
    z.array(player.extend({ duration: videoSecond, pitch_time: videoSecond })),
  ),
  'overview.read': z.object({
    rows: z.array(
      z.object({
        player: player.extend({ duration: videoSecond, pitch_time: videoSecond }),
        current: overviewFigures,
        comparison: overviewFigures.nullable(),
      }),
    ),
    days: z.array(isoDate).max(MOST_DAYS),
    daily: z.record(z.enum(ADDITIVE), z.array(z.number().nullable()).max(MOST_DAYS)),
    leftOut: count.optional(),
    comparedLeftOut: count.optional(),
    playersAsOf: instant.nullable(),
  }),
  'overview.trends': z.record(playerId, z.array(count.nullable()).max(MOST_DAYS)),
  'overview.growth': z.record(
    z.enum(SALES),
    z.array(z.object({ age: z.int().positive(), percent: z.number(), days: z.int().positive() })),
  ),
  'curves.baseline': z.object({
    similar: count,
    players: count,
    otherDays: z.object({ players: count, period }).nullable(),
    lengths: z.object({ shortest: videoSecond, longest: videoSecond }).nullable(),
    band: z.object({ lower: percents, median: percents, upper: percents }).nullable(),
  }),
  'curves.view': curvesView.extend({ trial: videoSecond.nullable() }),
  'players.marks': z.array(
    z.object({ player_id: playerId, tags, isPinned: z.boolean(), openedAt: instant.nullable() }),
  ),
  'players.lastKnown': z.object({ duration: videoSecond, pitch_time: videoSecond }),
  'annotations.list': z.object({
    annotations: z.array(
      annotationFields.extend({ id: z.string(), madeAt: instant, changedAt: instant }),
    ),
    ...steps,
  }),
  'markers.list': z.object({ markers: z.array(marker), ...steps }),
  'videos.open': z.object({ base: video, shown: video, edits: z.tuple([]), asOf: instant }),
  'edits.history': z.array(
    z.object({
      id: z.int(),
      at: instant,
      video_id: z.string(),
      event: z.enum(['downloaded', 'posted', 'overwritten', 'duplicate', 'discarded', 'resolved']),
      group: z.enum(GROUPS).nullable(),
      item_id: z.string().nullable(),
      register: z.string().nullable(),
      before: z.json(),
      after: z.json(),
      base: z.json().optional(),
    }),
  ),
  'abTests.list': z.record(
    z.string(),
    z.object({
      choice: abChoice.nullable(),
      decisions: z.array(abDecided.extend({ id: z.int(), at: instant, asOf: instant })),
      snapshots: z.array(abSnapshot.extend({ start: readTime })),
    }),
  ),
  'traffic.rules': mergeRules,
}
