import { expect, test } from 'vitest'
import { bridge } from '../../../src/shared/bridge.ts'
import { isCompanyId, namesIn } from '../../../src/shared/model/ids.ts'
import { aPlayer, idOf } from '../../support/statistics.ts'

const TYPED = [
  '3f2b8c1e-0d4a-4c57-9a1b-2e6f7d8c9b0a',
  '3F2B8C1E-0D4A-4C57-9A1B-2E6F7D8C9B0A',
  'd0c0ffee-0000-4000-8000-000000000048',
  '00000000-0000-0000-0000-000000000000',
  '3f2b8c1e0d4a4c579a1b2e6f7d8c9b0a',
  '3f2b8c1e-0d4a-4c57-9a1b-2e6f7d8c9b0',
  '3f2b8c1e-0d4a-9c57-9a1b-2e6f7d8c9b0a',
  '3f2b8c1e-0d4a-4c57-1a1b-2e6f7d8c9b0a',
  'g0000000-0000-4000-8000-000000000048',
  '',
]

test('any UUID is a company id, whatever its version', () => {
  expect(TYPED.map(isCompanyId)).toEqual([
    true,
    true,
    true,
    true,
    false,
    false,
    true,
    true,
    false,
    false,
  ])
})

test.each(TYPED)('the window takes %j for a company id exactly where the bridge does', (typed) => {
  const { input } = bridge.accounts.update
  const { success } = input.safeParse({ account_id: 'a1b2c3d4e5f6', company_id: typed })
  expect(isCompanyId(typed)).toBe(success)
})

test('players of one name or none are told apart, and an unknown one is its id', () => {
  const players = ['VSL', 'VSL ', ' ', 'Quiz'].map((name, at) => aPlayer({ id: idOf(at), name }))
  const nameOf = namesIn(players)
  expect([0, 1, 2, 3, 4].map((at) => nameOf(idOf(at)))).toEqual([
    `VSL (${idOf(0)})`,
    `VSL (${idOf(1)})`,
    `(${idOf(2)})`,
    'Quiz',
    idOf(4),
  ])
})
