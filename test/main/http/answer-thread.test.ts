import fs from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startAnswerThread } from '../../../src/main/http/answer-thread.ts'
import { analytics } from '../../../src/shared/api/analytics.ts'
import { newFolder } from '../../support/folder.ts'

const MB = 1024 * 1024

/** The thread of a worker whose own words these are. */
function threadOf(script: string) {
  const folder = newFolder()
  const file = path.join(folder, 'worker.mjs')
  fs.writeFileSync(file, `import { parentPort } from 'node:worker_threads'\n${script}`)
  const thread = startAnswerThread(file, analytics.players, { start: '', end: '' })
  onTestFinished(() => thread.stop())
  return thread
}

const SLOW = `
let waiting = 0
let most = 0
let turn = Promise.resolve()
parentPort.on('message', (part) => {
  if (part) most = Math.max(most, ++waiting)
  turn = turn.then(() => new Promise((next) => setTimeout(next, 5))).then(() => {
    if (part) waiting--
    parentPort.postMessage(part ? part.byteLength : { ok: true, value: most })
  })
})`

test('a thread slower than its service has at most five buffered parts', async () => {
  const thread = threadOf(SLOW)
  for (let part = 0; part < 40; part++) await thread.add(new Uint8Array(MB))
  const most = (await thread.end()) as unknown as number
  expect(most).toBeGreaterThan(1)
  expect(most).toBeLessThanOrEqual(5)
})

test('a thread that exits early blocks nobody, and fails the answer at the end', async () => {
  const thread = threadOf(`parentPort.once('message', () => process.exit(1))`)
  for (let part = 0; part < 10; part++) await thread.add(new Uint8Array(MB))
  await expect(thread.end()).rejects.toThrow('the thread ended')
})

test('a part is transferred to the thread without a copy, unless its buffer is shared with other data', async () => {
  const thread = threadOf(SLOW)
  const whole = new Uint8Array(MB)
  const viewed = new Uint8Array(2 * MB).subarray(MB)
  await thread.add(whole)
  await thread.add(viewed)
  await thread.end()
  expect([whole.byteLength, viewed.byteLength]).toEqual([0, MB])
})
