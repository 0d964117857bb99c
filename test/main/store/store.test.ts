import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openStore } from '../../../src/main/store/store.ts'
import { DeskError, type Failure } from '../../../src/shared/failure.ts'
import { testClock } from '../../support/clock.ts'
import { aDay, aPlayer } from '../../support/store-data.ts'
import { ACCOUNT, aFolder, anAccount, ZONE } from '../../support/store-folder.ts'

const workerFile = join(import.meta.dirname, '../../../src/main/store/worker.ts')
const open = (folder: string) => openStore({ workerFile, folder, clock: testClock })

async function failureOfPromise(promise: Promise<unknown>): Promise<Failure | null> {
  try {
    await promise
    return null
  } catch (thrown) {
    if (thrown instanceof DeskError) return thrown.failure
    throw thrown
  }
}

test('what one store was given, the next one on the folder gives back', async () => {
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

test('a failure crosses from the other thread as it is, and the store goes on', async () => {
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

test('the recovery is told, and a closed store refuses every verb', async () => {
  const folder = aFolder()
  await (await open(folder)).close()
  writeFileSync(join(folder, 'answers.db'), 'no database at all'.repeat(1000))
  const store = await open(folder)
  expect(store.recovery).toMatchObject({ kind: 'answers-rebuilt' })
  await store.close()
  expect(await failureOfPromise(store.accounts())).toMatchObject({ kind: 'storage' })
})
