import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { parentPort } from 'node:worker_threads'
import { failureOf, type Reply } from '../../../shared/failure.ts'
import { LEDGER_COLUMNS, type LedgerTable } from '../../../shared/features/ledger/columns.ts'
import { storageFailure } from '../../database/storage-failure.ts'
import { openParquetFile, type ParquetFile } from './parquet-file.ts'
import { type AnswerChunk, addAnswer, addDays, type DaysChunk, type RowsOf } from './rows.ts'

/** What the thread is told, one after the other; each is answered with how many rows it made. */
export type Task =
  | { kind: 'open'; table: LedgerTable; place: string }
  | { kind: 'days'; of: RowsOf; chunk: DaysChunk }
  | { kind: 'answer'; of: RowsOf; chunk: AnswerChunk }
  | { kind: 'close' }

if (parentPort) serve(parentPort)

function serve(port: NonNullable<typeof parentPort>) {
  const desk = { file: null as ParquetFile | null, place: '' }
  port.on('message', (task: Task) => port.postMessage(replyOf(desk, task)))
}

interface Desk {
  file: ParquetFile | null
  place: string
}

function replyOf(desk: Desk, task: Task): Reply<number> {
  try {
    return { ok: true, value: done(desk, task) }
  } catch (thrown) {
    const isOfSystem = thrown instanceof Error && 'code' in thrown
    return {
      ok: false,
      failure: failureOf(isOfSystem ? storageFailure(thrown, desk.place) : thrown),
    }
  }
}

function done(desk: Desk, task: Task): number {
  const add = (row: Parameters<ParquetFile['add']>[0]) => desk.file?.add(row)
  switch (task.kind) {
    case 'open':
      desk.place = task.place
      mkdirSync(path.dirname(task.place), { recursive: true })
      desk.file = openParquetFile(task.place, LEDGER_COLUMNS[task.table])
      return 0
    case 'days':
      return addDays(task.of, task.chunk, add)
    case 'answer':
      return addAnswer(task.of, task.chunk, add)
    case 'close':
      desk.file?.close()
      desk.file = null
      return 0
  }
}
