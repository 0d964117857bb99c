import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from './database.ts'
import { leaseFolder, markOf, openAnswers, openDesk } from './recovery.ts'
import { storageFailure } from './storage-failure.ts'

/**
 * Takes a data folder and opens its two files: desk.db, which is never lost, and answers.db, which
 * can be fetched again. Throws `refused` or `storage`.
 */
export function openFiles(folder: string) {
  const deskFile = join(folder, 'desk.db')
  const answersFile = join(folder, 'answers.db')
  const release = takeFolder(folder)
  try {
    const { database: desk, recovery: deskRecovery } = openDesk(deskFile, existsSync(answersFile))
    try {
      const isSealed = breakSeal(desk, answersFile)
      const { database: answers, recovery } = openAnswers(answersFile, isSealed)
      const close = () => closeFiles({ desk, answers, release })
      // What touched the desk's own file matters more to the person than figures to fetch again.
      return { desk, answers, recovery: deskRecovery ?? recovery, close }
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

/** Whether a file is as it was when it was last closed well. The seal is gone until it is again. */
function breakSeal(desk: Database, file: string): boolean {
  const [mark] = desk.first<[string]>(`SELECT mark FROM seals WHERE file = 'answers.db'`) ?? [null]
  if (mark === null) return false
  desk.run(`DELETE FROM seals WHERE file = 'answers.db'`)
  return mark === markOf(file)
}

interface OpenFiles {
  desk: Database
  answers: Database
  release: () => void
}

function closeFiles({ desk, answers, release }: OpenFiles): void {
  try {
    const { file } = answers
    answers.close()
    const mark = answers.isDamaged() ? null : markOf(file)
    const sql = `INSERT OR REPLACE INTO seals (file, mark) VALUES ('answers.db', ?)`
    if (mark !== null) desk.run(sql, mark)
  } finally {
    desk.close()
    release()
  }
}
