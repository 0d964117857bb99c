import { makeVerbs, type Verbs } from '../../src/main/database/verbs.ts'
import { makeReading } from '../../src/main/features/analytics/reading.ts'
import type { AnalyticsName } from '../../src/shared/api/analytics.ts'
import type { Player } from '../../src/shared/api/player.ts'
import { AppError, type Failure } from '../../src/shared/failure.ts'
import { daysOf } from '../../src/shared/time/period.ts'
import { testClock, virtualClock } from './clock.ts'
import { closedLater } from './opened.ts'
import { aDay, statisticsOf } from './store-data.ts'
import { ACCOUNT, aFolder } from './store-folder.ts'

type AnyInput = Record<string, unknown>

/** The real store on files, asked as from another thread. */
function storeIn(verbs: Verbs) {
  return {
    answer: async (...asked: Parameters<Verbs['answer']>) => verbs.answer(...asked),
    keepAnswer: async (...kept: Parameters<Verbs['keepAnswer']>) => verbs.keepAnswer(...kept),
    keepDays: async (...kept: Parameters<Verbs['keepDays']>) => verbs.keepDays(...kept),
    keepAll: async (...kept: Parameters<Verbs['keepAll']>) => verbs.keepAll(...kept),
    listedPlayer: async (...asked: Parameters<Verbs['listedPlayer']>) =>
      verbs.listedPlayer(...asked),
    days: async (...asked: Parameters<Verbs['days']>) => verbs.days(...asked),
    dayCover: async (...asked: Parameters<Verbs['dayCover']>) => verbs.dayCover(...asked),
  }
}

/** A reading of a player list that is stored `at`, from a service that answers as the test says. */
export function aReading(at: number, players: Player[]) {
  const clock = virtualClock(at)
  const verbs = makeVerbs(aFolder(), testClock)
  closedLater(verbs.close)
  verbs.keepAnswer(ACCOUNT, 'players', {}, players, at, false)
  const asked: { name: string; input: AnyInput }[] = []
  const state = {
    changes: 0,
    failure: null as Failure | null,
    /** How far the computer's clock is ahead, as the service's answers show. */
    aheadMs: 0,
    answer: (name: string, input: AnyInput): unknown =>
      name === 'statsByDay' ? daysOf(periodOf(input)).map((day) => aDay(day)) : statisticsOf(name),
  }
  const subscribers: (() => void)[] = []
  const reading = makeReading({
    store: storeIn(verbs),
    ask: async ({ name, input }) => {
      asked.push({ name, input })
      await clock.wait(100)
      if (state.failure) throw new AppError(state.failure)
      const asOf = clock.now()
      const serviceTime = state.aheadMs > 0 ? { serviceTime: asOf - state.aheadMs } : {}
      return { value: state.answer(name, input), asOf, ...serviceTime }
    },
    clock,
    onChange: () => {
      state.changes++
      for (const readAgain of subscribers) readAgain()
    },
    onPlayers: () => undefined,
  })
  const read = (
    name: 'stats' | 'statsByDay' | 'liveUsers' | 'clicksTimed' | 'customMetrics',
    input: object,
    more = {},
  ) => clock.until(reading.read(name, { account_id: ACCOUNT, ...input, ...more }))
  /** Reads now and after every change, as a screen does. */
  const subscribe = (name: AnalyticsName, input: object) => {
    const request = { account_id: ACCOUNT, ...input }
    const readAgain = () => void reading.read(name, request).catch(() => undefined)
    subscribers.push(readAgain)
    readAgain()
  }
  return { clock, verbs, asked, state, reading, read, subscribe }
}

const periodOf = (input: AnyInput) => ({
  start: String(input['start_date']).slice(0, 10),
  end: String(input['end_date']).slice(0, 10),
})
