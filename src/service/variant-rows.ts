import type { Analytics } from '../shared/api/analytics.ts'
import type { Headline, Speed } from '../shared/api/variant.ts'
import type { Input } from '../shared/operation.ts'
import type { Context } from './context.ts'
import { Refusal } from './refusal.ts'
import { at, CURRENCY, EVENT } from './sessions.ts'
import {
  devicesWith,
  hundredths,
  makeTally,
  percentNumber,
  type Tally,
  tally,
  type View,
} from './statistics.ts'
import { type VariantKind, variantAt } from './variants.ts'
import { readRange } from './zone.ts'

type HeadlinesRequest = Input<Analytics['headlines']>

/** Rows of headlines, and by analogy of autoplays (docs/sandbox.md). */
export function numberedRows(
  request: HeadlinesRequest,
  context: Context,
  kind: 'headline' | 'autoplay',
) {
  const isShare = context.shapes.pitch === 'percent'
  return countedBy(request, context, kind).map(({ label, counted, video_duration }): Headline => {
    const views = devicesWith(counted, EVENT.viewed)
    const plays = devicesWith(counted, EVENT.started)
    const playShare = hundredths(plays * 100, views)
    const watched = hundredths(counted.watched * 100, counted.played * video_duration)
    return {
      number: label,
      views,
      plays,
      clicks: devicesWith(counted, EVENT.clicked),
      conversions: counted.conversions,
      engagement: watched / 100,
      play_rate: playShare / 100,
      // docs/sandbox.md, Headlines: the play rate divided by the engagement, times 100.
      play_over_engagement: percentNumber(playShare, watched),
      pitch: isShare ? percentNumber(counted.overPitch, counted.played) : counted.overPitch,
      conversion_rate: percentNumber(counted.conversions, plays),
      amount_brl: counted.amounts[CURRENCY.brl] ?? 0,
      amount_usd: counted.amounts[CURRENCY.usd] ?? 0,
      amount_eur: counted.amounts[CURRENCY.eur] ?? 0,
    }
  })
}

export function speedRows(request: HeadlinesRequest, context: Context) {
  return countedBy(request, context, 'speed').map(({ label, counted, video_duration }): Speed => {
    const plays = devicesWith(counted, EVENT.started)
    const clicks = devicesWith(counted, EVENT.clicked)
    return {
      speed: label,
      views: devicesWith(counted, EVENT.viewed),
      plays,
      engagement: percentNumber(counted.watched, counted.played * video_duration),
      pitch: percentNumber(counted.overPitch, counted.played),
      click: percentNumber(clicks, plays),
      clicks,
      conversions: counted.conversions,
    }
  })
}

interface Counted {
  label: number
  counted: Tally
  video_duration: number
}

function countedBy(request: HeadlinesRequest, context: Context, kind: VariantKind): Counted[] {
  const { now } = context
  const player = context.world.find(request.player_id, now)
  // Analytics, Errors: the body for an unknown player on these three endpoints.
  if (!player) {
    throw new Refusal(400, { error: ['Player could not be found for the current request'] })
  }
  const video_duration = request.video_duration || player.duration
  const pitch_time = request.pitch_time || player.pitch_time
  const { marks } = context.shapes
  const view: View = { ...variantRange(request, now), now, video_duration, pitch_time, marks }
  const tallies = tally(context.read(player, view), view, {
    groups: player.variants[kind].length,
    groupOf: (_, block, session) => variantAt(player, kind, at(block.device, session)),
  })
  return player.variants[kind].map(({ label }, index) => ({
    label,
    counted: tallies[index] ?? makeTally(),
    video_duration,
  }))
}

/** Dates of variants are in UTC, and the last minute is included completely. */
function variantRange(request: Pick<HeadlinesRequest, 'start_date' | 'end_date'>, now: number) {
  const { start_date: start, end_date } = request
  if (!end_date) return { from: readRange({ start, end: start, zone: 'UTC' }).from, to: now + 1 }
  const end = end_date.replace(/:\d\d( UTC)?$/, ':59')
  return readRange({ start, end, zone: 'UTC' })
}
