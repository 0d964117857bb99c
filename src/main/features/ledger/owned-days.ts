import type { Period } from '../../../shared/time/period.ts'
import { dayNumber, dayText, monthOf, monthStart } from '../analytics/calendar.ts'
import type { LedgerAnswer } from './store.ts'

/** A stored answer about values by day, with the parameters of its request. */
export interface DatedAnswer {
  id: number
  player_id: string
  field: string
  pitch_time: number
  video_duration: number
  asOf: number
  bytes: number
  /** Day numbers. */
  first: number
  last: number
}

const WIRE = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2})$/

/** The answers about whole days in the zone, cut to the period. */
export function datedAnswers(
  answers: readonly LedgerAnswer[],
  timezone: string,
  period: Period | null,
): DatedAnswer[] {
  const [from, until] = period
    ? [dayNumber(period.start), dayNumber(period.end)]
    : [-Infinity, Infinity]
  return answers.flatMap(({ id, input, asOf, bytes }) => {
    const days = input['timezone'] === timezone ? wholeDays(input) : null
    if (!days) return []
    const first = Math.max(days.first, from)
    const last = Math.min(days.last, until)
    return first > last ? [] : [{ ...parametersOf(input), id, asOf, bytes, first, last }]
  })
}

/** The day numbers of a request; null when it begins or ends within a day. */
function wholeDays(input: LedgerAnswer['input']) {
  const [, start, from] = WIRE.exec(String(input['start_date'])) ?? []
  const [, end, until] = WIRE.exec(String(input['end_date'])) ?? []
  if (!start || !end || from !== '00:00:00' || until !== '23:59:59') return null
  return { first: dayNumber(start), last: dayNumber(end) }
}

const parametersOf = (input: LedgerAnswer['input']) => ({
  player_id: String(input['player_id']),
  field: String(input['field']),
  pitch_time: Number(input['pitch_time'] ?? 0),
  video_duration: Number(input['video_duration'] ?? 0),
})

/** The month numbers that answers are about, ascending. */
export function monthsOfAnswers(answers: readonly DatedAnswer[]): number[] {
  const months = new Set<number>()
  for (const { first, last } of answers)
    for (let month = monthOf(first); month <= monthOf(last); month++) months.add(month)
  return [...months].sort((a, b) => a - b)
}

/** The days of a month that each answer counts for: of several the newest. */
export function ownedDays(answers: readonly DatedAnswer[], month: number) {
  const start = monthStart(month)
  const end = monthStart(month + 1) - 1
  const owners = new Map<string, DatedAnswer[]>()
  const ofMonth = answers.filter(({ first, last }) => first <= end && last >= start)
  for (const answer of [...ofMonth].sort((a, b) => a.asOf - b.asOf || a.id - b.id)) {
    const key = `${answer.player_id} ${answer.field}`
    const days = owners.get(key) ?? []
    owners.set(key, days)
    const until = Math.min(answer.last, end)
    for (let day = Math.max(answer.first, start); day <= until; day++) days[day - start] = answer
  }
  const owned = new Map<DatedAnswer, string[]>()
  for (const days of owners.values()) {
    for (const [offset, answer] of days.entries()) {
      if (!answer) continue
      const known = owned.get(answer) ?? []
      known.push(dayText(start + offset))
      owned.set(answer, known)
    }
  }
  return [...owned].map(([answer, days]) => ({ answer, days }))
}
