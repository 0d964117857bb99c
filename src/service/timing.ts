import type { Engagement } from '../shared/api/engagement.ts'
import { at, type Block, beginOf, CURRENCY, EVENT, FIELDS } from './sessions.ts'
import { furthestBy, hundredths, percentNumber, type View } from './statistics.ts'

/** Where sessions first played in the view stopped (Analytics, Engagement distribution). */
export function engagementIn(blocks: Block[], view: Omit<View, 'pitch_time'>): Engagement {
  const stops = stopsIn(blocks, view, () => true)
  let played = 0
  let watched = 0
  for (const { timed, total_users } of stops) {
    played += total_users
    watched += total_users * Math.min(timed, view.video_duration)
  }
  return {
    grouped_timed: marked(stops, view),
    average_watched_time: hundredths(watched, played) / 100,
    engagement_rate: percentNumber(watched, played * view.video_duration),
  }
}

/** The distribution at the configured marks: each second counts at the mark at or before it. */
export function marked<S extends { timed: number; total_users: number }>(
  stops: S[],
  { marks, video_duration }: Pick<View, 'marks' | 'video_duration'>,
) {
  if (marks === 1) return stops
  const byMark = new Map<number, number>()
  for (const { timed, total_users } of stops) {
    // docs/sandbox.md, Retention: the last mark may be the length plus one.
    const mark = timed >= video_duration ? video_duration + 1 : timed - (timed % marks)
    byMark.set(mark, (byMark.get(mark) ?? 0) + total_users)
  }
  return inOrder(byMark, (timed, total_users) => ({ timed, total_users }))
}

type IsSelected = (block: Block, session: number) => boolean

/** The seconds at which the selected sessions stopped that were first played in the view. */
export function stopsIn(blocks: Block[], view: Moment, isSelected: IsSelected) {
  const bySecond = new Map<number, number>()
  const to = Math.min(view.to, view.now + 1)
  for (const block of blocks) {
    for (let session = 0; session < block.sessions; session++) {
      const play = at(block.firstPlay, session)
      if (play === 0 || play < view.from || play >= to || !isSelected(block, session)) continue
      const second = furthestBy(block, session, view.now)
      bySecond.set(second, (bySecond.get(second) ?? 0) + 1)
    }
  }
  return inOrder(bySecond, (timed, total_users) => ({ timed, total_users }))
}

function inOrder<V, R>(bySecond: Map<number, V>, row: (second: number, value: V) => R): R[] {
  return [...bySecond].sort(([a], [b]) => a - b).map(([second, value]) => row(second, value))
}

type Moment = Pick<View, 'from' | 'to' | 'now'>

/** Clicks per second; seconds without clicks are left out. */
export function clicksIn(blocks: Block[], view: Moment) {
  const bySecond = new Map<number, number>()
  const to = Math.min(view.to, view.now + 1)
  for (const block of blocks) {
    for (let event = 0; event < block.time.length; event++) {
      if (block.kind[event] !== EVENT.clicked) continue
      const time = at(block.time, event)
      if (time < view.from || time >= to) continue
      const second = at(block.second, event)
      bySecond.set(second, (bySecond.get(second) ?? 0) + 1)
    }
  }
  return inOrder(bySecond, (timed, total_users) => ({ timed, total_users }))
}

interface Sold {
  conversions: number
  amounts: number[]
}

const NOTHING_SOLD: Sold = { conversions: 0, amounts: [0, 0, 0] }

/** Analytics, POST /conversions/video_timed: every second of the video, with running totals. */
export function conversionsIn(blocks: Block[], view: Moment & Pick<View, 'video_duration'>) {
  const running: Sold = { conversions: 0, amounts: [0, 0, 0] }
  const bySecond = soldBySecond(blocks, view)
  const last = Math.max(view.video_duration, ...bySecond.keys())
  return Array.from({ length: last + 1 }, (_, timed) => {
    const sold = bySecond.get(timed) ?? NOTHING_SOLD
    running.conversions += sold.conversions
    running.amounts = running.amounts.map((amount, index) => amount + (sold.amounts[index] ?? 0))
    return {
      timed,
      timed_conversions: sold.conversions,
      cumulative_conversions: running.conversions,
      timed_amount_usd: sold.amounts[CURRENCY.usd] ?? 0,
      cumulative_amount_usd: running.amounts[CURRENCY.usd] ?? 0,
      timed_amount_brl: sold.amounts[CURRENCY.brl] ?? 0,
      cumulative_amount_brl: running.amounts[CURRENCY.brl] ?? 0,
      timed_amount_eur: sold.amounts[CURRENCY.eur] ?? 0,
      cumulative_amount_eur: running.amounts[CURRENCY.eur] ?? 0,
    }
  })
}

function soldBySecond(blocks: Block[], view: Moment): Map<number, Sold> {
  const bySecond = new Map<number, Sold>()
  for (const block of blocks) {
    for (let sale = 0; sale < block.saleTime.length; sale++) {
      const time = at(block.saleTime, sale)
      const isKnown = at(block.saleArrival, sale) <= view.now
      if (!isKnown || time < view.from || time >= view.to) continue
      const second = at(block.saleSecond, sale)
      const sold = bySecond.get(second) ?? { conversions: 0, amounts: [0, 0, 0] }
      const currency = at(block.saleCurrency, sale)
      sold.conversions += at(block.saleIsInitial, sale)
      sold.amounts[currency] = (sold.amounts[currency] ?? 0) + at(block.saleCents, sale)
      bySecond.set(second, sold)
    }
  }
  return bySecond
}

// Analytics, Limits: live-user session age is the last 12 hours.
export const LIVE_AGE = 12 * 3600

/** Live users per domain, most first; domains without any are left out. */
export function liveUsersIn(blocks: Block[], now: number, minutes: number) {
  const byDomain = new Map<number, number>()
  for (const block of blocks) {
    for (let session = 0; session < block.sessions; session++) {
      const start = at(block.start, session)
      if (start > now || start < now - LIVE_AGE) continue
      if (lastActivity(block, session, now) < now - minutes * 60) continue
      const domain = at(block.fields.domain, session)
      byDomain.set(domain, (byDomain.get(domain) ?? 0) + 1)
    }
  }
  return [...byDomain]
    .map(([domain, live_users]) => ({ domain: FIELDS.domain[domain]?.value ?? '', live_users }))
    .sort((a, b) => b.live_users - a.live_users || a.domain.localeCompare(b.domain))
}

/** The last second, up to now, at which a session loaded, clicked or was watching. */
function lastActivity(block: Block, session: number, now: number): number {
  const play = at(block.firstPlay, session)
  let last = play > 0 && play <= now ? play + furthestBy(block, session, now) : 0
  const end = at(block.eventsEnd, session)
  for (let event = beginOf(block.eventsEnd, session); event < end; event++) {
    const time = at(block.time, event)
    if (time <= now && time > last) last = time
  }
  return last
}
