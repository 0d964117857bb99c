import { makeBegun } from '../../src/main/disk/begun.ts'
import { writeCsv } from '../../src/main/features/exports/write-csv.ts'
import type { Cell } from '../../src/shared/tables/table.ts'

/** Is killed while it writes a CSV into a folder that the user chose. */
const [dataFolder = '', place = ''] = process.argv.slice(2)
const begun = makeBegun(dataFolder, Promise.resolve())

async function* rows(): AsyncIterable<Cell[][]> {
  yield [['one']]
  await new Promise((next) => setImmediate(next))
  process.kill(process.pid, 'SIGKILL')
  yield [['two']]
}

await writeCsv(
  place,
  { columns: [{ key: 'name', kind: 'text' }], chunks: rows() },
  { flavour: 'spreadsheet', language: 'en', begun },
)
