import fs from 'node:fs'
import path from 'node:path'
import type { DrawnPage } from '../../shared/features/settings/window-info.ts'
import type { Clock } from '../clock.ts'
import { writeWhole } from '../disk/atomic-file.ts'
import { isRecord, readRecord } from './startup-appearance.ts'

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
  let writing: Promise<void> = Promise.resolve()
  let unless = new AbortController()
  /** The page that is being written, under its other name. */
  let partial: string | null = null

  function kept(): Partial<DrawnPage> {
    const record = isThere ? readRecord(file) : {}
    return record['version'] === version && isRecord(record['page']) ? record['page'] : {}
  }

  function forget() {
    unless.abort()
    unless = new AbortController()
    // Before the page itself: it can then no longer be moved into its place.
    if (partial !== null) fs.rmSync(partial, { force: true })
    if (!isThere && partial === null) return
    fs.rmSync(file, { force: true })
    isThere = false
    known = undefined
  }

  const begun = {
    async note(written: string) {
      partial = written
      return async () => {
        partial = null
      }
    },
  }

  async function write(page: DrawnPage, signal: AbortSignal) {
    try {
      fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
      const bytes = Buffer.from(JSON.stringify({ version, page }))
      const options = { access: 'private', begun, signal } as const
      await writeWhole(file, (sink) => sink.write(bytes), options)
    } catch {
      // It was forgotten meanwhile, or costs a moment of the next start.
    }
    isThere = fs.existsSync(file)
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
    /** Resolves when it is written, whole or not at all, unless it was forgotten meanwhile. */
    keep(page: DrawnPage): Promise<void> {
      const { signal } = unless
      writing = writing.then(() => write(page, signal))
      return writing
    },
    /** Resolves when nothing is being written any more. */
    settled: () => writing,
  }
}
