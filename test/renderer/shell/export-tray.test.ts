import { expect, test } from 'vitest'
import { shownExports } from '../../../src/renderer/shell/export-tray.tsx'
import type { ExportState } from '../../../src/shared/features/exports/request.ts'

/** Newest first; the oldest has the id 1. */
const exportsOf = (...statuses: ExportState['status'][]) =>
  statuses.map((status, index): ExportState => {
    const id = statuses.length - index
    return {
      ...{ id, status, table: 'days', name: `${id}.csv`, rows: 1, written: 1 },
      ...{ sheets: 1, cutTexts: 0, failure: null },
    }
  })
const shown = (exports: ExportState[], dismissed: number[] = []) =>
  shownExports(exports, Object.fromEntries(dismissed.map((id) => [`export ${id}`, true]))).map(
    ({ id }) => id,
  )

test('a running or failed export is shown however many newer ones there are', () => {
  expect(shown(exportsOf('done', 'done', 'done', 'running'))).toEqual([4, 3, 1])
  expect(shown(exportsOf('done', 'done', 'done', 'running'), [4, 3, 2])).toEqual([1])
  expect(shown(exportsOf('failed', 'failed', 'running', 'done', 'running'))).toEqual([5, 4, 3, 1])
})

test('of the others the newest are shown, up to three in all', () => {
  expect(shown(exportsOf('done', 'cancelled', 'done', 'done'))).toEqual([4, 3, 2])
  expect(shown(exportsOf('done', 'cancelled', 'done', 'done'), [3])).toEqual([4, 2, 1])
})
