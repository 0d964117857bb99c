import { closeSync, openSync, writeSync } from 'node:fs'
import { ByteWriter, ParquetWriter } from 'hyparquet-writer'
import type { LedgerColumn, LedgerType } from '../../../shared/features/ledger/columns.ts'

export type LedgerCell = string | number | boolean | null
export type ParquetFile = ReturnType<typeof openParquetFile>

/** Rows per group, which a reader skips or reads as a whole; some tens of megabytes in memory. */
const ROWS_IN_GROUP = 16_384

/**
 * Writes a Parquet file in groups of rows. Synchronous, so only for a worker thread. Depending on
 * the column's type a number is a day, a count, hundredths or epoch milliseconds.
 */
export function openParquetFile(place: string, columns: readonly LedgerColumn[]) {
  const handle = openSync(place, 'wx')
  const bytes = new ByteWriter(1 << 20)
  const flush = () => {
    for (let from = 0; from < bytes.index; )
      from += writeSync(handle, new Uint8Array(bytes.buffer, from, bytes.index - from))
    bytes.index = 0
  }
  const parquet = new ParquetWriter({
    writer: Object.assign(bytes, { flush, finish: flush }),
    schema: [{ name: 'schema', num_children: columns.length }, ...columns.map(elementOf)],
    createdBy: 'Cuepoint',
  })
  let cells: LedgerCell[][] = columns.map(() => [])
  let gathered = 0

  function writeGroup() {
    if (gathered === 0) return
    const columnData = columns.map(({ name, type }, index) => {
      return { name, data: WRITTEN[type](cells[index] ?? []) }
    })
    void parquet.write({ columnData, rowGroupSize: gathered })
    cells = columns.map(() => [])
    gathered = 0
  }

  return {
    add(row: readonly LedgerCell[]) {
      for (let index = 0; index < cells.length; index++) cells[index]?.push(row[index] ?? null)
      gathered += 1
      if (gathered === ROWS_IN_GROUP) writeGroup()
    },
    close() {
      writeGroup()
      void parquet.finish()
      closeSync(handle)
    },
  }
}

type Element = ConstructorParameters<typeof ParquetWriter>[0]['schema'][number]

const ELEMENTS: Record<LedgerType, Omit<Element, 'name' | 'repetition_type'>> = {
  STRING: { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } },
  DATE: { type: 'INT32', converted_type: 'DATE', logical_type: { type: 'DATE' } },
  INT64: { type: 'INT64' },
  'DECIMAL(18,2)': {
    type: 'INT64',
    converted_type: 'DECIMAL',
    logical_type: { type: 'DECIMAL', precision: 18, scale: 2 },
    precision: 18,
    scale: 2,
  },
  TIMESTAMP_MILLIS_UTC: {
    type: 'INT64',
    converted_type: 'TIMESTAMP_MILLIS',
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
  },
  BOOLEAN: { type: 'BOOLEAN' },
}

const elementOf = ({ name, type, isNullable }: LedgerColumn): Element => ({
  name,
  repetition_type: isNullable ? 'OPTIONAL' : 'REQUIRED',
  ...ELEMENTS[type],
})

const asTheyAre = (cells: LedgerCell[]) => cells
const integers = (cells: LedgerCell[]) =>
  cells.map((cell) => (typeof cell === 'number' ? BigInt(cell) : null))

const WRITTEN: Record<LedgerType, (cells: LedgerCell[]) => (LedgerCell | bigint)[]> = {
  STRING: asTheyAre,
  DATE: asTheyAre,
  INT64: integers,
  'DECIMAL(18,2)': integers,
  TIMESTAMP_MILLIS_UTC: integers,
  BOOLEAN: asTheyAre,
}
