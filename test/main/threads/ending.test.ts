import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { canExit, endThread, haveThreadsEnded } from '../../../src/main/threads/ending.ts'
import { newFolder } from '../../support/folder.ts'

test('a thread is ended in the middle of its work', async () => {
  const worker = new Worker('for (;;);', { eval: true })
  await once(worker, 'online')
  await endThread(worker)
  expect(worker.threadId).toBe(-1)
  expect(await haveThreadsEnded()).toBe(true)
  await endThread(worker)
  expect(await haveThreadsEnded()).toBe(true)
})

test.skipIf(process.platform === 'win32')(
  'a thread that does not end is abandoned, and reported as running until it has ended',
  async () => {
    const pipe = path.join(newFolder(), 'pipe')
    execFileSync('mkfifo', [pipe])
    const worker = new Worker(`require('node:fs').openSync(${JSON.stringify(pipe)})`, {
      eval: true,
    })
    await once(worker, 'online')
    await endThread(worker)
    expect(await haveThreadsEnded()).toBe(false)
    const exited = once(worker, 'exit')
    fs.closeSync(fs.openSync(pipe, 'w'))
    await exited
    expect(await haveThreadsEnded()).toBe(true)
  },
)

test.skipIf(process.platform === 'win32')(
  'a process that uses a file on a disk that does not respond cannot exit by itself',
  async () => {
    const pipe = path.join(newFolder(), 'pipe')
    execFileSync('mkfifo', [pipe])
    const held = fs.openSync(pipe, 'r+')
    const reading = fs.promises.readFile(pipe)
    expect(await canExit()).toBe(false)
    fs.closeSync(held)
    await reading
  },
)
