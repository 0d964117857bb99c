import type { Player } from '../../../shared/api/player.ts'
import {
  ADDITIVE,
  type AdditiveTotals,
  hasActivity,
  type Statistics,
} from '../../../shared/api/statistics.ts'
import { requestsAbout } from '../../../shared/features/analytics/requests.ts'
import type {
  Overview,
  OverviewFigures,
  OverviewRow,
} from '../../../shared/features/overview/overview.ts'
import { NO_STATISTICS, tableAge } from '../../../shared/tables/measures.ts'
import { type Age, isFromBefore, isOlder } from '../../../shared/time/age.ts'
import { dayEndsAt, daysFrom, daysOf, type Period, todayIn } from '../../../shared/time/period.ts'
import { canonicalJson } from '../../database/json.ts'
import type { Answers, StoredAnswer } from '../analytics/answers.ts'
import { createdDayNumber, dayNumber, dayText } from '../analytics/calendar.ts'
import type { DayRange, PeriodSums, PlayerSums, SumsReader } from '../analytics/period-sums.ts'
import type { Zoned } from '../analytics/series.ts'

/** Everything that the overview shows, from stored data. */
export function makeOverview({ answers, readSums }: { answers: Answers; readSums: SumsReader }) {
  const birthdays = perList(birthdaysOf)
  const requests = perList(requestsOf)

  function overview(zoned: Zoned, period: Period, comparison: Period | null): Overview {
    const stored = answers.find(zoned.account_id, 'players', {})
    const players = (stored?.value ?? NOBODY) as readonly Player[]
    const current = figuresOf(zoned, period, players)
    const compared = comparison && figuresOf(zoned, comparison, players)
    const rows = players.map((player): OverviewRow => {
      return { player, current: current.of(player), comparison: compared && compared.of(player) }
    })
    const days = daysOf(period)
    const daily = stored ? current.daily : nothingDaily(days.length)
    const leftOut = stored ? current.leftOut : 0
    const comparedLeftOut = stored && compared ? compared.leftOut : 0
    return { rows, days, daily, leftOut, comparedLeftOut, playersAsOf: stored?.asOf ?? null }
  }

  function figuresOf(zoned: Zoned, period: Period, players: readonly Player[]) {
    const bornOn = birthdays(players, [zoned.timezone])
    const requested = requests(players, [zoned.timezone, period.start, period.end])
    const range = { start: dayNumber(period.start), end: dayNumber(period.end) }
    const sums: PeriodSums = readSums(zoned, range, bornOn)
    // Analytics, POST /sessions/stats_by_day: nothing is earlier than the day before the creation.
    const ofNothing = ({ id }: Player) =>
      range.end < (bornOn.get(id) ?? -Infinity) - 1 ? NO_STATISTICS : null
    const [first] = players
    const answered = first && answers.ofPeriod(zoned.account_id, inputOf(first, zoned, period))
    const answerOf = (player: Player) => answered?.get(requested.get(player) ?? '')
    const endsAt = dayEndsAt(period.end, zoned.timezone)
    const of = (player: Player): OverviewFigures => {
      const answer = answerOf(player)
      const summed = sums.of(player.id)
      const newest = () => sums.newest(player.id)
      const figures = answer ? trusted(answer, summed, { endsAt, newest }) : null
      const age = tableAge([figures && answer, summed?.age])
      const unfinished = unfinishedOf(figures && answer, summed, { period, zoned })
      return {
        period: age.asOf === null ? ofNothing(player) : figures,
        sums: summed?.totals ?? null,
        ...age,
        ...(unfinished && { unfinished }),
      }
    }
    return { of, daily: sums.daily, leftOut: sums.leftOut }
  }

  return overview
}

interface Days {
  /** When the last of them ends, epoch milliseconds. */
  endsAt: number
  /** When the newest of them was read. */
  newest: () => number
}

/**
 * An answer's figures, or null when it is incomplete: all zero although the stored days of the period are not, or from
 * before the period was over although the days are not. Where the days are newer, what can be added comes from them.
 */
