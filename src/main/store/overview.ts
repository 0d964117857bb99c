import type { Overview, OverviewFigures, OverviewRow } from '../../shared/model/desk.ts'
import { daysOf, type Period } from '../../shared/model/period.ts'
import type { Player } from '../../shared/model/player.ts'
import {
  ADDITIVE,
  type AdditiveTotals,
  NO_STATISTICS,
  type Statistics,
} from '../../shared/model/statistics.ts'
import { questionsAbout } from '../../shared/questions.ts'
import type { Answers } from './answers.ts'
import { dayNumber, makeDayInZone } from './calendar.ts'
import { canonicalJson } from './canonical.ts'
import type { PeriodSums, SumsReader } from './period-sums.ts'
import type { SeriesTable, Zoned } from './series.ts'

interface OverviewParts {
  answers: Answers
  seriesTable: SeriesTable
  readSums: SumsReader
}

/** Everything the overview shows, from what is stored. */
export function makeOverview({ answers, seriesTable, readSums }: OverviewParts) {
  function overview(zoned: Zoned, period: Period, comparison: Period | null): Overview {
    const stored = answers.find(zoned.account_id, 'players', {})
    const players = (stored?.value ?? []) as Player[]
    const bornOn = birthdays(players, zoned.timezone)
    const current = figuresOf(zoned, period, bornOn)
    const compared = comparison && figuresOf(zoned, comparison, bornOn)
    const rows = players.map((player): OverviewRow => {
      return {
        player,
        current: current.of(player),
        comparison: compared && compared.of(player),
      }
    })
    const days = daysOf(period)
    const daily = stored ? current.daily : nothingDaily(days.length)
    return { rows, days, daily, playersAsOf: stored?.asOf ?? null }
  }

  function figuresOf(zoned: Zoned, period: Period, bornOn: Map<string, number>) {
    const range = { start: dayNumber(period.start), end: dayNumber(period.end) }
    const sums: PeriodSums = readSums(seriesTable.calendarOf(zoned), range, bornOn)
    const question = (player: Player) => questionsAbout(player, period, zoned.timezone).stats.input
    // Analytics, POST /sessions/stats_by_day: nothing is earlier than the day before the creation.
    const ofNothing = ({ id }: Player) =>
      range.end < (bornOn.get(id) ?? -Infinity) - 1 ? NO_STATISTICS : null
    let answered: ReturnType<Answers['ofPeriod']> | null = null
    const of = (player: Player): OverviewFigures => {
      const input = question(player)
      answered ??= answers.ofPeriod(zoned.account_id, input)
      const answer = answered.get(canonicalJson(input))
      const summed = sums.of(player.id)
      const times = [answer?.asOf, summed?.asOf].filter((time) => typeof time === 'number')
      const period = (answer?.value as Statistics | undefined) ?? null
      return {
        period: times.length === 0 ? ofNothing(player) : period,
        sums: summed?.totals ?? null,
        asOf: times.length === 0 ? null : Math.min(...times),
      }
    }
    return { of, daily: sums.daily }
  }

  return overview
}

/** The day on which each player came to be, in the zone. Analytics, Player: `created_at` is UTC. */
function birthdays(players: Player[], timezone: string): Map<string, number> {
  const dayInZone = makeDayInZone(timezone)
  return new Map(players.map(({ id, created_at }) => [id, dayInZone(created_at) ?? -Infinity]))
}

function nothingDaily(days: number): Record<keyof AdditiveTotals, (number | null)[]> {
  const nothing = () => new Array<number | null>(days).fill(null)
  return Object.fromEntries(ADDITIVE.map((name) => [name, nothing()])) as ReturnType<
    typeof nothingDaily
  >
}
