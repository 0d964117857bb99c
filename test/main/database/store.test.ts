import { mkdirSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openStore } from '../../../src/main/database/store.ts'
import { makeVerbs } from '../../../src/main/database/verbs.ts'
import { haveThreadsEnded } from '../../../src/main/threads/ending.ts'
import { AppError, type Failure } from '../../../src/shared/failure.ts'
import { testClock } from '../../support/clock.ts'
import { aDay, aPlayer } from '../../support/store-data.ts'
import { ACCOUNT, aFolder, anAccount, ZONE } from '../../support/store-folder.ts'
import { storeWorker } from '../../support/threads.ts'

const open = (folder: string) => openStore({ workerFile: storeWorker, folder, clock: testClock })

async function failureOfPromise(promise: Promise<unknown>): Promise<Failure | null> {
  try {
    await promise
    return null
  } catch (thrown) {
    if (thrown instanceof AppError) return thrown.failure
    throw thrown
  }
}

test('what one store saved, the next store on the same folder returns', async () => {
  const folder = aFolder()
  const store = await open(folder)
  const { id: player_id, pitch_time, duration: video_duration } = aPlayer(1)
  const rows = [aDay('2026-03-01')]
  await store.putAccount(anAccount())
  await store.keepDays(ACCOUNT, ZONE, { player_id, pitch_time, video_duration }, rows, 5)
  await store.close()
  const next = await open(folder)
  const range = { start: '2026-03-01', end: '2026-03-02' }
  expect(next.recovery).toBeNull()
  expect(await next.accounts()).toEqual([anAccount()])
  expect(await next.trends(ACCOUNT, ZONE, range, [player_id])).toEqual({
    [player_id]: [rows[0]?.total_started, null],
  })
  expect(await next.integrity()).toEqual({ desk: 'ok', answers: 'ok' })
  await next.close()
})

test('a failure keeps its shape across the thread, and the store continues', async () => {
  const store = await open(aFolder())
  const failure = await failureOfPromise(store.keepAnswer(ACCOUNT, 'x', {}, undefined, 1, false))
  expect(failure).toMatchObject({ kind: 'unexpected' })
  await store.keepAnswer(ACCOUNT, 'x', {}, 1, 1, false)
  expect(await store.answer(ACCOUNT, 'x', {})).toMatchObject({ value: 1 })
  await store.close()
})

test('a second store on the same folder is refused', async () => {
  const folder = aFolder()
  const store = await open(folder)
  expect(await failureOfPromise(open(folder))).toMatchObject({ kind: 'refused' })
  await store.close()
})

test('the store reports a recovery, and refuses every call once it is closed', async () => {
  const folder = aFolder()
  await (await open(folder)).close()
  writeFileSync(join(folder, 'answers.db'), 'no database at all'.repeat(1000))
  const store = await open(folder)
  expect(store.recovery).toMatchObject({ kind: 'answers-rebuilt' })
  await store.close()
  expect(await failureOfPromise(store.accounts())).toMatchObject({ kind: 'storage' })
})

const CONTENTS = { withFigures: true, withTokens: false }

/** A store with some MB of figures, and the folder into which they are copied. */
async function withFigures() {
  const folder = aFolder()
  const store = await open(folder)
  await store.putAccount(anAccount())
  for (let index = 0; index < 20; index++) {
    await store.keepAnswer(ACCOUNT, `answer ${index}`, {}, 'x'.repeat(512 * 1024), 1, true)
  }
  const copies = join(folder, 'copies')
  mkdirSync(copies)
  return { store, copies }
}

/** Which of two is done first. */
async function firstOf(work: Promise<unknown>, edit: Promise<unknown>) {
  const done: string[] = []
  await Promise.all([work.then(() => done.push('work')), edit.then(() => done.push('edit'))])
  return done[0]
}

test('an edit does not wait for a backup in progress, and is part of it', async () => {
  const { store, copies } = await withFigures()
  const copying = store.copyDesk(copies, CONTENTS)
  const edit = store.putAccount(anAccount({ name: 'Edited meanwhile' }))
  expect(await firstOf(copying, edit)).toBe('edit')
  expect(await copying).toMatchObject({ accounts: 1 })
  await store.close()
  const copy = makeVerbs(copies, testClock)
  expect(copy.integrity()).toEqual({ desk: 'ok', answers: 'ok' })
  expect(copy.accounts()).toEqual([anAccount({ name: 'Edited meanwhile' })])
  expect(copy.answer(ACCOUNT, 'answer 19', {})?.value).toBe('x'.repeat(512 * 1024))
  copy.close()
})

test('an edit does not wait for a backup that is checked', async () => {
  const { store, copies } = await withFigures()
  await store.copyDesk(copies, CONTENTS)
  const checking = store.prepareDesk(copies)
  await store.accounts()
  const edit = store.putAccount(anAccount({ name: 'Edited meanwhile' }))
  expect(await firstOf(checking, edit)).toBe('edit')
  expect(await checking).toMatchObject({ figures: 'all', counts: { accounts: 1 } })
  await store.close()
})

test('the thread that checks a backup reports what is wrong with it', async () => {
  const { store, copies } = await withFigures()
  await store.copyDesk(copies, CONTENTS)
  truncateSync(join(copies, 'desk.db'), 100_000)
  expect(await failureOfPromise(store.prepareDesk(copies))).toMatchObject({ reason: 'corrupt' })
  await store.close()
})

test('the check of a backup can be cancelled, which ends its thread', async () => {
  const { store, copies } = await withFigures()
  await store.copyDesk(copies, CONTENTS)
  const stop = new AbortController()
  const checking = failureOfPromise(store.prepareDesk(copies, stop.signal))
  const finishing = failureOfPromise(store.copyDesk(aFolder(), CONTENTS, stop.signal))
  await store.accounts()
  stop.abort()
  expect([await checking, await finishing]).toEqual([{ kind: 'cancelled' }, { kind: 'cancelled' }])
  expect(await haveThreadsEnded()).toBe(true)
  await store.close()
})

test('a backup copy can be cancelled, and the store continues', async () => {
  const { store, copies } = await withFigures()
  const copying = failureOfPromise(store.copyDesk(copies, CONTENTS))
  await store.stopCopy()
  expect(await copying).toEqual({ kind: 'cancelled' })
  expect(await store.copyDesk(copies, CONTENTS)).toMatchObject({ accounts: 1 })
  await store.close()
})
