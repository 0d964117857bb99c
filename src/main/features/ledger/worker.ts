import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { parentPort } from 'node:worker_threads'
import { failureOf, type Reply } from '../../../shared/failure.ts'
import { LEDGER_COLUMNS, type LedgerTable } from '../../../shared/features/ledger/columns.ts'
import { storageFailure } from '../../database/storage-failure.ts'
import { openParquetFile, type ParquetFile } from './parquet-file.ts'
import { type AnswerChunk, addAnswer, addDays, type DaysChunk, type RowsOf } from './rows.ts'

/** Tasks of the thread, in order; each is answered with the number of rows written. */
export type Task =
  | { kind: 'open'; table: LedgerTable; place: string }
  | { kind: 'days'; of: RowsOf; chunk: DaysChunk }
  | { kind: 'answer'; of: RowsOf; chunk: AnswerChunk }
  | { kind: 'close' }

if (parentPort) serve(parentPort)

function serve(port: NonNullable<typeof parentPort>) {
  const state = { file: null as ParquetFile | null, place: '' }
  port.on('message', (task: Task) => port.postMessage(replyOf(state, task)))
}

interface WriterState {
  file: ParquetFile | null
  place: string
}

function replyOf(state: WriterState, task: Task): Reply<number> {
  try {
    return { ok: true, value: done(state, task) }
  } catch (thrown) {
    const isOfSystem = thrown instanceof Error && 'code' in thrown
    return {
      ok: false,
      failure: failureOf(isOfSystem ? storageFailure(thrown, state.place) : thrown),
    }
  }
}

function done(state: WriterState, task: Task): number {
  const add = (row: Parameters<ParquetFile['add']>[0]) => state.file?.add(row)
  switch (task.kind) {
    case 'open':
      state.place = task.place
      mkdirSync(path.dirname(task.place), { recursive: true })
      state.file = openParquetFile(task.place, LEDGER_COLUMNS[task.table])
      return 0
    case 'days':
      return addDays(task.of, task.chunk, add)
    case 'answer':
      return addAnswer(task.of, task.chunk, add)
    case 'close':
      state.file?.close()
      state.file = null
      return 0
  }
}
