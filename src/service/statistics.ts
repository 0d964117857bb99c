import type { Statistics } from '../shared/api/statistics.ts'
import type { Shapes } from './answer-shapes.ts'
import { at, type Block, beginOf, CURRENCY, EVENT } from './sessions.ts'
import type { Range } from './zone.ts'

/** A range and the time of the request: nothing after `now` has happened yet. */
export interface View extends Range {
  now: number
  pitch_time: number
  video_duration: number
  /** Seconds between the marks of a distribution. */
  marks: Shapes['marks']
}

/** Assigns events or sessions to groups. */
export interface Cut {
  groups: number
  groupOf(time: number, block: Block, session: number): number
}

export interface Tally {
  /** By kind of event. */
  events: number[]
  sessions: number[]
  /** For each device, one bit per kind of event that it had, and `BOUGHT`. */
  devices: Map<number, number>
  played: number
  overPitch: number
  /** Seconds watched, limited to `video_duration` per session. */
  watched: number
  conversions: number
  /** Cents, by currency. */
  amounts: number[]
}

const KINDS = Object.keys(EVENT).length
/** The bit of devices with an initial sale. */
export const BOUGHT = KINDS

export const makeTally = (): Tally => ({
  events: Array<number>(KINDS).fill(0),
  sessions: Array<number>(KINDS).fill(0),
  devices: new Map(),
  played: 0,
  overPitch: 0,
  watched: 0,
  conversions: 0,
  amounts: [0, 0, 0],
})

/** Counts a view's activity by group, in one pass. Idle groups have no tally. */
export function tally(blocks: Block[], view: View, cut: Cut): Tally[] {
  const tallies: Tally[] = []
  const visible: View = { ...view, to: Math.min(view.to, view.now + 1) }
  for (const block of blocks) {
    for (let session = 0; session < block.sessions; session++) {
      if (at(block.start, session) >= visible.to) continue
      const counting = { tallies, view: visible, cut, block, session }
      countEvents(counting)
      countPlay(counting)
      countSales(counting)
    }
  }
  return tallies
}

interface Counting {
  tallies: Tally[]
  view: View
  cut: Cut
  block: Block
  session: number
}

/** The tally of a time's group, created on demand; undefined outside all groups. */
function tallyAt({ tallies, cut, block, session }: Counting, time: number): Tally | undefined {
  const group = cut.groupOf(time, block, session)
  if (group < 0 || group >= cut.groups) return undefined
  return (tallies[group] ??= makeTally())
}

function countEvents(counting: Counting) {
  const { view, block, session } = counting
  const end = at(block.eventsEnd, session)
  const device = at(block.device, session)
  let open: Tally | undefined
  let kinds = 0
  for (let event = beginOf(block.eventsEnd, session); event < end; event++) {
    const time = at(block.time, event)
    if (time < view.from || time >= view.to) continue
    const group = tallyAt(counting, time)
    // Events are in order of time, so those of one group are adjacent.
    if (group !== open) {
      if (open) countUniques(open, kinds, device)
      open = group
      kinds = 0
    }
    const kind = at(block.kind, event)
    kinds |= 1 << kind
    if (group) group.events[kind] = (group.events[kind] ?? 0) + 1
  }
  if (open) countUniques(open, kinds, device)
}

function countUniques(group: Tally, kinds: number, device: number) {
  for (let kind = 0; kind < KINDS; kind++) {
    if (kinds & (1 << kind)) group.sessions[kind] = (group.sessions[kind] ?? 0) + 1
  }
  group.devices.set(device, (group.devices.get(device) ?? 0) | kinds)
}

/** Counts a session once, in the group of its first play. */
function countPlay(counting: Counting) {
  const { view, block, session } = counting
  const play = at(block.firstPlay, session)
  if (play === 0 || play < view.from || play >= view.to) return
  const group = tallyAt(counting, play)
  if (!group) return
  const second = furthestBy(block, session, view.now)
  group.played += 1
  group.watched += Math.min(second, view.video_duration)
  // Analytics, POST /sessions/stats_by_day: without a pitch every session reaches it.
  if (second >= view.pitch_time) group.overPitch += 1
}

