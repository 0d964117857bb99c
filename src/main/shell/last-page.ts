import fs from 'node:fs'
import path from 'node:path'
import type { DrawnPage } from '../../shared/features/settings/window-info.ts'
import type { Clock } from '../clock.ts'
import { writeWhole } from '../disk/atomic-file.ts'
import { isRecord, readRecord } from './startup-appearance.ts'

export type LastPage = ReturnType<typeof openLastPage>

type StoredPage = Omit<DrawnPage, 'forgotten'>

interface Shown {
  language: string
  colorScheme: string
}

/**
 * The window's page as it was last drawn, shown by the next start until its script is loaded.
 * Forgotten whenever something that it shows changes; not used on another day, or in another
 * language, theme or version.
 */
export function openLastPage(folder: string, version: string, clock: Pick<Clock, 'now'>) {
  const file = path.join(folder, 'last-page.json')
  let isThere = fs.existsSync(file)
  // A start reads it twice before anything can have changed.
  let known: Partial<StoredPage> | undefined
  let timesForgotten = 0
  let writing: Promise<void> = Promise.resolve()
  let unless = new AbortController()
  /** The temporary file of the page that is being written. */
  let partial: string | null = null

  function kept(): Partial<StoredPage> {
    const record = (isThere && readRecord(file)) || {}
    return record['version'] === version && isRecord(record['page']) ? record['page'] : {}
  }

  function forget() {
    timesForgotten++
    unless.abort()
    unless = new AbortController()
    if (!isThere && partial === null) return
    try {
      // Removed first, so that it can no longer be moved into place.
      if (partial !== null) fs.rmSync(partial, { force: true })
      fs.rmSync(file, { force: true })
      isThere = false
    } catch {
      // Read-only, or held by another program: the next change tries again.
    }
    known = {}
  }

  const begun = {
    async note(written: string) {
      partial = written
      return async () => {
        partial = null
      }
    },
  }

  async function write(page: StoredPage, signal: AbortSignal) {
    try {
      fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
      const bytes = Buffer.from(JSON.stringify({ version, page }))
      const options = { access: 'private', begun, signal } as const
      await writeWhole(file, (sink) => sink.write(bytes), options)
      if (!signal.aborted) known = undefined
    } catch {
      // It was forgotten meanwhile, or cannot be written: the next start is only a little slower.
    }
    isThere = fs.existsSync(file)
  }

  return {
    forget,
    forgotten: () => timesForgotten,
    /** The markup to start with; null when there is none for this language, theme and day. */
    read(shown: Shown): string | null {
      known ??= kept()
      const page = known
      const isSame = page.language === shown.language && page.colorScheme === shown.colorScheme
      const isToday = typeof page.until === 'number' && clock.now() < page.until
      return isSame && isToday && typeof page.html === 'string' ? page.html : null
    },
    /** Resolves when the page is written, unless it was forgotten since it was drawn. Never throws. */
    keep({ forgotten, ...page }: DrawnPage): Promise<void> {
      if (forgotten !== timesForgotten) return writing
      const { signal } = unless
      writing = writing.then(() => write(page, signal))
      return writing
    },
    /** Resolves when no write is running. */
    settled: () => writing,
  }
}
