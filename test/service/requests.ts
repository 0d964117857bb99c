import fc from 'fast-check'
import { makeService } from '../../src/service/service.ts'
import { count } from '../support/scale.ts'
import { value } from './asking.ts'

export type Row = Record<string, number | string>

export const ADDITIVE = [
  'total_viewed',
  'total_started',
  'total_finished',
  'total_clicked',
  'total_over_pitch',
  'total_under_pitch',
  'total_conversions',
  'total_amount_usd',
  'total_amount_brl',
  'total_amount_eur',
]
export const BY_SESSION = ['viewed', 'started', 'finished', 'clicked'].map(
  (e) => `total_${e}_session_uniq`,
)
export const UNIQUE = [
  ...BY_SESSION,
  ...['viewed', 'started', 'finished', 'clicked'].map((e) => `total_${e}_device_uniq`),
]

/** Zones with days around which their clock changes, so that ranges cover them. */
const PLACES: [zone: string, day: string][] = [
  ['UTC', '2026-06-15'],
  ['America/Sao_Paulo', '2018-11-04'],
  ['America/Sao_Paulo', '2018-02-17'],
  ['Asia/Kathmandu', '2026-06-15'],
  ['Australia/Lord_Howe', '2026-04-05'],
  ['Australia/Lord_Howe', '2026-10-04'],
  ['Europe/Dublin', '2026-03-29'],
  ['Europe/Dublin', '2026-10-25'],
  ['America/New_York', '2026-03-08'],
  ['America/New_York', '2026-11-01'],
]

export const addDays = (date: string, days: number) =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

export const requests = fc
  .record({
    place: fc.constantFrom(...PLACES),
    before: fc.integer({ min: 0, max: 9 }),
    after: fc.integer({ min: 0, max: 9 }),
    startClock: fc.constantFrom('00:00:00', '00:00:00', '00:30:00', '02:15:00', '13:07:09'),
    endClock: fc.constantFrom('23:59:59', '23:59:59', '02:30:00', '18:00:00'),
    /** Days from the range's last day to now: sometimes the day is still going on. */
    since: fc.integer({ min: -1, max: 5 }),
    player: fc.nat(11),
    pitch_time: fc.option(fc.integer({ min: 0, max: 2000 }), { nil: undefined }),
    video_duration: fc.option(fc.integer({ min: 0, max: 4000 }), { nil: undefined }),
  })
  .filter(({ before, after, startClock, endClock }) => before + after > 0 || startClock < endClock)

type AnyRequest = typeof requests extends fc.Arbitrary<infer Q> ? Q : never

const seeds = new Map<string, ReturnType<typeof makeService>>()
export const clock = { now: 0 }

export function posed(request: AnyRequest) {
  const [zone, day] = request.place
  const end = addDays(day, request.after)
  clock.now = Date.parse(`${addDays(end, request.since)}T15:40:00Z`)
  const service =
    seeds.get('world') ??
    makeService({ players: 12, days: 60, limits: { queriesPerMinute: null }, now: () => clock.now })
  seeds.set('world', service)
  const players = service.world.players(clock.now / 1000)
  const player = players[request.player]
  if (!player) throw new Error('no such player')
  const { pitch_time, video_duration } = request
  const body = {
    player_id: player.id,
    start_date: `${addDays(day, -request.before)} ${request.startClock}`,
    end_date: `${end} ${request.endClock}`,
    timezone: zone,
    pitch_time,
    video_duration,
  }
  return { service, player, body }
}

export type Asked = ReturnType<typeof posed>

export const sum = (rows: Row[], field: string) =>
  rows.reduce((total, row) => total + Number(row[field]), 0)
export const pick = (row: Row, fields: string[]) => fields.map((field) => [field, row[field]])
export const sums = (rows: Row[], fields: string[]) =>
  fields.map((field) => [field, sum(rows, field)])

const REQUESTS = count('requests for each law', { usual: 50, full: 2000 })

export const holds = (law: (asked: Asked) => Promise<void>, numRuns = REQUESTS) =>
  fc.assert(
    fc.asyncProperty(requests, (request) => law(posed(request))),
    { numRuns },
  )

export const stats = ({ service, body }: Asked) => value<Row>(service, '/sessions/stats', { body })
export const days = ({ service, body }: Asked) =>
  value<Row[]>(service, '/sessions/stats_by_day', { body })
