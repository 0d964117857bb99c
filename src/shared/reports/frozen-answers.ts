import { z } from 'zod'
import { analytics } from '../api/analytics.ts'
import { curvesView } from '../curves/view.ts'
import { abChoice, abDecided, abSnapshot } from '../model/ab-test.ts'
import { SALES } from '../model/growth.ts'
import { playerId } from '../model/ids.ts'
import { marker } from '../model/marker.ts'
import { annotationFields } from '../model/own-annotation.ts'
import { period } from '../model/period.ts'
import { player } from '../model/player.ts'
import { tags } from '../model/player-mark.ts'
import { GROUPS, type Group } from '../model/settings/index.ts'
import { instant, videoSecond } from '../model/time.ts'
import { video } from '../model/video.ts'
import { mergeRules } from '../traffic/merge-rules.ts'

const count = z.number().nonnegative()
const percents = z.array(z.number()).max(1001)
const steps = { canUndo: z.literal(false), canRedo: z.literal(false) }

/** The answer of a service as a report holds it. */
const stored = (value: z.ZodType) =>
  z.object({
    value,
    asOf: instant,
    from: z.literal('store'),
    isSettled: z.boolean(),
    trouble: z.null(),
  })

/**
 * What the answer to each call must be like that a report may hold: a report that a stranger made
 * is drawn by the same screens as the desk's own figures, which the services' rows have checked.
 */
export const FROZEN_ANSWERS: Readonly<Record<string, z.ZodType>> = {
  ...Object.fromEntries(
    Object.entries(analytics).map(([name, { output }]) => [`analytics.${name}`, stored(output)]),
  ),
  'analytics.players': stored(
    z.array(player.extend({ duration: videoSecond, pitch_time: videoSecond })),
  ),
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
    z.object({
      player_id: playerId,
      tags,
      isPinned: z.boolean(),
      openedAt: instant.nullable(),
    }),
  ),
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
      group: z.enum(GROUPS as [Group, ...Group[]]).nullable(),
      item_id: z.string().nullable(),
      register: z.string().nullable(),
      before: z.json(),
      after: z.json(),
    }),
  ),
  'abTests.list': z.record(
    z.string(),
    z.object({
      choice: abChoice.nullable(),
      decisions: z.array(abDecided.extend({ id: z.int(), at: instant, asOf: instant })),
      snapshots: z.array(abSnapshot),
    }),
  ),
  'traffic.rules': mergeRules,
}
