import type { Analytics } from '../shared/api/analytics.ts'
import type {
  ComparisonAnswer,
  ComparisonGroup,
  ComparisonStatistics,
} from '../shared/api/comparison-group.ts'
import type { Input } from '../shared/operation.ts'
import { type Context, WHOLE } from './context.ts'
import type { WorldPlayer } from './players.ts'
import { Refusal } from './refusal.ts'
import { CURRENCY, EVENT } from './sessions.ts'
import {
  BOUGHT,
  countsOf,
  devicesWith,
  makeTally,
  percentNumber,
  type Tally,
  tally,
  type View,
} from './statistics.ts'
import { engagementIn } from './timing.ts'
import type { WorldTest } from './world.ts'
import { readRange, wireDate } from './zone.ts'

type ComparisonRequest = Input<Analytics['comparisonStats']>

const ifBy = (time: number, now: number) => (time <= now ? wireDate(time) : null)

export function listedTests(
  { start_date, end_date, timezone = 'UTC' }: Input<Analytics['comparisonGroups']>,
  { world, now }: Context,
): ComparisonGroup[] {
  const range = readRange({
    start: start_date ?? '0001-01-01 00:00:00',
    end: end_date ?? '9999-12-31 00:00:00',
    zone: timezone,
  })
  return world
    .tests(now)
    .filter(({ created }) => created >= range.from && created < range.to)
    .map((test) => listed(test, now))
}

function listed(test: WorldTest, now: number): ComparisonGroup {
  const player_ids = test.players.map(({ id }) => id)
  return {
    id: test.id,
    name: test.name,
    player_ids,
    players: test.arms.map(({ planned, joined }, place) => ({
      player_id: player_ids[place] ?? '',
      traffic_percentage: planned,
      // Analytics, `items[].start_date`: an arm may lack its own start, and then uses its group's.
      started_at: joined === test.started && test.isStartShared ? null : ifBy(joined, now),
      locked: !test.isAdjusted,
    })),
    started_at: ifBy(test.started, now),
    finished_at: ifBy(test.finished, now),
    created_at: wireDate(test.created),
  }
}

export function comparisonOf(request: ComparisonRequest, context: Context): ComparisonAnswer {
  const { world, now } = context
  const test = world.tests(now).find(({ id }) => id === request.comparison_group_id)
  if (!test) throw new Refusal(404, { error: 'Comparison group could not be found' })
  const { marks } = context.shapes
  const items = request.items.flatMap((item) => itemOf(item, { request, test, now, marks }))
  // Analytics, POST /comparison_groups/stats: foreign players are dropped silently, then 422.
  if (items.length === 0) throw new Refusal(422, { error: 'No valid item remains' })
  return {
    comparison_group: {
      id: test.id,
      name: test.name,
      player_ids: test.players.map(({ id }) => id),
      started_at: ifBy(test.started, now),
      finished_at: ifBy(test.finished, now),
    },
    stats: items.map((item) => statisticsOf(item, request.events ?? USUAL_EVENTS, context)),
  }
}

// Analytics, POST /comparison_groups/stats: the default of `events`.
const USUAL_EVENTS = ['started', 'viewed', 'finished']

interface Item {
  player: WorldPlayer
  view: View
}

interface Asking extends Pick<View, 'now' | 'marks'> {
  request: ComparisonRequest
  test: WorldTest
}

/** A valid item: its player belongs to the group. The test need not have started. */
function itemOf(
  item: ComparisonRequest['items'][number],
  { request, test, now, marks }: Asking,
): Item[] {
  const place = test.players.findIndex(({ id }) => id === item.player_id.toLowerCase())
  const [player, arm] = [test.players[place], test.arms[place]]
  if (!player || !arm) return []
  const { duration: video_duration, pitch_time } = player
  // Analytics, `items[].start_date`: by default the player's own start, else the group's.
  const begin = arm.joined <= now ? arm.joined : test.started
  const range = rangeOf(item, { begin, zone: request.timezone ?? 'Etc/UTC', now })
  return [{ player, view: { ...range, now, video_duration, pitch_time, marks } }]
}

function rangeOf(
  { start_date, end_date }: ComparisonRequest['items'][number],
  { begin, zone, now }: { begin: number; zone: string; now: number },
) {
  // Analytics, `timezone`: it also applies to the defaults taken from the group.
  const start = start_date ?? wireDate(begin)
  const range = readRange({ start, end: end_date ?? start, zone })
  const to = end_date === undefined ? now + 1 : range.to
  return { from: range.from, to: Math.max(range.from, to) }
}

function statisticsOf(
  { player, view }: Item,
  events: string[],
  context: Context,
): ComparisonStatistics {
  const blocks = context.read(player, { from: view.from, to: Math.min(view.to, view.now + 1) })
  const counted = tally(blocks, view, WHOLE)[0] ?? makeTally()
  const engagement = engagementIn(blocks, view)
  const [views, plays] = [countsIn(counted, 'viewed'), countsIn(counted, 'started')]
  const money = amountsOf(counted)
  const perPlay = (amount: number) =>
    plays.total_uniq_device === 0 ? 0 : amount / plays.total_uniq_device
  const ifRequested = (event: string, counts: Counts) => (events.includes(event) ? counts : NOTHING)
  return {
    player_id: player.id,
    pitch_time: view.pitch_time,
    video_duration: view.video_duration,
    views: ifRequested('viewed', views),
    plays: ifRequested('started', plays),
    finishes: ifRequested('finished', countsIn(counted, 'finished')),
    clicks: countsIn(counted, 'clicked'),
    conversions: {
      total: counted.conversions,
      total_uniq_sessions: counted.conversions,
      total_uniq_device: devicesWith(counted, BOUGHT),
      ...money,
    },
    engagement,
    pitch_audience: counted.overPitch,
    pitch_retention_rate: percentNumber(counted.overPitch, counted.played),
    play_rate: percentNumber(plays.total_uniq_device, views.total_uniq_device),
    conversion_rate: percentNumber(counted.conversions, plays.total_uniq_device),
    rpv_usd: perPlay(money.total_amount_usd),
    rpv_brl: perPlay(money.total_amount_brl),
    rpv_eur: perPlay(money.total_amount_eur),
  }
}

const NOTHING = { total: 0, total_uniq_sessions: 0, total_uniq_device: 0 }
type Counts = typeof NOTHING

function countsIn(counted: Tally, event: keyof typeof EVENT): Counts {
  const { events, sessions, devices } = countsOf(counted, EVENT[event])
  return { total: events, total_uniq_sessions: sessions, total_uniq_device: devices }
}

// Analytics, Conventions: in major currency units here.
const amountsOf = ({ amounts }: Tally) => ({
  total_amount_usd: (amounts[CURRENCY.usd] ?? 0) / 100,
  total_amount_brl: (amounts[CURRENCY.brl] ?? 0) / 100,
  total_amount_eur: (amounts[CURRENCY.eur] ?? 0) / 100,
})
