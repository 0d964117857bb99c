import path from 'node:path'
import { expect, test } from 'vitest'
import type { KeytarLike } from '../../../src/main/keychain/keychain.ts'
import { runChecks } from '../../../src/main/self-check/checks.ts'
import { type PartsToCheck, partChecks } from '../../../src/main/self-check/parts.ts'
import { haveThreadsEnded } from '../../../src/main/threads/ending.ts'
import { testClock } from '../../support/clock.ts'
import { newFolder } from '../../support/folder.ts'
import { memoryKeytar } from '../../support/keychain.ts'
import { storeWorker, threadFiles } from '../../support/threads.ts'

const source = path.resolve(import.meta.dirname, '../../../src')
const NAMES = [
  ...[
    'Parquet thread',
    'SQLite',
    'answer thread',
    'authorities thread',
    'demo service',
    'keychain',
    'report thread',
  ],
]

async function checked(change: Partial<PartsToCheck> = {}) {
  const folder = newFolder()
  const lines: string[] = []
  const parts: PartsToCheck = {
    ...{ folder, clock: testClock, version: '0.0.0', ...threadFiles },
    keytar: () => Promise.resolve(memoryKeytar().keytar),
    storeWorker,
    ...change,
  }
  const outcome = await runChecks(partChecks(parts), {
    say: (line) => lines.push(line),
    longestMs: 50_000,
  })
  expect(await haveThreadsEnded()).toBe(true)
  const named = (verdict: string) =>
    lines.flatMap((line) => (line.startsWith(verdict) ? (/ {2,}(.*?):/.exec(line)?.[1] ?? '') : []))
  return { lines, ...outcome, good: named('ok').toSorted(), bad: named('FAILED').toSorted() }
}

test('every part of main works, and the keychain is left as it was', async () => {
  const { keytar, items } = memoryKeytar()
  const { good, bad, failed } = await checked({ keytar: () => Promise.resolve(keytar) })
  expect({ good, bad, failed }).toEqual({ good: NAMES, bad: [], failed: 0 })
  expect(items.size).toBe(0)
})

test('a keychain that does not return a stored key fails', async () => {
  const { keytar } = memoryKeytar()
  const forgetful: KeytarLike = { ...keytar, getPassword: () => Promise.resolve(null) }
  const { bad, lines } = await checked({ keytar: () => Promise.resolve(forgetful) })
  expect(bad).toEqual(['keychain'])
  expect(lines.join()).toContain('it did not give back what it took')
})

test('a thread whose file is missing is named, and the others work', async () => {
  const none = path.join(source, 'none.ts')
  const { bad, good } = await checked({
    ...{ storeWorker: none, ledgerWorker: none, reportWorker: none },
    ...{ answerWorker: none, authoritiesWorker: none },
  })
  expect(bad).toEqual([
    ...['Parquet thread', 'SQLite', 'answer thread', 'authorities thread', 'report thread'],
  ])
  expect(good).toEqual(['demo service', 'keychain'])
})
