// What a test takes from a world, by what it needs of it: which is the first of a list depends on the day.
import type { WorldPlayer } from '../../src/service/players.ts'
import type { Service } from '../../src/service/service.ts'
import type { WorldTest } from '../../src/service/world.ts'
import { testClock } from './clock.ts'

const MONTH = 31 * 86_400

type InWorld = Pick<Service, 'world'>

const most = <T>(all: T[], size: (one: T) => number, what: string): T => {
  const [largest] = all.toSorted((a, b) => size(b) - size(a))
  if (!largest) throw new Error(`The world has no ${what}.`)
  return largest
}

/** The most visited player with a pitch that has been there, and visited, for a month. */
export function pitchedPlayer({ world }: InWorld): WorldPlayer {
  const now = testClock.now() / 1000
  const old = world
    .players(now)
    .filter(({ created, dead }) => created < now - MONTH && dead * 86_400 > now)
  const pitched = old.filter(({ pitch_time }) => pitch_time > 0)
  return most(pitched, ({ scale }) => scale, 'player with a pitch')
}

/** The finished A/B test of two arms with the most visitors. */
export function finishedTest({ world }: InWorld): WorldTest {
  const now = testClock.now() / 1000
  const finished = world.tests(now).filter((one) => one.finished < now && one.players.length === 2)
  return most(finished, ({ visitors }) => visitors, 'finished test of two arms')
}
