import { type CsvWriter, type Flavour, makeCsvWriter } from '../../../shared/csv.ts'
import type { DecimalMark, Language } from '../../../shared/locales/languages.ts'
import type { Column } from '../../../shared/tables/table.ts'
import { type Begun, type Sink, writeWhole } from '../../disk/atomic-file.ts'
import { refuseWhenCancelled } from '../../threads/ending.ts'
import type { Chunks } from './row-source.ts'

export interface CsvContent {
  columns: readonly Column[]
  chunks: Chunks
  /** Text after the last row. */
  after?: (writer: CsvWriter, rows: number) => string
}

export interface CsvOptions {
  flavour: Flavour
  language: Language
  /** Of the spreadsheet flavour; usually that of the language. */
  decimal?: DecimalMark
  signal?: AbortSignal
  begun?: Begun | undefined
  onRows?: (written: number) => void
  /** A second file, which is complete before the first one appears. */
  beside?: (rows: number) => Promise<{ place: string; text: string }>
}

/** Cells converted at a time: a few milliseconds, so that the process is not blocked. */
const CELLS_AT_ONCE = 12_000
const BYTES_AT_ONCE = 64 * 1024

/**
 * Streams rows to a CSV file, which appears whole or not at all; resolves with the number of rows.
 * Memory use does not depend on it. Throws `storage` or `cancelled`.
 */
export function writeCsv(place: string, content: CsvContent, options: CsvOptions): Promise<number> {
  const { signal, begun, beside } = options
  const own = { access: 'usual', begun } as const
  return writeWhole(place, (file) => streamRows(file, content, options), {
    ...own,
    signal,
    async sealed(rows) {
      const second = await beside?.(rows)
      if (second)
        await writeWhole(second.place, (file) => file.write(Buffer.from(second.text)), own)
    },
  })
}

async function streamRows(
  file: Sink,
  content: CsvContent,
  { signal, onRows, ...options }: CsvOptions,
) {
  const { columns, chunks, after } = content
  const writer = makeCsvWriter(columns, options.flavour, options.language, options.decimal)
  const rowsAtOnce = Math.max(1, Math.floor(CELLS_AT_ONCE / Math.max(1, columns.length)))
  let text = writer.header()
  let rows = 0
  let writing: Promise<void> = Promise.resolve()

  // One write runs while the next text is made; awaiting it lets other work run.
  const send = async () => {
    refuseWhenCancelled(signal)
    await writing
    writing = file.write(Buffer.from(text))
    writing.catch(() => undefined)
    text = ''
    onRows?.(rows)
  }

  for await (const chunk of chunks) {
    for (let from = 0; from < chunk.length; from += rowsAtOnce) {
      const part =
        from === 0 && chunk.length <= rowsAtOnce ? chunk : chunk.slice(from, from + rowsAtOnce)
      text += writer.rows(part)
      rows += part.length
      if (text.length >= BYTES_AT_ONCE) await send()
    }
    refuseWhenCancelled(signal)
  }
  text += after?.(writer, rows) ?? ''
  await send()
  await writing
  return rows
}
