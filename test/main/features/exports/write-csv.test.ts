import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import Papa from 'papaparse'
import { beforeEach, expect, test } from 'vitest'
import type { Chunks } from '../../../../src/main/features/exports/row-source.ts'
import { writeCsv } from '../../../../src/main/features/exports/write-csv.ts'
import { failureOf } from '../../../../src/shared/failure.ts'
import { MEASURES, measureColumn } from '../../../../src/shared/tables/measures.ts'
import type { Cell, Column } from '../../../../src/shared/tables/table.ts'
import { newFolder } from '../../../support/folder.ts'

const COLUMNS: Column[] = [
  { key: 'name', kind: 'text' },
  { key: 'date_key', kind: 'date' },
  ...MEASURES.map(measureColumn),
]
const OPTIONS = { flavour: 'machine', language: 'en' } as const

let folder = ''
beforeEach(() => {
  folder = newFolder()
})

const rowOf = (index: number): Cell[] =>
  COLUMNS.map(({ kind }, column) =>
    kind === 'text'
      ? `Player "${index}"`
      : kind === 'date'
        ? '2026-03-01'
        : (index * 31 + column) % 10_000,
  )

function* chunksOf(rows: number, size = 5000): Iterable<Cell[][]> {
  for (let from = 0; from < rows; from += size) {
    yield Array.from({ length: Math.min(size, rows - from) }, (_, index) => rowOf(from + index))
  }
}

async function failureFrom(promise: Promise<unknown>) {
  return promise.then(
    () => null,
    (thrown: unknown) => failureOf(thrown),
  )
}

test('every row is written once, in order, to a file with the mode of any new file', async () => {
  const file = path.join(folder, 'a.csv')
  const seen: number[] = []
  const content = { columns: COLUMNS, chunks: chunksOf(12_345) }
  expect(await writeCsv(file, content, { ...OPTIONS, onRows: (rows) => seen.push(rows) })).toBe(
    12_345,
  )
  const { data } = Papa.parse<string[]>(readFileSync(file, 'utf8').trimEnd())
  expect(data).toHaveLength(12_346)
  data.slice(1).forEach((row, index) => expect(row[0]).toBe(`Player "${index}"`))
  expect(seen.at(-1)).toBe(12_345)
  expect(statSync(file).mode & 0o777).toBe(0o666 & ~process.umask())
  expect(readdirSync(folder)).toEqual(['a.csv'])
})

test('rows from an asynchronous source are all written', async () => {
  const file = path.join(folder, 'a.csv')
  async function* slowly(): AsyncIterable<Cell[][]> {
    for (const chunk of chunksOf(30, 10)) {
      await new Promise((next) => setImmediate(next))
      yield chunk
    }
  }
  expect(await writeCsv(file, { columns: COLUMNS, chunks: slowly() }, OPTIONS)).toBe(30)
})

test('a table without rows is written as its header line', async () => {
  const file = path.join(folder, 'a.csv')
  expect(await writeCsv(file, { columns: COLUMNS.slice(0, 2), chunks: [] }, OPTIONS)).toBe(0)
  expect(readFileSync(file, 'utf8')).toBe('name,date_key\r\n')
})

test('a cancelled export reads no further rows, leaves no new file, and keeps the old one', async () => {
  const file = path.join(folder, 'a.csv')
  writeFileSync(file, 'old')
  for (const afterMs of [0, 5, 40, 120]) {
    const controller = new AbortController()
    let takenLate = 0
    function* watched(): Iterable<Cell[][]> {
      for (const chunk of chunksOf(2_000_000)) {
        if (controller.signal.aborted) takenLate++
        yield chunk
      }
    }
    const writing = failureFrom(
      writeCsv(
        file,
        { columns: COLUMNS, chunks: watched() },
        { ...OPTIONS, signal: controller.signal },
      ),
    )
    await new Promise((next) => setTimeout(next, afterMs))
    controller.abort()
    expect(await writing).toEqual({ kind: 'cancelled' })
    expect(takenLate).toBeLessThanOrEqual(1)
    expect(readdirSync(folder)).toEqual(['a.csv'])
    expect(readFileSync(file, 'utf8')).toBe('old')
  }
})

test('a source that fails leaves nothing behind', async () => {
  const file = path.join(folder, 'a.csv')
  function* broken(): Iterable<Cell[][]> {
    yield* chunksOf(10_000)
    throw new Error('no more')
  }
  const failure = await failureFrom(writeCsv(file, { columns: COLUMNS, chunks: broken() }, OPTIONS))
  expect(failure).toMatchObject({ kind: 'unexpected', text: 'no more' })
  expect(readdirSync(folder)).toEqual([])
})

test('a missing folder is reported with the file’s path', async () => {
  const file = path.join(folder, 'gone', 'a.csv')
  const failure = await failureFrom(
    writeCsv(file, { columns: COLUMNS, chunks: chunksOf(1) }, OPTIONS),
  )
  expect(failure).toMatchObject({ kind: 'storage', reason: 'other', path: file })
})

test('a folder that cannot be written is reported as read-only', async () => {
  if (process.getuid?.() === 0) return
  const locked = path.join(folder, 'locked')
  mkdirSync(locked)
  chmodSync(locked, 0o500)
  const failure = await failureFrom(
    writeCsv(path.join(locked, 'a.csv'), { columns: COLUMNS, chunks: chunksOf(1) }, OPTIONS),
  )
  expect(failure).toMatchObject({ kind: 'storage', reason: 'read-only' })
})

test('a full disk is reported as full, and the previous file stays', () => {
  const file = path.join(folder, 'a.csv')
  writeFileSync(file, 'old')
  const script = path.join(import.meta.dirname, '../../../support/write-csv-child.ts')
  // A limit on the size of a file fails a write as a full disk does, where nothing can be mounted.
  const said = execFileSync(
    'sh',
    ['-c', 'ulimit -f 200; trap "" XFSZ; exec "$0" "$@"', process.execPath, script, file],
    {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  )
  expect(JSON.parse(said)).toMatchObject({ kind: 'storage', reason: 'full', path: file })
  expect(readFileSync(file, 'utf8')).toBe('old')
  expect(readdirSync(folder)).toEqual(['a.csv'])
})

test('other work runs many times while a large file is written', async () => {
  const rows = Array.from({ length: 60_000 }, (_, index) => rowOf(index))
  let turns = 0
  let isOver = false
  const turn = () => {
    turns++
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  await writeCsv(
    path.join(folder, 'a.csv'),
    { columns: COLUMNS, chunks: [rows] as Chunks },
    OPTIONS,
  )
  isOver = true
  // How long a turn takes is measured by `npm run bench -- stall`.
  expect(turns).toBeGreaterThan(30)
})
