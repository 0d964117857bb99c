import { type Audience, audienceOn, sessionsOn } from './audience.ts'
import { CAMPAIGNS, ORDINARY_CAMPAIGNS } from './campaigns.ts'
import {
  BROWSERS,
  COUNTRIES,
  COUNTRIES_OF,
  DEVICE_TYPES,
  DOMAINS,
  EURO_COUNTRIES,
  makeChooser,
  ORDINARY_DOMAINS,
} from './names.ts'
import type { WorldPlayer } from './players.ts'
import { below, exponential, hash, makeRandom, type Random } from './random.ts'
import { furthestSecond } from './retention.ts'
import { type Effect, effectOn, multiply, NO_EFFECT } from './variants.ts'

export const EVENT = { viewed: 0, started: 1, finished: 2, clicked: 3, paused: 4 } as const
export type EventName = keyof typeof EVENT
export const CURRENCY = { usd: 0, brl: 1, eur: 2 } as const

/** The values of each session field. Columns of a block are indexes into them. */
export const FIELDS = {
  country: COUNTRIES,
  browser: BROWSERS,
  device_type: DEVICE_TYPES,
  domain: DOMAINS,
  campaign: CAMPAIGNS,
} as const
export type Field = keyof typeof FIELDS

/**
 * A player's sessions of some days, in columns. Events and sales are in the order of their
 * sessions, and a session's events in order of time; `eventsEnd[i]` is the end of session i's
 * events. Times are seconds since the epoch, seconds are of the video, money is in cents.
 */
export interface Block {
  sessions: number
  start: Uint32Array
  device: Uint32Array
  /** When play was first pressed; 0 for never. */
  firstPlay: Uint32Array
  furthest: Uint32Array
  fields: Record<Field, Uint8Array>
  eventsEnd: Uint32Array
  time: Uint32Array
  kind: Uint8Array
  second: Uint32Array
  salesEnd: Uint32Array
  /** The click that a sale is credited to: its time, and its second of the video. */
  saleTime: Uint32Array
  saleSecond: Uint32Array
  /** When the sale becomes visible: minutes to two days after its click. */
  saleArrival: Uint32Array
  saleCents: Uint32Array
  saleCurrency: Uint8Array
  /** 1 for the initial sale, 0 for an order bump. */
  saleIsInitial: Uint8Array
}

/** The number in a column; 0 outside. */
export const at = (column: Uint32Array | Uint8Array, index: number) => column[index] ?? 0

/** Where a session's events or sales begin, from the column of ends. */
export const beginOf = (ends: Uint32Array, session: number) =>
  session > 0 ? at(ends, session - 1) : 0

const DAY = 86_400
const HOUR = 3600
/** Limit of a reload after the session's start, so that no session lasts a whole day. */
const LAST_RELOAD = 20 * HOUR

const choose = {
  country: makeChooser(COUNTRIES),
  browser: makeChooser(BROWSERS),
  device_type: makeChooser(DEVICE_TYPES),
  domain: makeChooser(DOMAINS),
  campaign: makeChooser(CAMPAIGNS),
  /** Hours of the day in UTC; most activity is from noon to 3. */
  hour: makeChooser(
    [6, 5, 3, 2, 1, 1, 1, 1, 1, 2, 3, 4, 5, 6, 6, 6, 6, 6, 6, 7, 8, 9, 9, 8].map((weight) => ({
      value: '',
      weight,
    })),
  ),
}

const chooseOrdinary = {
  domain: makeChooser(ORDINARY_DOMAINS),
  campaign: makeChooser(ORDINARY_CAMPAIGNS),
  country: { usd: makeChooser(COUNTRIES_OF.usd), brl: makeChooser(COUNTRIES_OF.brl) },
}

