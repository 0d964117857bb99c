import { opendir, stat } from 'node:fs/promises'
import path from 'node:path'
import { AppError, failureOf } from '../../../shared/failure.ts'
import type { OpenedTables } from '../../../shared/features/reports/opened-tables.ts'
import { messageOf, type Refuse, refuseNamed } from './plain-file.ts'
import { readAbout } from './table-about.ts'
import { readTable } from './table-rows.ts'

const MOST_FILES = 5000
const MOST_TABLES = 200
/** Cells of all tables together; bounds the memory. */
const MOST_CELLS = 1_500_000

/** Reads the tables of an exported folder, each CSV by the dictionary beside it. */
export async function openTablesFolder(folder: string): Promise<OpenedTables> {
  const refuse = refuseNamed(path.basename(folder))
  const names = await asRefusal(refuse, () => tableNames(folder, refuse))
  if (names.length === 0) throw refuse('no-tables')
  const opened: OpenedTables = { tables: [], refused: [] }
  let cellsLeft = MOST_CELLS
  for (const name of names) {
    try {
      const about = await readAbout(path.join(folder, `${name}.about.json`))
      const place = path.join(folder, `${name}.csv`)
      const read = await readTable(place, about, cellsLeft)
      cellsLeft -= read.rows.length * read.columns.length
      opened.tables.push({ name, about, ...read })
    } catch (thrown) {
      opened.refused.push({ name: `${name}.csv`, failure: failureOf(thrown) })
    }
  }
  return opened
}

async function asRefusal<T>(refuse: Refuse, act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (thrown) {
    if (thrown instanceof AppError) throw thrown
    throw refuse('unreadable', messageOf(thrown))
  }
}

/** Names that have both files, sorted. */
async function tableNames(folder: string, refuse: Refuse): Promise<string[]> {
  if (!(await stat(folder)).isDirectory()) throw refuse('not-a-folder')
  const files = new Set<string>()
  for await (const { name } of await opendir(folder)) {
    if (files.size >= MOST_FILES) throw refuse('too-many-entries', `> ${MOST_FILES}`)
    files.add(name)
  }
  const names = [...files]
    .filter((name) => /\.csv$/.test(name))
    .map((name) => name.slice(0, -'.csv'.length))
    .filter((name) => files.has(`${name}.about.json`))
    .sort()
  if (names.length > MOST_TABLES) throw refuse('too-many-entries', `${names.length}`)
  return names
}
