import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Clock } from '../../shared/clock.ts'
import { removePartials } from '../disk/atomic-file.ts'
import { makeAccountsTable } from '../features/accounts/store.ts'
import { makeEditsTable } from '../features/publishing/edits.ts'
import { type Journal, openJournal } from '../features/publishing/journal.ts'
import { lastCommit } from './commits.ts'
import type { Database } from './database.ts'
import { breakSeal, lockFolder, markOf, openAnswers, openDesk, type Recovery } from './recovery.ts'
import { finishRestore } from './restored.ts'
import { makeSecondCopy, SECOND_COPY, type SecondCopy } from './second-copy.ts'
import { storageFailure } from './storage-failure.ts'
import { tablesIn } from './stored-features.ts'

/**
 * Locks a data folder and opens its files: desk.db, its second copy and the journal of edits, which
 * must never be lost, and answers.db, which can be downloaded again. Throws `refused` or `storage`.
 */
export function openFiles(folder: string, clock: Clock) {
  const [file, copyFile, journalFile, answersFile] = [
    join(folder, 'desk.db'),
    join(folder, SECOND_COPY),
    join(folder, 'outbox.log'),
    join(folder, 'answers.db'),
  ] as const
  const release = prepareFolder(folder)
  try {
    removeUnfinished(folder)
    const restored = finishRestore(folder)
    const wasInUse = [copyFile, journalFile, answersFile, `${file}-wal`].some(isThere)
    const opened = openDesk({ file, copy: copyFile, journal: journalFile, wasInUse, clock })
    const { database, isCopyInLine, recoveries } = opened
    try {
      const copy = makeSecondCopy(database, copyFile, isCopyInLine)
      const desk = copy.followed
      if (!isCopyInLine && hasAny(desk)) copy.renew()
      const journal = openDeskJournal(desk, journalFile)
      const figures = openFigures(desk, answersFile, clock)
      const answers = figures.database
      const close = () =>
        closeFiles({ desk, answers, copy, copyFile, journal, journalFile, release })
      // desk.db comes first: it matters more than figures that can be downloaded again.
      const recovery = joined([
        ...recoveries,
        ...figures.recoveries,
        ...(restored ? [restored] : []),
      ])
      return { desk, answers, copy, journal, recovery, close }
    } catch (thrown) {
      database.close()
      throw thrown
    }
  } catch (thrown) {
    release()
    throw storageFailure(thrown, folder)
  }
}

const isThere = (file: string) => existsSync(file)

const hasAny = (desk: Database) =>
  tablesIn('copy').some((table) => desk.first(`SELECT 1 FROM ${table} LIMIT 1`) !== null)

function joined([first, ...also]: Recovery[]): Recovery | null {
  return first ? { ...first, ...(also.length > 0 && { also }) } : null
}

function openFigures(desk: Database, file: string, clock: Clock) {
  const wasClosed = desk.first('SELECT 1 FROM seals WHERE file = ?', basename(file)) !== null
  const missing: Recovery[] =
    wasClosed && !existsSync(file) ? [{ kind: 'answers-missing', keptAs: file }] : []
  const { database, recoveries } = openAnswers(file, breakSeal(desk, file), clock)
  if (database.first('SELECT 1 FROM answers LIMIT 1') === null) forgetDownloads(desk)
  return { database, recoveries: [...missing, ...recoveries] }
}

/** Nothing that was downloaded is there: it was lost, or the restored backup has none of it. */
function forgetDownloads(desk: Database) {
  const sql = 'UPDATE accounts SET downloaded_at = NULL WHERE downloaded_at IS NOT NULL'
  desk.transaction(() => desk.run(sql))
}

function prepareFolder(folder: string): () => void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    return lockFolder(join(folder, 'store.lock'))
  } catch (thrown) {
    throw storageFailure(thrown, folder)
  }
}

/** Removes unfinished files of earlier processes: the lock makes this process the only writer. */
function removeUnfinished(folder: string) {
  removePartials(folder)
  const pictures = join(folder, 'pictures')
  if (!existsSync(pictures)) return
  removePartials(pictures)
  for (const account_id of readdirSync(pictures)) removePartials(join(pictures, account_id))
}

/** Opens the journal. After an unclean end its last lines may be missing, so it is rewritten. */
function openDeskJournal(desk: Database, file: string): Journal {
  const edits = makeEditsTable(desk)
  const accounts = makeAccountsTable(desk)
  const present = () => {
    const rows = edits.listAll()
    const commit = lastCommit(desk)
    const entries = accounts.list().map((account) => {
      const put = rows.filter((row) => row.account_id === account.id)
      return { account, put, remove: [], commit }
    })
    const waiting = entries.filter(({ put }) => put.length > 0)
    // Without waiting edits one line still records the last commit.
    return waiting.length > 0 ? waiting : entries.slice(0, 1)
  }
  const wasThere = existsSync(file)
  const journal = openJournal(file, present)
  if (!breakSeal(desk, file) && (wasThere || edits.hasAny())) journal.renew()
  return journal
}

interface OpenFiles {
  desk: Database
  answers: Database
  copy: SecondCopy
  copyFile: string
  journal: Journal
  journalFile: string
  release: () => void
}

function closeFiles({ desk, answers, copy, journal, ...files }: OpenFiles): void {
  try {
    const { file } = answers
    answers.close()
    if (!answers.isDamaged()) seal(desk, file)
    if (!journal.isBehind()) seal(desk, files.journalFile)
    if (copy.close()) seal(desk, files.copyFile)
  } finally {
    desk.close()
    files.release()
  }
}

/** Never throws: without a seal the file is only checked again at the next start. */
function seal(desk: Database, file: string) {
  const mark = markOf(file)
  if (mark === null) return
  const sql = 'INSERT OR REPLACE INTO seals (file, mark) VALUES (?, ?)'
  try {
    desk.transaction(() => desk.run(sql, basename(file), mark))
  } catch {
    // The disk is full, or the folder is gone.
  }
}
