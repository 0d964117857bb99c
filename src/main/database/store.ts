import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Clock } from '../../shared/clock.ts'
import { AppError, failureOf, type Reply } from '../../shared/failure.ts'
import type { BackupContents, BackupCounts } from '../../shared/features/backup/backup.ts'
import type { PreparedDesk } from '../features/backup/store.ts'
import { endThread, untilCancelled } from '../threads/ending.ts'
import type { Recovery } from './recovery.ts'
import { storageError } from './storage-failure.ts'
import type { Verbs } from './verbs.ts'
import type { Answered, BackupData, Call, Opened, StoreData } from './worker.ts'

export type { Recovery } from './recovery.ts'

type WorkerVerbs = Omit<Verbs, 'recovery'>

type Asynchronous<Run> = Run extends (...args: infer Args) => infer Value
  ? (...args: Args) => Promise<Awaited<Value>>
  : { [Verb in keyof Run]: Asynchronous<Run[Verb]> }

/** The store's verbs, asked from another thread. Each throws what failed as an AppError. */
export type Store = Asynchronous<Omit<WorkerVerbs, 'copyDesk'>> & {
  /** What happened to the files when they were opened, as far as the user must know it. */
  readonly recovery: Recovery | null
  /**
   * Copies the databases for a backup into an existing folder. Throws `backup` when they could not
   * be restored, and `cancelled` once aborted.
   */
  copyDesk: (into: string, contents: BackupContents, signal?: AbortSignal) => Promise<BackupCounts>
  /** Checks the databases of a backup in a folder and brings them up to date there, in a thread of its own. */
  prepareDesk: (place: string, signal?: AbortSignal) => Promise<PreparedDesk>
}

interface Waiting {
  resolve: (value: unknown) => void
  reject: (reason: AppError) => void
}

/** V8 keeps what it once took for young values: up to 128 MB of each thread without a limit (Node 24). */
const LIMITS = { maxYoungGenerationSizeMb: 24 }

interface StoreParts {
  workerFile: string
  folder: string
  clock: Pick<Clock, 'setting'>
}

/**
 * Starts the store's worker on a folder. Throws `refused` when another process has the folder open,
 * and `storage` when its files cannot be opened.
 */
export async function openStore(parts: StoreParts): Promise<Store> {
  const { opened, call } = await startWorker(parts)
  const { recovery } = opened
  const verbs: Record<string, unknown> = {}
  for (const name of opened.verbs) {
    const run = (...args: unknown[]) => call(name, args)
    const [noun = '', verb] = name.split('.')
    verbs[noun] = verb === undefined ? run : Object.assign(verbs[noun] ?? {}, { [verb]: run })
  }
  const store = { ...verbs, recovery } as Store
  const { workerFile } = parts
  return {
    ...store,
    async copyDesk(into, contents, signal) {
      await call('copyDesk', [into, contents])
      const data = { work: 'finish-copy', place: into, contents } as const
      return inThread<BackupCounts>(workerFile, data, signal)
    },
    async prepareDesk(place, signal) {
      const present = await store.accounts()
      return inThread<PreparedDesk>(workerFile, { work: 'prepare', place, present }, signal)
    },
  }
}

export type DeferredStore = Omit<Store, 'recovery'> & { recovery: () => Promise<Store['recovery']> }

/**
 * A store that may still be opening: each verb waits for it, so that the window need not. When it
 * cannot be opened, each verb throws why.
 */
export function deferredStore(opening: Promise<Store>): DeferredStore {
  opening.catch(() => undefined)
  return new Proxy({} as DeferredStore, {
    get(_store, name: keyof Store) {
      if (name === 'recovery') return () => opening.then(({ recovery }) => recovery)
      const later =
        (find: (store: Store) => unknown) =>
        (...args: unknown[]) =>
          opening.then((store) => (find(store) as (...given: unknown[]) => unknown)(...args))
      return new Proxy(
        later((store) => store[name]),
        {
          get: (_verb, verb: string) =>
            later((store) => (store[name] as unknown as Record<string, unknown>)[verb]),
        },
      )
    },
  })
}

async function inThread<T>(
  workerFile: string,
  data: BackupData,
  signal: AbortSignal | undefined,
): Promise<T> {
  const worker = new Worker(workerFile, { workerData: data })
  try {
    const [reply] = (await untilCancelled(once(worker, 'message'), signal)) as [Reply<T>]
    if (reply.ok) return reply.value
    throw new AppError(reply.failure)
  } finally {
    const end = endThread(worker)
    // Its files can then be removed.
    if (signal?.aborted) await end
  }
}

async function startWorker({ workerFile, folder, clock }: StoreParts) {
  const worker = new Worker(workerFile, {
    workerData: { folder, clock: clock.setting } satisfies StoreData,
    resourceLimits: LIMITS,
  })
  const waiting = new Map<number, Waiting>()
  let end: AppError | null = null
  let lastId = 0

  const reply = (id: number) =>
    new Promise<unknown>((resolve, reject) => waiting.set(id, { resolve, reject }))
  const opening = reply(lastId)

  worker.on('message', ({ id, reply: answered }: Answered) => {
    const waiter = waiting.get(id)
    waiting.delete(id)
    if (answered.ok) waiter?.resolve(answered.value)
    else waiter?.reject(new AppError(answered.failure))
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

  return { opened: (await opening) as Opened, call }
}

function textOf(thrown: unknown) {
  const failure = failureOf(thrown)
  return 'text' in failure ? failure.text : failure.kind
}
