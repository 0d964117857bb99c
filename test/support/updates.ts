import fs from 'node:fs'
import path from 'node:path'
import { makeUpdates, type UpdatesParts } from '../../src/main/features/updates/updates.ts'
import { makeRequest } from '../../src/main/http/request.ts'
import { testClock } from './clock.ts'
import { newFolder } from './folder.ts'
import { closedLater } from './opened.ts'
import { answerWorker } from './threads.ts'

/** The updates of an installed deb of version 1.0.0, over real HTTP and files. */
export function openUpdates(
  { address, keys }: { address: string; keys: readonly string[] },
  change: Partial<UpdatesParts> = {},
) {
  const http = makeRequest({ clock: testClock, answerWorker })
  const opened: string[] = []
  const folder = path.join(newFolder(), 'updates')
  const parts: UpdatesParts = {
    source: { address, keys },
    version: '1.0.0',
    own: { system: 'linux', processor: 'x64', package: 'deb' },
    ...{ folder, http, clock: testClock },
    isAgreed: () => false,
    pause: () => null,
    posting: () => Promise.resolve(0),
    screen: {
      openFile: async (file) => void opened.push(file),
      showFile: (file) => void opened.push(`shown ${file}`),
    },
    log: { write: () => undefined },
    onChange: () => undefined,
    ...change,
  }
  const updates = makeUpdates(parts)
  return {
    ...updates,
    /** The files that the system was asked to open. */
    opened,
    folder: parts.folder,
    files: () => (fs.existsSync(parts.folder) ? fs.readdirSync(parts.folder).sort() : []),
    close: closedLater(async () => {
      await updates.close()
      await http.close()
    }),
  }
}

/** Resolves once nothing is running. */
export async function rested({ state }: Pick<ReturnType<typeof openUpdates>, 'state'>) {
  while (['checking', 'downloading', 'waiting'].includes(state().step)) await testClock.wait(5)
}
