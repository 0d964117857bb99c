/**
 * A process that works on the databases like a user and the outbox. After each operation it writes
 * the resulting state to a file of promises, at the time when the window would be told that it is
 * saved.
 */
import { openSync, writeSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { makeVerbs, type Verbs } from '../../../src/main/database/verbs.ts'
import { makeOutbox } from '../../../src/main/features/publishing/outbox.ts'
import { makeService } from '../../../src/service/service.ts'
import { failureOf } from '../../../src/shared/failure.ts'
import type { StoredAccount } from '../../../src/shared/features/accounts/account.ts'
import type { Change } from '../../../src/shared/features/publishing/edit.ts'
import { checkVideo } from '../../../src/shared/features/videos/check/check-video.ts'
import { testClock, virtualClock } from '../clock.ts'
import { type Fate, serviceOver, storeOver, wellTravelled } from '../posting.ts'
import { stateOf } from './desk-state.ts'

/** Number of steps per opening: a few, or enough for SQLite to make a checkpoint by itself. */
const LIVES = [15, 25, 150, 30]
const VIDEOS = 3
const OTHER = 'account00002'
const FATES: Fate[] = ['well', 'well', 'answer-lost', 'well', 'lost', 'well', { lateMs: 40_000 }]

const [folder = '', promises = '', synchronous, account] = process.argv.slice(2)
const { id: account_id, ...rest } = JSON.parse(account ?? '') as StoredAccount
if (synchronous === 'NORMAL') forgetSynchronous()
const file = openSync(promises, 'a')
const clock = virtualClock()
const service = makeService({ players: 12, days: 30, now: clock.now })
const videos = service.world
  .players(clock.now() / 1000)
  .map(({ id }) => service.video.read(id))
  .filter(({ pixels, call_actions, traffic_filter }) => pixels && call_actions && traffic_filter)
  .slice(0, VIDEOS)

let number = 0
for (const [life, steps] of LIVES.entries()) {
  const verbs = promising(makeVerbs(folder, testClock))
  if (life === 0) {
    verbs.putAccount({ id: account_id, ...rest })
    verbs.keepVideos(account_id, videos, clock.now())
  }
  const outbox = outboxOf(verbs)
  await outbox.start([account_id])
  for (const last = number + steps; number < last; ) {
    number += 1
    if (number % 12 === 0) await outbox.post(account_id, null)
    else tryToWork(verbs, number)
    // Posting continues meanwhile.
    await clock.advance(number % 4 === 0 ? 20_000 : 15)
  }
  outbox.close()
  verbs.close()
}

/**
 * Simulates an SQLite that was built to behave differently: it claims to sync each commit, and does
 * not.
 */
function forgetSynchronous() {
  const { exec } = DatabaseSync.prototype
  DatabaseSync.prototype.exec = function forgetful(sql) {
    if (sql === 'BEGIN IMMEDIATE') exec.call(this, 'PRAGMA synchronous = NORMAL')
    exec.call(this, sql)
  }
}

/** The functions, each followed by its promise when it wrote to the databases. */
function promising(verbs: Verbs): Verbs {
  const promised = <A extends unknown[], T>(verb: (...of: A) => T) => {
    return (...of: A): T => {
      const value = verb(...of)
      writeSync(file, `${JSON.stringify(stateOf(verbs))}\n`)
      return value
    }
  }
  return {
    ...verbs,
    putAccount: promised(verbs.putAccount),
    keepVideos: promised(verbs.keepVideos),
    keepVideo: promised(verbs.keepVideo),
    commitEdits: promised(verbs.commitEdits),
    saveEdits: promised(verbs.saveEdits),
    queueEdits: promised(verbs.queueEdits),
    stopEdits: promised(verbs.stopEdits),
    resolveEdits: promised(verbs.resolveEdits),
    undoStep: promised(verbs.undoStep),
    redoStep: promised(verbs.redoStep),
    discardEdits: promised(verbs.discardEdits),
    removeAccount: promised(verbs.removeAccount),
  }
}

/** An edit that is being sent refuses changes. */
function tryToWork(verbs: Verbs, step: number) {
  try {
    work(verbs, step)
  } catch (thrown) {
    if (failureOf(thrown).kind !== 'refused') throw thrown
  }
}

function work(verbs: Verbs, step: number) {
  const kind = (step * 7919) % 11
  if (step % 150 === 61) comeAndGo(verbs)
  else if (kind === 3 || kind === 7) verbs.undoStep(account_id)
  else if (kind === 4) verbs.redoStep(account_id)
  else if (step % 37 === 0) verbs.discardEdits(account_id, null, step)
  else {
    const { id: video_id } = videos[step % VIDEOS] ?? { id: '' }
    verbs.saveEdits(account_id, [{ video_id, changes: changesOf(step) }])
  }
  // The other file is written between the edits, as during a download.
  if (step % 3 === 0)
    verbs.keepAnswer(account_id, 'events', { step }, 'x'.repeat(3000), step, false)
}

/** Removing an account leaves nothing behind: the journal is rewritten, and the log emptied. */
function comeAndGo(verbs: Verbs) {
  verbs.putAccount({ ...rest, id: OTHER })
  verbs.keepVideos(OTHER, videos.slice(0, 1), clock.now())
  const { id: video_id = '' } = videos[0] ?? {}
  verbs.saveEdits(OTHER, [{ video_id, changes: changesOf(number) }])
  verbs.removeAccount(OTHER)
}

function changesOf(step: number): Change[] {
  const token = { kind: 'set', group: 'traffic_filter', item_id: null, register: 'token' } as const
  const name = `made ${step} ${'x'.repeat((step % 5) * 300)}`
  const pixel = {
    base: { name, type: 'google' },
    dispatch: { active: true, mode: 'percent', threshold: 50 },
  }
  const changes: Change[] = [{ ...token, value: `step ${step}` }]
  return step % 2 === 0 ? changes : [...changes, { kind: 'create', group: 'pixels', item: pixel }]
}

/** Posts to the sandbox; some of the requests and answers are lost. */
function outboxOf(verbs: Verbs) {
  let sent = 0
  const patch = () => FATES[sent++ % FATES.length] ?? 'well'
  return makeOutbox({
    store: storeOver(verbs),
    videos: serviceOver(service, clock, { ...wellTravelled, patch }).videos,
    clock,
    random: () => 0.5,
    onChange: () => undefined,
    check: checkVideo,
  })
}
