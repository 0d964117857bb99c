import { Temporal } from 'temporal-polyfill'
import { CAMPAIGNS } from '../../src/service/campaigns.ts'
import type { WorldPlayer } from '../../src/service/players.ts'
import type { Service } from '../../src/service/service.ts'
import { type Block, CURRENCY, EVENT } from '../../src/service/sessions.ts'

interface Asked {
  service: Service
  player: WorldPlayer
  body: {
    start_date: string
    end_date: string
    timezone: string
    pitch_time?: number | undefined
    video_duration?: number | undefined
  }
  /** Which sessions are counted; all when left out. */
  keeps?: (device: number, block: Block, session: number) => boolean
}

/** What the page's address held for a parameter, or null; found without taking the address apart. */
export function inAddress(parameter: string, block: Block, session: number): string | null {
  const address = CAMPAIGNS[Number(block.fields.campaign[session])]?.value ?? ''
  return new RegExp(`(?:^|&)${parameter}=([^&]*)`).exec(address)?.[1] ?? null
}

/** Wall-clock text of a second in a zone, by Intl: it compares as the wire's own dates do. */
function wall(zone: string) {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  return (second: number) => format.format(second * 1000)
}

/** Roughly the range's seconds, two days wider on both sides. */
const around = (text: string, zone: string, days: number) =>
  Temporal.PlainDateTime.from(text.replace(' ', 'T')).add({ days }).toZonedDateTime(zone)
    .epochMilliseconds / 1000

const percent = (part: number, whole: number) =>
  whole === 0 ? 0n : (BigInt(part) * 10_000n) / BigInt(whole)
const text = (hundredths: bigint) =>
  `${hundredths / 100n}.${String(hundredths % 100n).padStart(2, '0')}`

/**
 * What happened, by a second, plain road: every event of the world is kept when its own wall clock
 * lies between the two that were asked, and sets do the counting.
 */
export function gathered({ service, player, body, keeps = () => true }: Asked, nowMs: number) {
  const { start_date, end_date, timezone } = body
  const clock = wall(timezone)
  const within = (second: number) =>
    second <= nowMs / 1000 && clock(second) >= start_date && clock(second) <= end_date
  const range = { from: around(start_date, timezone, -2), to: around(end_date, timezone, 2) }
  const kinds = Object.values(EVENT)
  const events = new Map<number, number>(kinds.map((kind) => [kind, 0]))
  const sessions = new Map(kinds.map((kind) => [kind as number, new Set<string>()]))
  const devices = new Map(kinds.map((kind) => [kind as number, new Set<number>()]))
  const amounts = [0, 0, 0]
  const buyers = new Set<string>()
  const furthest: number[] = []
  service.world.blocks(player, range).forEach((block, blockNumber) => {
    let event = 0
    for (let session = 0; session < block.sessions; session++) {
      const name = `${blockNumber}.${session}`
      const isKept = keeps(Number(block.device[session]), block, session)
      for (; event < Number(block.eventsEnd[session]); event++) {
        if (!isKept || !within(Number(block.time[event]))) continue
        const kind = Number(block.kind[event])
        events.set(kind, Number(events.get(kind)) + 1)
        sessions.get(kind)?.add(name)
        devices.get(kind)?.add(Number(block.device[session]))
      }
      const play = Number(block.firstPlay[session])
      if (isKept && play > 0 && within(play)) {
        furthest.push(Math.min(Number(block.furthest[session]), Math.floor(nowMs / 1000) - play))
      }
    }
  })
  service.world.blocks(player, range).forEach((block, blockNumber) => {
    for (let sale = 0; sale < block.saleTime.length; sale++) {
      const isKnown = Number(block.saleArrival[sale]) <= nowMs / 1000
      if (!isKnown || !within(Number(block.saleTime[sale]))) continue
      const session = block.salesEnd.findIndex((end) => end > sale)
      if (!keeps(Number(block.device[session]), block, session)) continue
      const currency = Number(block.saleCurrency[sale])
      amounts[currency] = Number(amounts[currency]) + Number(block.saleCents[sale])
      if (block.saleIsInitial[sale] === 1) buyers.add(`${blockNumber}.${session}`)
    }
  })
  return { events, sessions, devices, amounts, buyers, furthest }
}

/** A Statistics row of what happened, of the sessions that are kept. */
export function counted(asked: Asked, nowMs: number) {
  const { events, sessions, devices, amounts, buyers, furthest } = gathered(asked, nowMs)
  const { player, body } = asked
  const pitch = body.pitch_time || player.pitch_time
  const duration = body.video_duration || player.duration
  const over = furthest.filter((second) => second >= pitch).length
  const watched = furthest.reduce((sum, second) => sum + Math.min(second, duration), 0)
  const row = (event: keyof typeof EVENT) => ({
    [`total_${event}`]: events.get(EVENT[event]),
    [`total_${event}_session_uniq`]: sessions.get(EVENT[event])?.size,
    [`total_${event}_device_uniq`]: devices.get(EVENT[event])?.size,
  })
  const views = devices.get(EVENT.viewed)?.size ?? 0
  const plays = devices.get(EVENT.started)?.size ?? 0
  return {
    ...row('viewed'),
    ...row('started'),
    ...row('finished'),
    ...row('clicked'),
    total_over_pitch: over,
    total_under_pitch: furthest.length - over,
    total_conversions: buyers.size,
    overall_conversion_rate: Number(percent(buyers.size, plays)) / 100,
    total_amount_usd: amounts[CURRENCY.usd],
    total_amount_brl: amounts[CURRENCY.brl],
    total_amount_eur: amounts[CURRENCY.eur],
    engagement_rate: text(percent(watched, furthest.length * duration)),
    over_pitch_rate: text(percent(over, furthest.length)),
    play_rate: text(percent(plays, views)),
  }
}
