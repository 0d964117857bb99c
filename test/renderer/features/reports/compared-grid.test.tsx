import { beforeAll, expect, test } from 'vitest'
import { ComparedGrid } from '../../../../src/renderer/features/reports/compare/compared-grid.tsx'
import { startText } from '../../../../src/renderer/text.ts'
import { compareTables } from '../../../../src/shared/features/reports/compare.ts'
import type { Table } from '../../../../src/shared/tables/table.ts'
import { wordsOf } from '../../../support/drawn.ts'

beforeAll(() => startText('en'))

const READ = Date.parse('2026-06-11T02:30:00Z')
const table = (player: string, read: number): Table => ({
  columns: [
    { key: 'id', kind: 'text' },
    { key: 'as_of', kind: 'instant' },
  ],
  ...{ rows: [[player, read]], totals: null, asOf: read },
})

/** The grid's words, in a window whose own zone is UTC. */
function said(left: Table, right: Table) {
  const compared = compareTables('overview', {
    left: { table: left, timezone: 'America/Sao_Paulo' },
    right: { table: right, timezone: 'Asia/Tokyo' },
  })
  return wordsOf(<ComparedGrid {...{ compared, rows: compared.rows }} places={[0, 1]} label="" />)
}

test('a time is in the zone of the report that has it, whatever account is in view', () => {
  const bothTimes = /Jun 10, 2026, 11:30.PM.*Jun 11, 2026, 11:31.AM/u
  expect(said(table('p1', READ), table('p1', READ + 60_000))).toMatch(bothTimes)
  const apart = said(table('p1', READ), table('p2', READ + 60_000))
  expect(apart).toContain('Jun 10, 2026, 11:30')
  expect(apart).toContain('Jun 11, 2026, 11:31')
})
