// One process, one writer, one file: prints its rows a second and the most memory it took.
// node scripts/bench/csv-write.ts cuepoint|papaparse|csv-stringify|fast-csv FILE ROWS

import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { stringify } from 'csv-stringify'
import fastCsv from 'fast-csv'
import Papa from 'papaparse'
import { writeCsv } from '../../src/main/exports/write-csv.ts'
import type { Cell, Column } from '../../src/shared/tables/table.ts'

const [writer = '', file = '', rows = '0'] = process.argv.slice(2)
const total = Number(rows)
const BATCH = 5000

const columns: Column[] = Array.from({ length: 24 }, (_, index) =>
  index === 0
    ? { key: 'name', kind: 'text' }
    : index === 1
      ? { key: 'date_key', kind: 'date' }
      : index < 6
        ? { key: `grouped_field_${index}`, kind: 'text' }
        : { key: `total_${index}`, kind: 'count' },
)

/** Names with commas and quotes now and then, dates, a few words, and eighteen figures. */
function* batches(): Generator<Cell[][]> {
  for (let done = 0; done < total; done += BATCH) {
    const size = Math.min(BATCH, total - done)
    yield Array.from({ length: size }, (_, offset) => row(done + offset))
  }
}

function row(n: number): Cell[] {
  const cells: Cell[] = [
    n % 20 === 0 ? `Oferta "${n}", parte 2` : `VSL principal ${n % 1700}`,
    '2026-03-04',
    'Brazil',
    'Chrome',
    'mobile',
    n % 50 === 0 ? '=SUM(A1)' : 'facebook',
  ]
  for (let column = 6; column < 24; column++) cells.push((n * 7919 + column * 104729) % 1_000_003)
  return cells
}

const writers: Record<string, () => Promise<void>> = {
  cuepoint: async () => {
    const content = { columns, chunks: batches() }
    await writeCsv(file, content, { flavour: 'spreadsheet', language: 'en' })
  },
  papaparse: async () => {
    const stream = createWriteStream(file)
    stream.write(`${Papa.unparse([columns.map(({ key }) => key)])}\r\n`)
    for (const batch of batches()) {
      if (!stream.write(`${Papa.unparse(batch, { escapeFormulae: true })}\r\n`))
        await once(stream, 'drain')
    }
    stream.end()
    await once(stream, 'finish')
  },
  'csv-stringify': () =>
    throughStream(
      stringify({
        header: true,
        columns: columns.map(({ key }) => key),
        escape_formulas: true,
        quoted_match: /[\r\n]/,
      }),
    ),
  'fast-csv': () => throughStream(fastCsv.format({ headers: columns.map(({ key }) => key) })),
}

async function throughStream(formatter: NodeJS.ReadWriteStream & { write(row: unknown): boolean }) {
  const stream = createWriteStream(file)
  formatter.pipe(stream)
  for (const batch of batches()) {
    for (const cells of batch) if (!formatter.write(cells)) await once(formatter, 'drain')
  }
  formatter.end()
  await once(stream, 'finish')
}

const start = performance.now()
await writers[writer]?.()
const seconds = (performance.now() - start) / 1000
const { maxRSS } = process.resourceUsage()
console.log(JSON.stringify({ writer, rowsPerSecond: total / seconds, peakMb: maxRSS / 1024 }))