const makeColumns = () => ({
  start: [] as number[],
  device: [] as number[],
  firstPlay: [] as number[],
  furthest: [] as number[],
  country: [] as number[],
  browser: [] as number[],
  device_type: [] as number[],
  domain: [] as number[],
  campaign: [] as number[],
  eventsEnd: [] as number[],
  time: [] as number[],
  kind: [] as number[],
  second: [] as number[],
  salesEnd: [] as number[],
  saleTime: [] as number[],
  saleSecond: [] as number[],
  saleArrival: [] as number[],
  saleCents: [] as number[],
  saleCurrency: [] as number[],
  saleIsInitial: [] as number[],
})
type Columns = ReturnType<typeof makeColumns>

/** The sessions that start on some UTC days; deterministic. */
export function makeBlock(player: WorldPlayer, firstDay: number, days: number): Block {
  const columns = makeColumns()
  for (let day = firstDay; day < firstDay + days; day++) {
    const audience = audienceOn(player, day)
    const random = makeRandom(hash(player.seed, day, 2))
    const count = sessionsOn(player, day)
    for (let index = 0; index < count; index++) {
      addSession({ columns, player, random, audience }, day, index)
    }
  }
  const { country, browser, device_type, domain, campaign, ...rest } = columns
  const fields = { country, browser, device_type, domain, campaign }
  return {
    ...(Object.fromEntries(
      Object.entries(rest).map(([name, values]) => [name, packed(name, values)]),
    ) as Omit<Block, 'sessions' | 'fields'>),
    sessions: columns.start.length,
    fields: Object.fromEntries(
      Object.entries(fields).map(([name, values]) => [name, new Uint8Array(values)]),
    ) as Block['fields'],
  }
}

const BYTES = new Set(['kind', 'saleCurrency', 'saleIsInitial'])
const packed = (name: string, values: number[]) =>
  BYTES.has(name) ? new Uint8Array(values) : new Uint32Array(values)

interface Making {
  columns: Columns
  player: WorldPlayer
  random: Random
  audience: Audience
}

function addSession(making: Making, day: number, index: number) {
  const { columns, player, random, audience } = making
  const hour = choose.hour(random())
  const start = day * DAY + hour * HOUR + below(random, HOUR)
  // Drawn before a session may be skipped, so that the others do not depend on it.
  const [stay, keen] = [random(), random()]
  if (start < player.created || start >= player.deleted) return
  addVisitor(making, day, index)
  columns.start.push(start)
  const effect = effectOn(player, columns.device.at(-1) ?? 0)
  if (audience.part) multiply(effect, audience.part.arm.effect)
  multiply(effect, CAMPAIGNS[columns.campaign.at(-1) ?? 0]?.effect ?? NO_EFFECT)
  const furthest = furthestSecond(audience.curve, stay ** effect.stay)
  const plays = keen < audience.playShare * effect.play
  const firstPlay = addLoads(making, { start, furthest, plays, effect })
  columns.firstPlay.push(firstPlay)
  columns.furthest.push(firstPlay > 0 ? furthest : 0)
  columns.eventsEnd.push(columns.time.length)
  columns.salesEnd.push(columns.saleTime.length)
}

function addVisitor(making: Making, day: number, index: number) {
  const { columns, player, random } = making
  const device = deviceOf(making, day, index)
  // Derived from the device, so that a returning device has the same values.
  const trait = makeRandom(hash(player.seed, device))
  columns.device.push(device)
  const { currency } = player
  const country = currency ? chooseOrdinary.country[currency] : choose.country
  const { domain, campaign } = player.texts === 'ordinary' ? chooseOrdinary : choose
  columns.country.push(country(trait()))
  columns.browser.push(choose.browser(trait()))
  columns.device_type.push(choose.device_type(trait()))
  columns.domain.push(domain(random()))
  columns.campaign.push(campaign(random()))
}

/** A quarter of the visitors return from the same or an earlier day. */
function deviceOf(making: Omit<Making, 'columns'>, day: number, index: number): number {
  const { player, random, audience } = making
  const own = day * 65_536 + index
  if (random() >= 0.25) return own
  const earlier = day - below(random, 12)
  // Visitors from before a test would meet other arms too, so they count as new.
  if (earlier < (audience.part?.firstDay ?? 0)) return own
  const there = earlier === day ? index : sessionsOn(player, earlier)
  return there > 0 ? earlier * 65_536 + below(random, there) : own
}

