import { expect, test } from 'vitest'
import type { OwnAnnotation } from '../../../../src/shared/features/annotations/own-annotation.ts'
import {
  annotationsFound,
  annotationsTable,
} from '../../../../src/shared/features/annotations/table.ts'
import { idOf } from '../../../support/statistics.ts'

const written = (change: Partial<OwnAnnotation>): OwnAnnotation => ({
  id: 'a',
  player_id: null,
  period: { start: '2026-03-01', end: '2026-03-02' },
  text: 'Carnaval',
  tags: ['feriado'],
  madeAt: 5,
  changedAt: 6,
  ...change,
})
const players = [{ id: idOf(1), name: 'Promoção' }]
const ALL = [
  written({}),
  written({ id: 'b', player_id: idOf(1), text: 'Offer', tags: [], changedAt: 9 }),
  written({ id: 'c', player_id: idOf(2), text: 'Gone', tags: [] }),
]

test('annotations are found by text, by tag, and by the name of a player, or its id without a name', () => {
  const found = (search: string) =>
    annotationsFound(ALL, { search, players }).map(({ text }) => text)
  expect(found(' carna ')).toEqual(['Carnaval'])
  expect(found('FERIADO')).toEqual(['Carnaval'])
  expect(found('promocao')).toEqual(['Offer'])
  expect(found(idOf(2))).toEqual(['Gone'])
  expect(found('')).toHaveLength(3)
})

test('annotations of players of one name are found by the id that is shown with it', () => {
  const twins = [1, 2].map((number) => ({ id: idOf(number), name: 'Launch' }))
  const found = (search: string) =>
    annotationsFound(ALL, { search, players: twins }).map(({ text }) => text)
  expect(found('launch')).toEqual(['Offer', 'Gone'])
  expect(found(idOf(2))).toEqual(['Gone'])
})

test('a row has the days, the player and the creation time of an annotation', () => {
  const { rows, asOf } = annotationsTable(ALL, { search: '', players })
  const none = { missing: 'not-applicable' }
  expect(rows[0]).toEqual([
    ...['2026-03-01', '2026-03-02', none, none, 'Carnaval', 'feriado', 5, 6],
  ])
  expect(rows[1]?.slice(2, 4)).toEqual(['Promoção', idOf(1)])
  expect(rows[2]?.slice(2, 4)).toEqual([idOf(2), idOf(2)])
  expect(asOf).toBe(9)
  expect(annotationsTable([], { search: '', players }).asOf).toBeNull()
})
