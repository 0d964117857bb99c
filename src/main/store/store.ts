import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Clock } from '../../shared/clock.ts'
import { DeskError, failureOf, type Reply } from '../../shared/failure.ts'
import type { BackupCounts } from '../../shared/model/backup.ts'
import { endThread } from '../end-thread.ts'
import type { PreparedDesk } from './backup.ts'
import type { Recovery } from './recovery.ts'
import { storageError } from './storage-failure.ts'
import type { Verbs } from './verbs.ts'
import type { Answered, BackupData, Call, StoreData } from './worker.ts'

export type { StoredAccount } from './accounts.ts'
export type { AnswerOfPlayer, StoredAnswer } from './answers.ts'
export type { AskedWith, DayRun, StoredDay } from './days.ts'
export type { OpenDownload } from './downloads.ts'
export type { EditsDesk } from './edit-verbs.ts'
export type { LedgerAnswer, LedgerChunk, LedgerPlan, LedgerPlayer } from './ledger.ts'
export type { Upload } from './pictures.ts'
export type { Recovery } from './recovery.ts'
export type { KeepAnswer, KeepDays } from './verbs.ts'

type Asked = Omit<Verbs, 'recovery'>

/** The store's verbs, asked from another thread. Each throws what failed as a DeskError. */
export type Store = {
  [V in keyof Asked]: (...args: Parameters<Asked[V]>) => Promise<Awaited<ReturnType<Asked[V]>>>
} & {
  /** What happened to the files at this opening that the person must know. */
  readonly recovery: Recovery | null
  /** Checks the databases of a backup in a folder and brings them up to date there, in a thread of its own. */
  prepareDesk: (place: string) => Promise<PreparedDesk>
}

interface Waiting {
  resolve: (value: unknown) => void
  reject: (reason: DeskError) => void
}

const VERBS = {
  accounts: true,
  putAccount: true,
  changeAccount: true,
  removeAccount: true,
  answer: true,
  listedPlayer: true,
  answersOfPlayer: true,
  answeredAt: true,
  answeredInputs: true,
  keepAnswer: true,
  keepDays: true,
  keepAll: true,
  pruneAnswers: true,
  days: true,
  dayCover: true,
  ledgerPlan: true,
  ledgerDays: true,
  ledgerAnswer: true,
  overview: true,
  trends: true,
  growth: true,
  playerMarks: true,
  nearPlayers: true,
  tagPlayers: true,
  pinPlayer: true,
  openedPlayer: true,
  annotations: true,
  addAnnotation: true,
  changeAnnotation: true,
  removeAnnotation: true,
  undoAnnotation: true,
  redoAnnotation: true,
  markers: true,
  putMarker: true,
  removeMarker: true,
  undoMarkers: true,
  redoMarkers: true,
  curvesView: true,
  changeCurvesView: true,
  openDownload: true,
  closeDownload: true,
  openDownloads: true,
  closedDownloads: true,
  videoBase: true,
  videoRows: true,
  keepVideos: true,
  keepVideo: true,
  editRows: true,
  editedVideo: true,
  editedVideos: true,
  editsDesk: true,
  commitEdits: true,
  saveEdits: true,
  undoStep: true,
  redoStep: true,
  keepBoth: true,
  pruneEdits: true,
  discardEdits: true,
  history: true,
  historyEntry: true,
  keptPictures: true,
  keepPicture: true,
  uploads: true,
  beginUpload: true,
  endUpload: true,
  dropUpload: true,
  abTests: true,
  abTest: true,
  keepAbChoice: true,
  addAbDecision: true,
  trafficRules: true,
  keepTrafficRules: true,
  copyDesk: true,
  stopCopy: true,
  waitingEdits: true,
  reports: true,
  addReport: true,
  reportDocument: true,
  reportPreview: true,
  markReport: true,
  removeReports: true,
  restoreReports: true,
  pruneReports: true,
  reportSchedules: true,
  putReportSchedule: true,
  removeReportSchedule: true,
  putReportRun: true,
  facts: true,
  integrity: true,
  close: true,
} satisfies Record<keyof Asked, true>

/** V8 keeps what it once took for young values: up to 128 MB of each thread without a limit (Node 24). */
const LIMITS = { maxYoungGenerationSizeMb: 24 }

interface StoreParts {
  workerFile: string
  folder: string
  clock: Pick<Clock, 'setting'>
}

/**
 * Starts the store's worker on a folder. Throws `refused` when another process has the folder open,
 * and `storage` when its files cannot be had.
 */
export async function openStore(parts: StoreParts): Promise<Store> {
  const { recovery, call } = await startWorker(parts)
  const verbs = Object.keys(VERBS).map((verb) => [
    verb,
    (...args: unknown[]) => call(verb as Call['verb'], args),
  ])
  const store = { ...Object.fromEntries(verbs), recovery } as Store
  const { workerFile } = parts
  return {
    ...store,
    async copyDesk(into, contents) {
      const counts = await store.copyDesk(into, contents)
      if (contents.withTokens) return counts
      return inThread<BackupCounts>(workerFile, { work: 'take-tokens-out', place: into })
    },
    async prepareDesk(place) {
      const present = await store.accounts()
      return inThread<PreparedDesk>(workerFile, { work: 'prepare', place, present })
    },
  }
}

async function inThread<T>(workerFile: string, data: BackupData): Promise<T> {
  const worker = new Worker(workerFile, { workerData: data })
  try {
    const [reply] = (await once(worker, 'message')) as [Reply<T>]
    if (reply.ok) return reply.value
    throw new DeskError(reply.failure)
  } finally {
    void endThread(worker)
  }
}

async function startWorker({ workerFile, folder, clock }: StoreParts) {
  const worker = new Worker(workerFile, {
    workerData: { folder, clock: clock.setting } satisfies StoreData,
    resourceLimits: LIMITS,
  })
  const waiting = new Map<number, Waiting>()
  let end: DeskError | null = null
  let lastId = 0

  const reply = (id: number) =>
    new Promise<unknown>((resolve, reject) => waiting.set(id, { resolve, reject }))
  const opening = reply(lastId)

  worker.on('message', ({ id, reply: answered }: Answered) => {
    const waiter = waiting.get(id)
    waiting.delete(id)
    if (answered.ok) waiter?.resolve(answered.value)
    else waiter?.reject(new DeskError(answered.failure))
  })
  const stop = (text: string) => {
    end ??= storageError('other', folder, text)
    for (const { reject } of waiting.values()) reject(end)
    waiting.clear()
  }
  worker.on('error', (thrown) => stop(`The store stopped: ${textOf(thrown)}`))
  const exited = new Promise<void>((resolve) => {
    worker.on('exit', () => {
      stop('The store is closed.')
      resolve()
    })
  })

  async function call(verb: Call['verb'], args: unknown[]): Promise<unknown> {
    if (end) throw end
    const id = ++lastId
    const answered = reply(id)
    const message: Call = { id, verb, args }
    worker.postMessage(message)
    const value = await answered
    if (verb === 'close') await exited
    return value
  }

  const recovery = (await opening) as Recovery | null
  return { recovery, call }
}

function textOf(thrown: unknown) {
  const failure = failureOf(thrown)
  return 'text' in failure ? failure.text : failure.kind
}
