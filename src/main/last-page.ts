import fs from 'node:fs'
import path from 'node:path'
import type { DrawnPage } from '../shared/model/desk.ts'
import type { Clock } from './clock.ts'
import { isRecord, readRecord } from './look.ts'

export type LastPage = ReturnType<typeof openLastPage>

interface Shown {
  language: string
  colorScheme: string
}

/**
 * The window's page as it was last drawn, from its stored figures, so that the next start shows
 * these while its script is still read. Kept only while nothing of it has changed: whoever changes
 * what the desk shows forgets it, and a day's turn, another language, theme or version passes it by.
 */
export function openLastPage(folder: string, version: string, clock: Pick<Clock, 'now'>) {
  const file = path.join(folder, 'last-page.json')
  let isThere = fs.existsSync(file)
  // A start asks for it twice before anything can have changed.
  let known: Partial<DrawnPage> | undefined

  function kept(): Partial<DrawnPage> {
    const record = isThere ? readRecord(file) : {}
    return record['version'] === version && isRecord(record['page']) ? record['page'] : {}
  }

  function forget() {
    if (!isThere) return
    fs.rmSync(file, { force: true })
    isThere = false
    known = undefined
  }

  return {
    forget,
    /** The markup to start with, or null. */
    read(shown: Shown): string | null {
      known ??= kept()
      const page = known
      const isSame = page.language === shown.language && page.colorScheme === shown.colorScheme
      const isToday = typeof page.until === 'number' && clock.now() < page.until
      return isSame && isToday && typeof page.html === 'string' ? page.html : null
    },
    /** Writes it whole or not at all; that it cannot be written costs a moment of the next start. */
    keep(page: DrawnPage) {
      const next = `${file}.next`
      known = undefined
      try {
        fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
        fs.writeFileSync(next, JSON.stringify({ version, page }), { mode: 0o600 })
        fs.renameSync(next, file)
        isThere = true
      } catch {
        isThere = fs.existsSync(file)
      }
    },
  }
}
