import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { analytics } from '../../shared/api/analytics.ts'
import { AppError, failureOf } from '../../shared/failure.ts'
import type { StoredAccount } from '../../shared/features/accounts/account.ts'
import type { Clock } from '../clock.ts'
import { openStore } from '../database/store.ts'
import { makeDemo } from '../features/accounts/demo.ts'
import { startWriterThread } from '../features/ledger/writer-thread.ts'
import { makeReportFiles } from '../features/reports/report-files.ts'
import { startAnswerThread } from '../http/answer-thread.ts'
import { makeRequest } from '../http/request.ts'
import { headersFor } from '../http/services.ts'
import type { KeytarLike } from '../keychain/keychain.ts'
import type { PartsOptions } from '../options.ts'
import { opened } from '../threads/large-json.ts'
import type { Check } from './checks.ts'

type OfThisApp = 'version' | `${'demo' | 'answer' | 'authorities' | 'ledger' | 'report'}Worker`

export interface PartsToCheck extends Pick<PartsOptions, OfThisApp> {
  /** An empty folder for the databases and files of the checks. */
  folder: string
  clock: Clock
  keytar: () => Promise<KeytarLike>
  storeWorker: string
}

/** Checks of the parts of main that need no Electron: keychain, databases and threads. */
export const partChecks = (parts: PartsToCheck): Check[] => [
  { name: 'keychain', run: () => checkKeychain(parts.keytar) },
  { name: 'SQLite', run: () => checkStore(parts) },
  { name: 'demo service', run: () => checkDemo(parts) },
  { name: 'answer thread', run: () => checkAnswers(parts.answerWorker) },
  { name: 'authorities thread', run: () => checkAuthorities(parts.authoritiesWorker) },
  { name: 'Parquet thread', run: () => checkLedger(parts) },
  { name: 'report thread', run: () => checkReports(parts) },
]

/** A keychain service of its own, so that the accounts' keys are not touched. */
export const SELF_CHECK_SERVICE = 'Cuepoint self-check'

async function checkKeychain(load: () => Promise<KeytarLike>): Promise<string> {
  const keytar = await load()
  // Parallel self-checks must not use the same name.
  const name = randomBytes(6).toString('hex')
  const value = randomBytes(24).toString('hex')
  await keytar.setPassword(SELF_CHECK_SERVICE, name, value)
  const returned = await keytar.getPassword(SELF_CHECK_SERVICE, name)
  const isErased = await keytar.deletePassword(SELF_CHECK_SERVICE, name)
  if (returned !== value) throw new Error('it did not give back what it took')
  if (!isErased) throw new Error('it did not erase what it took')
  return 'a key was kept, given back and erased'
}

const ACCOUNT: StoredAccount = {
  ...{ id: 'selfcheck000', name: 'Self-check', isDemo: false, timezone: 'UTC' },
  ...{ base_url: 'https://analytics.example.com', api_base_url: null },
  ...{ testedAt: null, downloadedAt: null, createdAt: 0 },
}

/** Opened twice: the second thread must find what the first one stored. */
async function checkStore({ storeWorker, folder, clock }: PartsToCheck): Promise<string> {
  const own = path.join(folder, 'store')
  const open = () => openStore({ workerFile: storeWorker, folder: own, clock })
  const first = await open()
  await first.putAccount(ACCOUNT)
  await first.close()
  const second = await open()
  try {
    const names = (await second.accounts()).map(({ name }) => name)
    if (names.join() !== ACCOUNT.name)
      throw new Error('the stored account is missing after reopening')
    const { 'desk.db': desk, 'answers.db': answers } = await second.facts()
    return `kept and read again; versions ${desk.version} and ${answers.version} of the databases`
  } finally {
    await second.close()
  }
}

async function checkDemo(parts: PartsToCheck): Promise<string> {
  const { demoWorker, answerWorker, clock, version } = parts
  const demo = makeDemo({ workerFile: demoWorker, remember: () => undefined, clock })
  const http = makeRequest({ clock, answerWorker })
  try {
    const { base_url, key } = await demo.address()
    const options = {
      base_url,
      headers: headersFor(analytics.players, key, version),
      deadlineMs: 20_000,
    }
    const { value } = await http.send(analytics.players, {}, options)
    return `answered over HTTP with ${opened(value).length} players`
  } finally {
    await Promise.allSettled([demo.stop(), http.close()])
  }
}

async function checkAnswers(answerWorker: string): Promise<string> {
  const thread = startAnswerThread(answerWorker, analytics.players, { start: '', end: '' })
  try {
    await thread.add(Buffer.from('[]'))
    const answer = opened<unknown[]>(await thread.end())
    return `read an answer of ${answer.length} players`
  } finally {
    thread.stop()
  }
}

async function checkAuthorities(authoritiesWorker: string): Promise<string> {
  const [certificates] = (await once(new Worker(authoritiesWorker), 'message')) as [string[]]
  return `read ${certificates.length} certificates of the system`
}

async function checkLedger({ ledgerWorker, folder }: PartsToCheck): Promise<string> {
  const thread = startWriterThread(ledgerWorker)
  try {
    const place = path.join(folder, 'ledger', 'daily.parquet')
    await thread.do({ kind: 'open', table: 'daily', place })
    await thread.do({ kind: 'close' })
    return 'wrote a file'
  } finally {
    await thread.end()
  }
}

async function checkReports({ reportWorker, folder }: PartsToCheck): Promise<string> {
  const empty = path.join(folder, 'tables')
  fs.mkdirSync(empty)
  const refusal = await makeReportFiles({ workerFile: reportWorker })
    .openTables(empty)
    .then(() => null, failureOf)
  // Only the thread can answer this: without it the file would be reported as damaged.
  if (refusal?.kind === 'report-file' && refusal.reason === 'no-tables') return 'read a folder'
  throw refusal ? new AppError(refusal) : new Error('an empty folder was accepted as a report')
}
