import { ADDITIVE } from '../../../shared/api/statistics.ts'
import { isRateOfNone, MEASURES, needsPitch } from '../../../shared/tables/measures.ts'
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
const LANE_OF = new Map<string, number>(LEDGER_LANES.map((name, lane) => [name, lane]))

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
  const number = (name: string) => lanes[LANE_OF.get(name) ?? -1] ?? Number.NaN
  const day = number('day')
  const pitch_time = number('pitch_time')
  const row = whoseDay(of, player, day)
  for (const name of MEASURES) {
    const value = number(name)
    // Analytics, POST /sessions/stats_by_day: without a pitch every session counts as over it.
    const isNone = (pitch_time === 0 && needsPitch(name)) || isRateOfNone(name, number)
    row.push(Number.isNaN(value) || isNone ? null : value)
  }
  const asOf = number('as_of')
  row.push(pitch_time, number('video_duration'), asOf, isSettled(dayText(day), of.timezone, asOf))
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
