import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { aboutText } from '../../../../src/main/features/exports/facts.ts'
import { writeCsv } from '../../../../src/main/features/exports/write-csv.ts'
import { openTablesFolder } from '../../../../src/main/features/reports/tables-folder.ts'
import type { Column } from '../../../../src/shared/tables/table.ts'
import { newFolder } from '../../../support/folder.ts'
import { count } from '../../../support/scale.ts'
import { nastyText } from '../../../support/statistics.ts'

const SUITE = path.dirname(createRequire(import.meta.url).resolve('csv-spectrum'))
// Of one file the suite expects another number than is in it.
const FILES = fs
  .readdirSync(path.join(SUITE, 'csvs'))
  .filter((name) => name !== 'location_coordinates.csv')
const CELLS = count('cells read back', { usual: 400, full: 10_000 })
const AT = Date.UTC(2025, 2, 3)

const columnsOf = (keys: string[]) => keys.map((key): Column => ({ key, kind: 'text' }))

/** The dictionary of a table of texts. */
const dictionary = (columns: Column[], rows: number) =>
  aboutText('table.csv', {
    table: { columns, rows: [], totals: null, asOf: AT },
    facts: {
      ...{ table: 'overview', account: 'Acme', player: null, timezone: 'UTC' },
      ...{ period: null, comparison: null, filters: {} },
    },
    ...{ rows, language: 'en', exportedAt: AT, version: '0.1.0' },
  })

/** The rows of `table.csv` and its dictionary in a folder, as they are opened. */
async function rowsIn(folder: string) {
  const { tables, refused } = await openTablesFolder(folder)
  expect(refused).toEqual([])
  return tables[0]?.rows
}

test.each(FILES)('%s of csv-spectrum is read as expected', async (name) => {
  const file = path.join(SUITE, 'json', name.replace('.csv', '.json'))
  const expected = JSON.parse(fs.readFileSync(file, 'utf8')) as Record<string, string>[]
  const columns = columnsOf(Object.keys(expected[0] ?? {}))
  const folder = newFolder()
  fs.copyFileSync(path.join(SUITE, 'csvs', name), path.join(folder, 'table.csv'))
  fs.writeFileSync(path.join(folder, 'table.about.json'), dictionary(columns, expected.length))
  expect(await rowsIn(folder)).toEqual(
    expected.map((row) => Object.values(row).map((text) => text || null)),
  )
})

test('a CSV written for programs is read back unchanged, whatever its texts', async () => {
  const columns = columnsOf(['name', 'grouped_field', 'title', 'domain'])
  const wide = columns.length
  const cell = fc.oneof(nastyText(), fc.string({ unit: 'binary' }))
  const rows = fc.sample(fc.tuple(...columns.map(() => cell)), CELLS / wide)
  const folder = newFolder()
  await writeCsv(
    path.join(folder, 'table.csv'),
    { columns, chunks: [rows] },
    {
      ...{ flavour: 'machine', language: 'en' },
      beside: async (written) => ({
        place: path.join(folder, 'table.about.json'),
        text: dictionary(columns, written),
      }),
    },
  )
  expect(await rowsIn(folder)).toEqual(rows.map((row) => row.map((text) => text || null)))
})
