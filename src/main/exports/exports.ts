import path from 'node:path'
import type { Flavour } from '../../shared/csv.ts'
import { failureOf } from '../../shared/failure.ts'
import type { Language } from '../../shared/model/desk.ts'
import type { ExportState, TableQuestion } from '../../shared/tables/question.ts'
import type { Clock } from '../clock.ts'
import { aboutText, factLines, type Written } from './facts.ts'
import type { BuiltTable } from './tables.ts'
import { type CsvContent, type CsvOptions, writeCsv } from './write-csv.ts'

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

interface Asked {
  question: TableQuestion
  flavour: Flavour
  language: Language
}

export type Exports = ReturnType<typeof makeExports>

const MOST_KEPT = 20
const BETWEEN_TELLS_MS = 250

/** Writes what is on screen to CSV files, behind the person's back, one job per file. */
export function makeExports(parts: ExportsParts) {
  const { chooseFile, onChange } = parts
  const jobs: Job[] = []
  let lastId = 0
  const find = (id: number) => jobs.find(({ state }) => state.id === id)

  /** Null when the person chose nowhere; otherwise the job that has begun. */
  async function start(
    question: TableQuestion,
    flavour: Flavour,
    language: Language,
  ): Promise<ExportState | null> {
    const file = await chooseFile(suggestedName(question))
    if (file === null) return null
    const job = newJob(++lastId, question, file)
    jobs.unshift(job)
    jobs.splice(MOST_KEPT)
    job.ended = run(parts, job, { question, flavour, language })
    onChange()
    return { ...job.state }
  }

  return {
    start,
    /** Resolves when nothing of the file is left; a job that has ended stays as it is. */
    async cancel(id: number) {
      const job = find(id)
      job?.controller.abort()
      await job?.ended
    },
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

function newJob(id: number, question: TableQuestion, file: string): Job {
  return {
    state: {
      id,
      table: question.table,
      name: path.basename(file),
      status: 'running',
      rows: 0,
      written: 0,
      failure: null,
    },
    file,
    controller: new AbortController(),
    ended: Promise.resolve(),
  }
}

async function run(parts: ExportsParts, { state, file, controller }: Job, asked: Asked) {
  const { signal } = controller
  try {
    const built = await parts.tables(asked.question)
    state.rows = built.table.rows.length
    const note = tellSometimes(parts, (rows) => {
      state.written = rows
    })
    const [content, options] = fileOf(built, {
      ...asked,
      ...parts,
      file,
      exportedAt: parts.clock.now(),
    })
    state.written = await writeCsv(file, content, { ...options, signal, onRows: note })
    state.status = 'done'
  } catch (thrown) {
    state.status = signal.aborted ? 'cancelled' : 'failed'
    state.failure = signal.aborted ? null : failureOf(thrown)
  }
  parts.onChange()
}

interface Manner {
  flavour: Flavour
  language: Language
  file: string
  exportedAt: number
  version: string
}

/** What goes into the file, and what beside it. */
function fileOf({ table, facts }: BuiltTable, manner: Manner): [CsvContent, CsvOptions] {
  const { flavour, language, file, exportedAt, version } = manner
  const written = (rows: number): Written => ({ table, facts, language, rows, exportedAt, version })
  const content = { columns: table.columns, chunks: [table.rows] }
  if (flavour === 'spreadsheet') {
    const after: CsvContent['after'] = (writer, rows) => factLines(writer, written(rows))
    return [
      { ...content, after },
      { flavour, language },
    ]
  }
  const beside = (rows: number) => ({
    place: aboutPlace(file),
    text: aboutText(path.basename(file), written(rows)),
  })
  return [content, { flavour, language, beside }]
}

function tellSometimes({ clock, onChange }: ExportsParts, note: (rows: number) => void) {
  let toldAt = Number.NEGATIVE_INFINITY
  return (rows: number) => {
    note(rows)
    if (clock.monotonic() - toldAt < BETWEEN_TELLS_MS) return
    toldAt = clock.monotonic()
    onChange()
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
