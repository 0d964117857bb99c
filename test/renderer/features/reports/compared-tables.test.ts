import { expect, test } from 'vitest'
import { placesOf } from '../../../../src/renderer/features/reports/compare/compared-tables.tsx'
import { compareTables } from '../../../../src/shared/features/reports/compare.ts'

test('of the split check the arm is named also where only changes are shown', () => {
  const side = (views: number) => ({
    table: {
      columns: [
        { key: 'name', kind: 'text' as const },
        { key: 'total_viewed_device_uniq', kind: 'count' as const },
        { key: 'share_kind', kind: 'text' as const },
      ],
      ...{ totals: null, asOf: 1, rows: [['Lead', views, 'fixed']] },
    },
    timezone: 'UTC',
  })
  const compared = compareTables('ab_split', { left: side(430), right: side(440) })
  expect(placesOf(compared, true)).toEqual([0, 1])
})
