import { expect, test } from 'vitest'
import { visitorsOfArm } from '../../src/service/split-tests.ts'
import { makeWorld } from '../../src/service/world.ts'

const DAY = 86_400
const NOW = Date.parse('2026-11-21T10:20:30Z') / 1000
const world = makeWorld({ players: 24, days: 365, seed: 1 })
const tests = world.tests(NOW)

test('every arm is linked to its test, and exists as long as the test', () => {
  expect(tests.length).toBeGreaterThan(10)
  for (const { seed, created, finished, arms, players } of tests) {
    players.forEach((player, place) => {
      expect(player.created).toBeLessThanOrEqual(created)
      expect(player.deleted).toBeGreaterThanOrEqual(finished)
      const part = player.parts.find(({ test: one }) => one.seed === seed)
      expect(part?.arm).toEqual(arms[place])
    })
  }
})

test('a player is in one test at a time', () => {
  for (const { parts } of world.players(NOW)) {
    parts.slice(1).forEach((part, before) => {
      expect(part.firstDay).toBeGreaterThan(Number(parts[before]?.lastDay))
    })
  }
})

test('the arms share the visitors of each day without a loss, and over all days by their weights', () => {
  for (const { seed, arms, players, finished } of tests) {
    const parts = players.flatMap((player) => player.parts.filter((one) => one.test.seed === seed))
    const lastDay = Math.floor(finished / DAY)
    const first = Math.max(...parts.map(({ firstDay }) => firstDay))
    const got = arms.map(() => 0)
    for (let day = first; day <= lastDay; day++) {
      const shares = parts.map((part) => visitorsOfArm(part, day, 400))
      expect(shares.reduce((sum, share) => sum + share, 0)).toBe(400)
      shares.forEach((share, place) => {
        got[place] = Number(got[place]) + share
      })
    }
    const total = got.reduce((sum, share) => sum + share, 0)
    const weights = arms.reduce((sum, { weight }) => sum + weight, 0)
    // Four standard deviations: a sound split passes the desk's own check of splits.
    arms.forEach(({ weight }, place) => {
      const share = weight / weights
      const spread = Math.sqrt(total * share * (1 - share))
      expect(Math.abs(Number(got[place]) - total * share)).toBeLessThan(4 * spread)
      expect(got[place]).not.toBe(total * share)
    })
  }
})

test('a small or short world has no tests, and the past of a world does not change', () => {
  expect(makeWorld({ players: 3, days: 365, seed: 1 }).tests(NOW)).toEqual([])
  expect(makeWorld({ players: 24, days: 3, seed: 1 }).tests(NOW)).toEqual([])
  const later = makeWorld({ players: 24, days: 365, seed: 1 }).tests(NOW + 30 * DAY)
  const kept = new Map(later.map((one) => [one.id, one]))
  const still = tests.filter(({ id }) => kept.has(id))
  expect(still.length).toBeGreaterThan(5)
  for (const one of still) expect(kept.get(one.id)).toEqual(one)
})

test('with any seed and at any time, one test runs in all arms, one is finished and one planned', () => {
  for (let seed = 1; seed <= 10; seed++) {
    const of = makeWorld({ players: 24, days: 365, seed })
    for (let now = NOW; now < NOW + 400 * DAY; now += 2.3 * DAY) {
      const found = of.tests(now)
      const begun = found.filter(({ arms }) => arms.every(({ joined }) => joined <= now))
      expect(begun.some(({ finished }) => finished > now)).toBe(true)
      expect(begun.some(({ finished }) => finished <= now)).toBe(true)
      expect(found.some(({ started }) => started > now)).toBe(true)
    }
  }
})
