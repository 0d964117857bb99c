import { expect, it } from 'vitest'
import { type Command, matching, runsOf } from '../../../src/renderer/shell/commands.ts'

const command = (kind: Command['kind'], text: string): Command => ({
  id: text,
  kind,
  text,
  run: () => {},
})
const texts = (commands: Command[], search: string) =>
  matching(commands, search).shown.map(({ text }) => text)

it('players, videos, reports and settings join only once something is typed', () => {
  const all = (['go', 'player', 'video', 'report', 'setting'] as const).map((kind) =>
    command(kind, `Over ${kind}`),
  )
  expect(texts(all, '  ')).toEqual(['Over go'])
  expect(texts(all, 'over')).toEqual(all.map(({ text }) => text))
})

it('recently opened players are listed first until something is typed, and found only once', () => {
  const all = [
    command('recent', 'Over 40'),
    command('go', 'Overview'),
    command('player', 'Over 40'),
  ]
  expect(texts(all, '')).toEqual(['Over 40', 'Overview'])
  expect(matching(all, 'over 40').shown.map(({ kind }) => kind)).toEqual(['player'])
})

it('every word must be found, without regard to accents, case or order', () => {
  const all = [command('player', 'VSL Emagreça Rápido'), command('player', 'Emagreça já')]
  expect(texts(all, 'rapido EMAGRECA')).toEqual(['VSL Emagreça Rápido'])
})

it('matches that start with the search text come first', () => {
  const all = [command('player', 'My keto'), command('player', 'Keto 1')]
  expect(texts(all, 'keto')).toEqual(['Keto 1', 'My keto'])
})

it('regular expression characters are matched literally', () => {
  const all = [command('player', 'Offer (50%) [new]'), command('player', 'Offer')]
  expect(texts(all, '(50%) [')).toEqual(['Offer (50%) [new]'])
})

it('of thousands of matches, fifty are shown and the rest is counted', () => {
  const all = Array.from({ length: 5000 }, (_, n) => command('player', `Player ${n}`))
  const { shown, more } = matching(all, 'player')
  expect([shown.length, more]).toEqual([50, 4950])
})

it('adjacent commands of the same kind form one group', () => {
  const runs = runsOf([
    command('go', 'Overview'),
    command('go', 'Videos'),
    command('command', 'Theme'),
  ])
  expect(runs.map(({ kind, from, commands }) => [kind, from, commands.length])).toEqual([
    ['go', 0, 2],
    ['command', 2, 1],
  ])
})
