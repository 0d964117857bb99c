import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { type ClockSetting, computerClock } from '../../shared/clock.ts'
import { failureOf, type Reply } from '../../shared/failure.ts'
import type { StoredAccount } from '../../shared/features/accounts/account.ts'
import type { BackupContents } from '../../shared/features/backup/backup.ts'
import { finishCopy, prepareDesk } from '../features/backup/store.ts'
import { isLargeJson } from '../threads/large-json.ts'
import type { Recovery } from './recovery.ts'
import { makeVerbs, type Verbs } from './verbs.ts'

/** A call of one verb; ids ascend in the order of calls. */
export interface Call {
  id: number
  /** Its name; of a call of the bridge, `noun.verb`. */
  verb: string
  args: unknown[]
}

export interface Answered {
  id: number
  reply: Reply<unknown>
}

/** The id of the first reply, which says whether the files could be opened. */
export const OPENING = 0

/** The first reply: what happened to the files, and the verbs. */
export interface Opened {
  recovery: Recovery | null
  verbs: string[]
}

/** The data with which the thread is started to serve a folder. */
export interface StoreData {
  folder: string
  clock: ClockSetting
}

/**
 * The data with which the thread is started for the databases of a backup, so that the store is not
 * blocked.
 */
export type BackupData =
  | { work: 'prepare'; place: string; present: StoredAccount[] }
  | { work: 'finish-copy'; place: string; contents: BackupContents }

if (parentPort) start(parentPort, workerData as StoreData | BackupData)

function start(port: MessagePort, data: StoreData | BackupData) {
  if ('folder' in data) return serve(port, data)
  const work = () =>
    data.work === 'prepare'
      ? prepareDesk(data.place, data.present)
      : finishCopy(data.place, data.contents)
  void replyOf(work).then((reply) => port.postMessage(reply))
}

function serve(port: MessagePort, { folder, clock }: StoreData) {
  const answer = async (id: number, work: () => unknown) => {
    const answered: Answered = { id, reply: await replyOf(work) }
    port.postMessage(answered, bytesToHandOver(answered.reply))
  }
  let run: Map<string, Run> | null = null
  void answer(OPENING, (): Opened => {
    const verbs = makeVerbs(folder, computerClock(clock))
    run = runsOf(verbs)
    return { recovery: verbs.recovery(), verbs: [...run.keys()] }
  })
  if (!run) return
  port.on('message', ({ id, verb, args }: Call) => {
    void answer(id, () => run?.get(verb)?.(...args)).then(() => {
      if (verb === 'close') port.close()
    })
  })
}

type Run = (...args: unknown[]) => unknown

function runsOf(verbs: Verbs): Map<string, Run> {
  const runs = Object.entries(verbs).flatMap(([name, run]): [string, Run][] =>
    typeof run === 'function'
      ? [[name, run as Run]]
      : Object.entries(run).map(([verb, own]) => [`${name}.${verb}`, own as Run]),
  )
  return new Map(runs)
}

/** A large answer's bytes are transferred instead of copied: nothing else here uses them. */
function bytesToHandOver(reply: Reply<unknown>): ArrayBuffer[] {
  const { value } = Object(reply.ok && reply.value) as { value?: unknown }
  const bytes = isLargeJson(value) ? value.largeJson.buffer : null
  return bytes instanceof ArrayBuffer ? [bytes] : []
}

async function replyOf(work: () => unknown): Promise<Reply<unknown>> {
  try {
    return { ok: true, value: await work() }
  } catch (thrown) {
    return { ok: false, failure: failureOf(thrown) }
  }
}