interface Visit {
  start: number
  furthest: number
  plays: boolean
  effect: Effect
}

/** Adds the events of a session's page loads. Returns when play was first pressed, 0 for never. */
function addLoads(making: Making, visit: Visit): number {
  const { columns, player, random } = making
  const { start, plays } = visit
  let firstPlay = 0
  let load = start
  let willPlay = plays
  for (;;) {
    addEvent(columns, load, EVENT.viewed, 0)
    if (willPlay) {
      // In the second of its view, so that no zone puts the two on different days.
      addEvent(columns, load, EVENT.started, 0)
      if (firstPlay === 0) addWatching(making, load, visit)
      firstPlay ||= load
    }
    const next = load + player.duration + 60 + Math.floor(exponential(random, 2 * HOUR))
    if (random() >= 0.14 || next > start + LAST_RELOAD) return firstPlay
    load = next
    willPlay = random() < 0.5
  }
}

function addWatching(making: Making, play: number, { furthest, effect }: Visit) {
  const { columns, player, random } = making
  const first = clickSecond(making, furthest, effect)
  for (let click = first; click !== null; ) {
    addEvent(columns, play + click, EVENT.clicked, click)
    if (click === first && random() < 0.13 * effect.sale) addSales(making, play + click, click)
    const again = click + 2 + below(random, 40)
    click = random() < 0.15 && again <= furthest ? again : null
  }
  addPause(making, play, furthest)
  if (furthest >= player.duration) addEvent(columns, play + furthest, EVENT.finished, furthest)
}

type Happened = [time: number, kind: number, second: number]

function addEvent(columns: Columns, ...[time, kind, second]: Happened) {
  columns.time.push(time)
  columns.kind.push(kind)
  columns.second.push(second)
}

/** A third of the sessions that continue after their last click pause once. */
function addPause({ columns, player }: Making, play: number, furthest: number) {
  // A separate random sequence, so that pauses do not change anything else.
  const random = makeRandom(hash(player.seed, play, 7))
  const since = columns.second.at(-1) ?? 0
  if (random() >= 1 / 3 || furthest <= since) return
  const second = since + below(random, furthest - since)
  addEvent(columns, play + second, EVENT.paused, second)
}

/** The second of the first click, usually soon after the pitch; null for none. */
function clickSecond(making: Making, furthest: number, effect: Effect): number | null {
  const { player, random } = making
  const pitch = player.pitch_time || Math.round(player.duration * 0.8)
  const isEarly = random() < 0.006
  if (isEarly) return below(random, furthest + 1)
  if (furthest < pitch || random() >= 0.2 * effect.click) return null
  const second = pitch + Math.floor(exponential(random, 90))
  return Math.min(second, furthest)
}

const PRICES = [4700, 6700, 9700, 14_700, 19_700, 29_700]
const BUMPS = [1990, 2790, 3700, 4990]

function addSales({ columns, player, audience, random }: Making, time: number, second: number) {
  const arrival = time + 120 + Math.min(Math.floor(exponential(random, 3 * HOUR)), 2 * DAY - 120)
  const country = COUNTRIES[columns.country.at(-1) ?? 0]?.value ?? ''
  const price = PRICES[(audience.seed + below(random, 2)) % PRICES.length] ?? 0
  const bumps = random() < 0.35 ? 1 + below(random, 2) : 0
  for (let sale = 0; sale <= bumps; sale++) {
    columns.saleTime.push(time)
    columns.saleSecond.push(second)
    columns.saleArrival.push(arrival)
    columns.saleCents.push(sale === 0 ? price : (BUMPS[below(random, BUMPS.length)] ?? 0))
    columns.saleCurrency.push(currencyOf(player, country))
    columns.saleIsInitial.push(sale === 0 ? 1 : 0)
  }
}

function currencyOf({ currency }: WorldPlayer, country: string): number {
  if (currency) return CURRENCY[currency]
  if (country === 'Brazil') return CURRENCY.brl
  return EURO_COUNTRIES.has(country) ? CURRENCY.eur : CURRENCY.usd
}
