// One process, one writer, one file: prints its rows a second and the most memory it took.
// node scripts/bench/csv-write.ts cuepoint|papaparse|csv-stringify|fast-csv FILE ROWS

import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { stringify } from 'csv-stringify'
import fastCsv from 'fast-csv'
import Papa from 'papaparse'
import { writeCsv } from '../../src/main/features/exports/write-csv.ts'
import { peakMb } from '../../test/support/peak-memory.ts'
import { batches, columns } from './million-rows.ts'

const [writer = '', file = '', rows = '0'] = process.argv.slice(2)
const total = Number(rows)

const writers: Record<string, () => Promise<void>> = {
  cuepoint: async () => {
    const content = { columns, chunks: batches(total) }
    await writeCsv(file, content, { flavour: 'spreadsheet', language: 'en' })
  },
  papaparse: async () => {
    const stream = createWriteStream(file)
    stream.write(`${Papa.unparse([columns.map(({ key }) => key)])}\r\n`)
    for (const batch of batches(total)) {
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
  for (const batch of batches(total)) {
    for (const cells of batch) if (!formatter.write(cells)) await once(formatter, 'drain')
  }
  formatter.end()
  await once(stream, 'finish')
}

const start = performance.now()
await writers[writer]?.()
const seconds = (performance.now() - start) / 1000
console.log(JSON.stringify({ writer, rowsPerSecond: total / seconds, peakMb: peakMb() }))
