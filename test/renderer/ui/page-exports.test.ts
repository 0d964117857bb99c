import { expect, test } from 'vitest'
import { exportable, exportedName, type Offers } from '../../../src/renderer/ui/page-exports.ts'
import type { TableRequest } from '../../../src/shared/features/exports/request.ts'

const ranking = (event: 'started' | 'clicked'): TableRequest => ({
  ...{ table: 'leaderboard', account_id: 'a', company_id: 'c', event, limit: 10 },
  ...{ period: { start: '2026-03-01', end: '2026-03-07' }, comparison: null },
})
const offer = (request: TableRequest, isDisabled = false) => ({
  ...{ kind: 'table' as const, request, isDisabled },
})

test('each ranking on the screen can be exported, and a table that is offered twice once', () => {
  const [played, clicked] = [ranking('started'), ranking('clicked')]
  const offers: Offers = new Map([
    ['1', offer(played)],
    ['2', offer(clicked)],
    ['3', offer({ ...clicked })],
    ['4', offer({ table: 'ab_tests', account_id: 'a' }, true)],
    ['5', null],
  ])
  const requests = exportable(offers)
  expect(requests).toEqual([played, clicked])
  expect(requests.map((request) => exportedName(request, 'en'))).toEqual([
    'Ranking: Most played',
    'Ranking: Most clicked',
  ])
})

test('a table without an event is named by its kind alone', () => {
  expect(exportedName({ table: 'ab_tests', account_id: 'a' }, 'en')).toBe('A/B tests')
})
