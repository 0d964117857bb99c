// Picks objects of a world by the properties that a test needs, because the first of a list depends
// on the day.
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

/** The most visited player of this kind that is at least a month old and had visitors since. */
export function playerWith({ world }: InWorld, has: (player: WorldPlayer) => boolean): WorldPlayer {
  const now = testClock.now() / 1000
  const old = world
    .players(now)
    .filter(({ created, dead }) => created < now - MONTH && dead * 86_400 > now)
  return most(old.filter(has), ({ scale }) => scale, 'player of this kind')
}

export const pitchedPlayer = (service: InWorld) =>
  playerWith(service, ({ pitch_time }) => pitch_time > 0)

/** The A/B test with the most visitors among those in which all arms have started. */
export function startedTest({ world }: InWorld): WorldTest {
  const now = testClock.now() / 1000
  const started = world.tests(now).filter(({ arms }) => arms.every(({ joined }) => joined < now))
  return most(started, ({ visitors }) => visitors, 'test that has begun')
}

/** The finished A/B test of two arms with the most visitors. */
export function finishedTest({ world }: InWorld): WorldTest {
  const now = testClock.now() / 1000
  const finished = world.tests(now).filter((one) => one.finished < now && one.players.length === 2)
  return most(finished, ({ visitors }) => visitors, 'finished test of two arms')
}
