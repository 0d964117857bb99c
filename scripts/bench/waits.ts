import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { systemClock } from '../../src/main/clock.ts'
import { openStore, type Store } from '../../src/main/database/store.ts'
import type { StoredAccount } from '../../src/shared/features/accounts/account.ts'
import { newFolder } from '../../test/support/folder.ts'
import type { Figure, Say } from './figures.ts'

const clock = systemClock()
const workerFile = path.resolve(import.meta.dirname, '../../src/main/database/worker.ts')
const ANSWERS = 400
const ANSWER_BYTES = 1024 * 1024
const BETWEEN_EDITS_MS = 10
const ACCOUNT: StoredAccount = {
  id: 'account00001',
  name: 'Acme',
  isDemo: false,
  timezone: 'UTC',
  base_url: 'https://analytics.example.com',
  api_base_url: null,
  testedAt: null,
  downloadedAt: null,
  createdAt: 1_700_000_000_000,
}

/**
 * The longest time that an edit waits for the disk while a backup of 400 MB of figures is copied,
 * and while it is checked.
 */
export async function measureWaits(say: Say): Promise<Figure[]> {
  const folder = newFolder()
  try {
    const store = await openStore({ workerFile, folder, clock })
    await fill(store)
    const copies = path.join(folder, 'copies')
    fs.mkdirSync(copies)
    const contents = { withFigures: true, withTokens: false }
    const copying = await longestWait(store, () => store.copyDesk(copies, contents))
    const checking = await longestWait(store, () => store.prepareDesk(copies))
    const size = fs.statSync(path.join(copies, 'answers.db')).size
    await store.close()
    say(`waits: ${JSON.stringify({ copying, checking, size })}`)
    return [
      figure('Longest wait of an edit while a backup is copied', copying),
      figure('Longest wait of an edit while a backup is checked', checking),
    ]
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

const figure = (what: string, { longest, edits, whole }: Waits): Figure => ({
  what,
  unit: 'ms',
  ours: longest,
  limit: { of: 'ours', atMost: 100 },
  runs: { edits, whole },
})

interface Waits {
  longest: number
  edits: number
  /** How long the work took, ms. */
  whole: number
}

async function fill(store: Store) {
  await store.putAccount(ACCOUNT)
  for (let index = 0; index < ANSWERS; index++) {
    const value = `${index}`.padEnd(ANSWER_BYTES, 'abcdefgh')
    await store.keepAnswer(ACCOUNT.id, `answer ${index}`, {}, value, 1, true)
  }
}

async function longestWait(store: Store, work: () => Promise<unknown>): Promise<Waits> {
  const began = clock.monotonic()
  let isOver = false
  const working = work().finally(() => {
    isOver = true
  })
  let longest = 0
  let edits = 0
  while (!isOver) {
    const asked = clock.monotonic()
    await store.putAccount({ ...ACCOUNT, name: `Edit ${edits}` })
    longest = Math.max(longest, clock.monotonic() - asked)
    edits++
    await wait(BETWEEN_EDITS_MS)
  }
  await working
  return { longest, edits, whole: clock.monotonic() - began }
}
