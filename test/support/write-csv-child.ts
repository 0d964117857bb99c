import { writeCsv } from '../../src/main/features/exports/write-csv.ts'
import { failureOf } from '../../src/shared/failure.ts'

/** Writes more than it may to the given file, and prints the failure. */
const rows = Array.from({ length: 20_000 }, (_, index) => [`row ${index}`.repeat(10), index])
const columns = [
  { key: 'name', kind: 'text' as const },
  { key: 'total_viewed', kind: 'count' as const },
]
try {
  await writeCsv(
    process.argv[2] ?? '',
    { columns, chunks: [rows] },
    { flavour: 'machine', language: 'en' },
  )
} catch (thrown) {
  console.log(JSON.stringify(failureOf(thrown)))
}
