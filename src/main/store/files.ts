import { existsSync, mkdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Clock } from '../../shared/clock.ts'
import { type Journal, openJournal } from '../outbox/journal.ts'
import { makeAccountsTable } from './accounts.ts'
import type { Database } from './database.ts'
import { makeEditsTable } from './edits.ts'
import { leaseFolder, markOf, openAnswers, openDesk } from './recovery.ts'
import { finishRestore } from './restored.ts'
import { storageFailure } from './storage-failure.ts'

/**
 * Takes a data folder and opens its files: desk.db, which is never lost, the journal of what it has
 * to send, and answers.db, which can be fetched again. Throws `refused` or `storage`.
 */
export function openFiles(folder: string, clock: Clock) {
  const deskFile = join(folder, 'desk.db')
  const answersFile = join(folder, 'answers.db')
  const journalFile = join(folder, 'outbox.log')
  const release = takeFolder(folder)
  try {
    const restored = finishRestore(folder)
    const opened = openDesk(deskFile, existsSync(answersFile), journalFile, clock)
    const { database: desk, recovery: deskRecovery } = opened
    try {
      const journal = openDeskJournal(desk, journalFile)
      const isSealed = breakSeal(desk, answersFile)
      const { database: answers, recovery } = openAnswers(answersFile, isSealed, clock)
      const close = () => closeFiles({ desk, answers, journal, journalFile, release })
      // What touched the desk's own file matters more to the person than figures to fetch again.
      return { desk, answers, journal, recovery: deskRecovery ?? recovery ?? restored, close }
    } catch (thrown) {
      desk.close()
      throw thrown
    }
  } catch (thrown) {
    release()
    throw storageFailure(thrown, folder)
  }
}

function takeFolder(folder: string): () => void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    return leaseFolder(join(folder, 'store.lock'))
  } catch (thrown) {
    throw storageFailure(thrown, folder)
  }
}

/** The journal of a desk; one that was not closed well may lack the last lines, and is made anew. */
function openDeskJournal(desk: Database, file: string): Journal {
  const edits = makeEditsTable(desk)
  const accounts = makeAccountsTable(desk)
  const present = () => {
    const rows = edits.listAll()
    const entries = accounts.list().map((account) => {
      return { account, put: rows.filter((row) => row.account_id === account.id), remove: [] }
    })
    return entries.filter(({ put }) => put.length > 0)
  }
  const wasThere = existsSync(file)
  const journal = openJournal(file, present)
  if (!breakSeal(desk, file) && (wasThere || edits.hasAny())) journal.renew()
  return journal
}

/** Whether a file is as it was when it was last closed well. The seal is gone until it is again. */
function breakSeal(desk: Database, file: string): boolean {
  const name = basename(file)
  const sql = 'SELECT mark FROM seals WHERE file = ?'
  const [mark] = desk.first<[string]>(sql, name) ?? [null]
  if (mark === null) return false
  desk.transaction(() => desk.run('DELETE FROM seals WHERE file = ?', name))
  return mark === markOf(file)
}

interface OpenFiles {
  desk: Database
  answers: Database
  journal: Journal
  journalFile: string
  release: () => void
}

function closeFiles({ desk, answers, journal, journalFile, release }: OpenFiles): void {
  try {
    const { file } = answers
    answers.close()
    if (!answers.isDamaged()) seal(desk, file)
    if (!journal.isBehind()) seal(desk, journalFile)
  } finally {
    desk.close()
    release()
  }
}

/** Never throws: without its seal a file is only looked at once more. */
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
