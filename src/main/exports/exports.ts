import path from 'node:path'
import type { Flavour } from '../../shared/csv.ts'
import { failureOf } from '../../shared/failure.ts'
import type { Language } from '../../shared/model/desk.ts'
import type { ExportState, TableQuestion } from '../../shared/tables/question.ts'
import type { Cell } from '../../shared/tables/table.ts'
import type { Clock } from '../clock.ts'
import { aboutText, factLines, type Written } from './facts.ts'
import type { BuiltTable } from './tables.ts'
import { writeCsv } from './write-csv.ts'

interface ExportsParts {
  tables: (question: TableQuestion) => Promise<BuiltTable>
  /** Asks the person where to keep the file; null when nowhere. */
  chooseFile: (suggestedName: string) => Promise<string | null>
  clock: Clock
  onChange: () => void
  /** The app's, for the facts in the file. */
  version: string
}

interface Job {
  state: ExportState
  file: string
  controller: AbortController
  ended: Promise<void>
}

interface Manner {
  flavour: Flavour
  language: Language
}

export type Exports = ReturnType<typeof makeExports>

const MOST_KEPT = 20
const BETWEEN_TELLS_MS = 250

/** Writes what is on screen to CSV files, behind the person's back, one job per file. */
export function makeExports({ tables, chooseFile, clock, onChange, version }: ExportsParts) {
  const jobs: Job[] = []
  let lastId = 0

  /** Null when the person chose nowhere; otherwise the job that has begun. */
  async function start(
    question: TableQuestion,
    flavour: Flavour,
    language: Language,
  ): Promise<ExportState | null> {
    const file = await chooseFile(suggestedName(question))
    if (file === null) return null
    const state: ExportState = {
      id: ++lastId,
      table: question.table,
      name: path.basename(file),
      status: 'running',
      rows: 0,
      written: 0,
      failure: null,
    }
    const job: Job = { state, file, controller: new AbortController(), ended: Promise.resolve() }
    jobs.unshift(job)
    jobs.splice(MOST_KEPT)
    job.ended = run(job, question, { flavour, language })
    onChange()
    return { ...state }
  }

  async function run(job: Job, question: TableQuestion, manner: Manner) {
    const { state, controller } = job
    try {
      const built = await tables(question)
      state.rows = built.table.rows.length
      state.written = await write(job, built, manner)
      state.status = 'done'
    } catch (thrown) {
      const isCancelled = controller.signal.aborted
      state.status = isCancelled ? 'cancelled' : 'failed'
      state.failure = isCancelled ? null : failureOf(thrown)
    }
    onChange()
  }

  function write({ state, file, controller }: Job, { table, facts }: BuiltTable, manner: Manner) {
    const common = { table, facts, language: manner.language, exportedAt: clock.now(), version }
    const written = (rows: number): Written => ({ ...common, rows })
    const isMachine = manner.flavour === 'machine'
    return writeCsv(
      file,
      {
        columns: table.columns,
        chunks: [table.rows as readonly Cell[][]],
        after: (writer, rows) => (isMachine ? '' : factLines(writer, written(rows))),
      },
      {
        ...manner,
        signal: controller.signal,
        onRows: tellSometimes((rows) => {
          state.written = rows
        }),
        ...(isMachine && {
          beside: (rows) => ({
            place: aboutPlace(file),
            text: aboutText(state.name, written(rows)),
          }),
        }),
      },
    )
  }

  function tellSometimes(note: (rows: number) => void) {
    let toldAt = Number.NEGATIVE_INFINITY
    return (rows: number) => {
      note(rows)
      if (clock.monotonic() - toldAt < BETWEEN_TELLS_MS) return
      toldAt = clock.monotonic()
      onChange()
    }
  }

  const find = (id: number) => jobs.find(({ state }) => state.id === id)

  /** Resolves when nothing of the file is left; a job that has ended stays as it is. */
  async function cancel(id: number) {
    const job = find(id)
    job?.controller.abort()
    await job?.ended
  }

  return {
    start,
    cancel,
    /** The newest first. */
    list: (): ExportState[] => jobs.map(({ state }) => ({ ...state })),
    /** Where a job's file is, once it is whole; null before. */
    fileOf(id: number): string | null {
      const job = find(id)
      return job?.state.status === 'done' ? job.file : null
    },
    /** Resolves when a job has ended, however it did. */
    ended: async (id: number) => find(id)?.ended,
    async close() {
      for (const { controller } of jobs) controller.abort()
      await Promise.all(jobs.map(({ ended }) => ended))
    },
  }
}

/** Where the dictionary of a machine CSV lies. */
export function aboutPlace(file: string): string {
  return `${file.replace(/\.csv$/i, '')}.about.json`
}

function suggestedName(question: TableQuestion) {
  const parts = ['cuepoint', question.table]
  if (question.table === 'breakdown') parts.push(question.field.replace(/[^\w-]+/g, '-'))
  if ('player_id' in question) parts.push(question.player_id)
  if ('period' in question) parts.push(question.period.start, question.period.end)
  return `${parts.join('_')}.csv`
}