/** The furthest second that a session has reached by now; it may still be watching. */
export function furthestBy(block: Block, session: number, now: number): number {
  const elapsed = now - at(block.firstPlay, session)
  return Math.min(at(block.furthest, session), Math.max(elapsed, 0))
}

// Analytics, Statistics row, Rules: sales and their amounts count on the day of the click.
function countSales(counting: Counting) {
  const { view, block, session } = counting
  const end = at(block.salesEnd, session)
  for (let sale = beginOf(block.salesEnd, session); sale < end; sale++) {
    const time = at(block.saleTime, sale)
    if (time < view.from || time >= view.to) continue
    if (at(block.saleArrival, sale) > view.now) continue
    const group = tallyAt(counting, time)
    if (!group) continue
    const currency = at(block.saleCurrency, sale)
    // A session has at most one initial sale, so these count sessions.
    if (at(block.saleIsInitial, sale) === 1) {
      const device = at(block.device, session)
      group.conversions += 1
      group.devices.set(device, (group.devices.get(device) ?? 0) | (1 << BOUGHT))
    }
    group.amounts[currency] = (group.amounts[currency] ?? 0) + at(block.saleCents, sale)
  }
}

/** Whether a statistics row would be all zeros. */
export const isIdle = ({ events, amounts }: Tally): boolean =>
  STATED.every((kind) => events[kind] === 0) && amounts.every((amount) => amount === 0)

const STATED = [EVENT.viewed, EVENT.started, EVENT.finished, EVENT.clicked]

/** A tally as the fields of a statistics row. */
export function statisticsRow(counted: Tally, video_duration: number): Statistics {
  const viewed = countsOf(counted, EVENT.viewed)
  const started = countsOf(counted, EVENT.started)
  const finished = countsOf(counted, EVENT.finished)
  const clicked = countsOf(counted, EVENT.clicked)
  return {
    total_viewed: viewed.events,
    total_viewed_session_uniq: viewed.sessions,
    total_viewed_device_uniq: viewed.devices,
    total_started: started.events,
    total_started_session_uniq: started.sessions,
    total_started_device_uniq: started.devices,
    total_finished: finished.events,
    total_finished_session_uniq: finished.sessions,
    total_finished_device_uniq: finished.devices,
    total_clicked: clicked.events,
    total_clicked_session_uniq: clicked.sessions,
    total_clicked_device_uniq: clicked.devices,
    total_over_pitch: counted.overPitch,
    total_under_pitch: counted.played - counted.overPitch,
    total_conversions: counted.conversions,
    overall_conversion_rate: percentNumber(counted.conversions, started.devices),
    total_amount_usd: counted.amounts[CURRENCY.usd] ?? 0,
    total_amount_brl: counted.amounts[CURRENCY.brl] ?? 0,
    total_amount_eur: counted.amounts[CURRENCY.eur] ?? 0,
    engagement_rate: percentText(counted.watched, counted.played * video_duration),
    over_pitch_rate: percentText(counted.overPitch, counted.played),
    play_rate: percentText(started.devices, viewed.devices),
  }
}

/** All events of a kind, with unique sessions and devices. */
export function countsOf(counted: Tally, kind: number) {
  const devices = devicesWith(counted, kind)
  return { events: counted.events[kind] ?? 0, sessions: counted.sessions[kind] ?? 0, devices }
}

export function devicesWith(counted: Tally, bit: number): number {
  let devices = 0
  for (const kinds of counted.devices.values()) devices += (kinds >> bit) & 1
  return devices
}

/** `part / whole` in hundredths, truncated (Analytics, Conventions); 0 when `whole` is 0. */
export function hundredths(part: number, whole: number): number {
  if (whole === 0) return 0
  // By remainder, because dividing first could round up.
  const scaled = part * 100
  return (scaled - (scaled % whole)) / whole
}

/** A percentage as a string with two decimals. */
export function percentText(part: number, whole: number): string {
  const cut = hundredths(part * 100, whole)
  return `${Math.floor(cut / 100)}.${String(cut % 100).padStart(2, '0')}`
}

export const percentNumber = (part: number, whole: number) => hundredths(part * 100, whole) / 100