function trusted(answer: StoredAnswer, summed: PlayerSums | null, { endsAt, newest }: Days) {
  const figures = answer.value as Statistics | undefined
  if (!figures || !summed?.age) return figures ?? null
  const { age, totals } = summed
  if (!hasActivity(figures) && hasActivity(totals)) return null
  if (!areLater({ age, totals }, answer, newest)) return figures
  const isWhole = (one: Age) => one.isSettled || one.asOf >= endsAt
  return isWhole(age) && !isWhole(answer) ? null : { ...figures, ...totals }
}

/** Whether days are later than an answer, also than one that was final, since sales may arrive later. */
function areLater(
  { age, totals }: { age: Age; totals: AdditiveTotals },
  answer: StoredAnswer,
  newest: Days['newest'],
): boolean {
  if (isOlder(answer, age) || isFromBefore(answer, age)) return true
  if (!answer.isSettled || !age.isSettled) return false
  const figures = answer.value as AdditiveTotals
  return isRaised(figures, totals) && isFromBefore(answer, { asOf: newest() })
}

/** Whether sales arrived after figures were final. Final days that were not read again since lack them too. */
const isRaised = (figures: AdditiveTotals, totals: AdditiveTotals) =>
  ADDITIVE.some((measure) => totals[measure] > figures[measure]) &&
  ADDITIVE.every((measure) => totals[measure] >= figures[measure])

/** The days that were not over when those figures were read that are shown; null when all were. */
function unfinishedOf(
  answer: StoredAnswer | null | undefined,
  summed: PlayerSums | null,
  { period, zoned: { timezone } }: { period: Period; zoned: Zoned },
): Period | null {
  const answered = answer ? daysFrom(todayIn(timezone, answer.asOf), period) : null
  const isAnswerAlone = answer && summed?.age && !isOlder(answer, summed.age)
  return isAnswerAlone ? answered : spanning(answered, summed?.unfinished ?? null)
}

/** From the first day of either to the last; `answered` ends with the period. */
function spanning(answered: Period | null, days: DayRange | null): Period | null {
  if (!days) return answered
  const [start, end] = [dayText(days.start), dayText(days.end)]
  if (!answered) return { start, end }
  return { start: answered.start < start ? answered.start : start, end: answered.end }
}

const NOBODY: readonly Player[] = []
/** Number of zones and periods whose results are cached. */
const MOST_WORDS = 6

/** Caches what is computed from a list of players and some words. */
function perList<T, W extends string[]>(work: (players: readonly Player[], words: W) => T) {
  const lists = new WeakMap<readonly Player[], Map<string, T>>()
  return (players: readonly Player[], words: W): T => {
    const known = lists.get(players) ?? new Map<string, T>()
    lists.set(players, known)
    const key = words.join(' ')
    const made = known.get(key) ?? work(players, words)
    known.delete(key)
    known.set(key, made)
    if (known.size > MOST_WORDS) known.delete(known.keys().next().value ?? key)
    return made
  }
}

const inputOf = (player: Player, { timezone }: Pick<Zoned, 'timezone'>, period: Period) =>
  requestsAbout(player, period, timezone).stats.input

/** The keys under which the players' own answers of a period are stored. */
function requestsOf(
  players: readonly Player[],
  [timezone, start, end]: [timezone: string, start: string, end: string],
): Map<Player, string> {
  const key = (player: Player) => canonicalJson(inputOf(player, { timezone }, { start, end }))
  return new Map(players.map((player) => [player, key(player)]))
}

/**
 * The day on which each player was created, in the zone. Analytics, Player: `created_at` is UTC.
 */
function birthdaysOf(players: readonly Player[], [timezone]: [string]): Map<string, number> {
  return new Map(players.map((player) => [player.id, createdDayNumber(player, timezone)]))
}

function nothingDaily(days: number): Record<keyof AdditiveTotals, (number | null)[]> {
  const nothing = () => new Array<number | null>(days).fill(null)
  return Object.fromEntries(ADDITIVE.map((name) => [name, nothing()])) as ReturnType<
    typeof nothingDaily
  >
}
