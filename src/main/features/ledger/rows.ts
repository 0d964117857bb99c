import { ADDITIVE } from '../../../shared/api/statistics.ts'
import { MEASURES, needsPitch } from '../../../shared/tables/measures.ts'
import { isSettled } from '../../../shared/time/period.ts'
import { dayNumber, dayText } from '../analytics/calendar.ts'
import { LEDGER_LANES } from '../analytics/day-columns.ts'
import { answerRows } from './answer-rows.ts'
import type { LedgerCell } from './parquet-file.ts'

/** The account and zone of rows. */
export interface RowsOf {
  account_id: string
  company: string
  timezone: string
}

interface NamedPlayer {
  id: string
  name: string | null
}

export interface DaysChunk {
  players: readonly (NamedPlayer & { rows: number })[]
  numbers: Float64Array
}

export interface AnswerChunk {
  player: NamedPlayer
  field: string
  pitch_time: number
  video_duration: number
  /** Epoch milliseconds. */
  asOf: number
  /** The days that this answer is the newest for. */
  days: readonly string[]
  /** The answer's JSON. */
  bytes: Uint8Array
}

type Add = (row: readonly LedgerCell[]) => void

const WIDTH = LEDGER_LANES.length
const laneOf = (name: string) => LEDGER_LANES.indexOf(name as (typeof LEDGER_LANES)[number])
const LANES = MEASURES.map((name) => ({ lane: laneOf(name), isOfPitch: needsPitch(name) }))
const [DAY, AS_OF, PITCH, DURATION] = ['day', 'as_of', 'pitch_time', 'video_duration'].map(laneOf)
const [OVER_PITCH, UNDER_PITCH, OVER_PITCH_RATE] = (
  ['total_over_pitch', 'total_under_pitch', 'over_pitch_rate'] as const
).map(laneOf)

/** Adds each day of a chunk to the daily table; returns the number of rows. */
export function addDays(of: RowsOf, { players, numbers }: DaysChunk, add: Add): number {
  let at = 0
  for (const player of players) {
    for (let row = 0; row < player.rows; row++) {
      add(dailyRow(of, player, numbers.subarray(at, at + WIDTH)))
      at += WIDTH
    }
  }
  return at / WIDTH
}

function dailyRow(of: RowsOf, player: NamedPlayer, lanes: Float64Array): LedgerCell[] {
  const number = (lane = -1) => lanes[lane] ?? Number.NaN
  const day = number(DAY)
  const pitch_time = number(PITCH)
  const row = whoseDay(of, player, day)
  // Analytics, POST /sessions/stats_by_day: without a pitch every session counts as over it, and
  // without sessions the rate is 0, which is not a rate.
  const hasSessions = number(OVER_PITCH) + number(UNDER_PITCH) > 0
  for (const { lane, isOfPitch } of LANES) {
    const value = number(lane)
    const isNone = isOfPitch && (pitch_time === 0 || (lane === OVER_PITCH_RATE && !hasSessions))
    row.push(Number.isNaN(value) || isNone ? null : value)
  }
  const asOf = number(AS_OF)
  row.push(pitch_time, number(DURATION), asOf, isSettled(dayText(day), of.timezone, asOf))
  return row
}

/** Adds an answer's values on its days to the breakdown table; returns the number of rows. */
export function addAnswer(of: RowsOf, answer: AnswerChunk, add: Add): number {
  const { player, field, pitch_time, video_duration, asOf } = answer
  const owned = new Map(
    answer.days.map((day) => [day, { isSettled: isSettled(day, of.timezone, asOf) }]),
  )
  let count = 0
  for (const some of answerRows(answer.bytes)) {
    for (const value of some) {
      const day = owned.get(String(value['date_key']))
      if (!day) continue
      const row = whoseDay(of, player, dayNumber(String(value['date_key'])))
      row.push(field, String(value['grouped_field']))
      for (const name of ADDITIVE) row.push(Number(value[name]))
      row.push(pitch_time, video_duration, asOf, day.isSettled)
      add(row)
      count += 1
    }
  }
  return count
}

function whoseDay(of: RowsOf, player: NamedPlayer, day: number): LedgerCell[] {
  return [of.account_id, of.company, player.id, player.name, day, of.timezone]
}
