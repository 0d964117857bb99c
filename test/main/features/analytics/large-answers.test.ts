import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ANSWERS } from '../../../../src/main/database/answers-migrations.ts'
import { openDatabase } from '../../../../src/main/database/database.ts'
import { openStore } from '../../../../src/main/database/store.ts'
import { answerText, isLargeJson, opened, shared } from '../../../../src/main/threads/large-json.ts'
import { testClock } from '../../../support/clock.ts'
import { aDay, aPlayer } from '../../../support/store-data.ts'
import { ACCOUNT, aFolder, anAccount, ZONE } from '../../../support/store-folder.ts'
import { storeWorker } from '../../../support/threads.ts'

const rows = Array.from({ length: 12_000 }, (_, index) => aPlayer(index))
const large = shared(Buffer.from(JSON.stringify(rows)))

test('a large answer is stored and read as shared bytes, without being parsed', async () => {
  const store = await openStore({ workerFile: storeWorker, folder: aFolder(), clock: testClock })
  await store.putAccount(anAccount())
  await store.keepAnswer(ACCOUNT, 'players', {}, large, 5, true)
  const answer = await store.answer(ACCOUNT, 'players', {})
  expect(isLargeJson(answer?.value)).toBe(true)
  expect(opened(answer?.value)).toEqual(rows)
  expect(answer).toMatchObject({ asOf: 5, isSettled: true })
  expect(await store.listedPlayer(ACCOUNT, aPlayer(7).id)).toEqual({ player: aPlayer(7), asOf: 5 })
  expect(await store.listedPlayer(ACCOUNT, 'f'.repeat(24))).toBeNull()
  await store.close()
})

test('large days are kept day by day', async () => {
  const store = await openStore({ workerFile: storeWorker, folder: aFolder(), clock: testClock })
  const asked = { player_id: aPlayer(1).id, pitch_time: 1, video_duration: 2 }
  const days = shared(Buffer.from(JSON.stringify([aDay('2026-03-01')])))
  await store.keepDays(ACCOUNT, ZONE, asked, days, 5)
  const period = { start: '2026-03-01', end: '2026-03-01' }
  expect(await store.days(ACCOUNT, ZONE, asked.player_id, period)).toMatchObject([
    { row: aDay('2026-03-01') },
  ])
  await store.close()
})

test('a large answer that is damaged counts as not stored', async () => {
  const folder = aFolder()
  const store = await openStore({ workerFile: storeWorker, folder, clock: testClock })
  await store.keepAnswer(ACCOUNT, 'players', {}, large, 5, true)
  await store.close()
  const file = join(folder, 'answers.db')
  const database = openDatabase({ file, synchronous: 'NORMAL', migrations: ANSWERS })
  database.run(`UPDATE answers SET value = replace(value, '}', ')')`)
  database.close()
  const next = await openStore({ workerFile: storeWorker, folder, clock: testClock })
  expect(await next.answer(ACCOUNT, 'players', {})).toBeNull()
  await next.close()
})

test('large and small answers are sent to the window as the same JSON', async () => {
  const facts = { asOf: 5, isSettled: true, from: 'store', trouble: null }
  const long = ['é日😀'.repeat(1024 * 1024)]
  for (const value of [rows, long]) {
    const json = shared(Buffer.from(JSON.stringify(value)))
    expect(JSON.parse(await answerText({ value: json, ...facts }))).toEqual({ value, ...facts })
  }
  expect(await answerText({ value: [1], ...facts })).toBe(JSON.stringify({ value: [1], ...facts }))
  expect(await answerText(null)).toBe('null')
  expect(await answerText([1, 2])).toBe('[1,2]')
})
