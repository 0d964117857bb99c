import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { makeAuthorities } from '../../../src/main/http/authorities.ts'
import { hasOpenssl, newAuthority } from '../../support/certificates.ts'
import { newFolder } from '../../support/folder.ts'
import { authoritiesWorker } from '../../support/threads.ts'

/** The authorities of a Mac whose store is read by this thread. */
const ofMac = (workerFile: string) =>
  makeAuthorities({ environment: {}, platform: 'darwin', workerFile })

function threadOf(code: string): string {
  const file = path.join(newFolder(), 'thread.mjs')
  fs.writeFileSync(file, `import { parentPort } from 'node:worker_threads'\n${code}`)
  return file
}

test.skipIf(!hasOpenssl)('main goes on while the system reads its certificates', async () => {
  const pem = fs.readFileSync(newAuthority('A company').file, 'utf8').trim()
  const slow = threadOf(`
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300)
    parentPort.postMessage(${JSON.stringify([pem])})`)
  let turns = 0
  const timer = setInterval(() => turns++, 10)
  const read = await ofMac(slow).read()
  clearInterval(timer)
  expect(read).toContain(pem)
  expect(turns).toBeGreaterThan(10)
})

test('a thread that fails leaves the authorities of Node', async () => {
  const authorities = await ofMac(threadOf('throw new Error("no store")')).read()
  expect(authorities.length).toBeGreaterThan(50)
  expect(await ofMac(path.join(newFolder(), 'missing.mjs')).read()).toEqual(authorities)
})

test('a thread that the system keeps waiting is ended with the app', async () => {
  const { read, close } = ofMac(threadOf('setInterval(() => undefined, 1000)'))
  const authorities = read()
  close()
  expect((await authorities).length).toBeGreaterThan(50)
})

test.skipIf(!hasOpenssl)('the thread reads what Node finds in the system’s store', () => {
  const { file } = newAuthority('A company')
  const code = `
    const { Worker } = require('node:worker_threads')
    new Worker(process.argv[1]).once('message', (all) => console.log(JSON.stringify(all)))`
  const { stdout } = spawnSync(process.execPath, ['-e', code, authoritiesWorker], {
    ...{ encoding: 'utf8', maxBuffer: 16_000_000 },
    env: { ...process.env, SSL_CERT_FILE: file },
  })
  const read = (JSON.parse(stdout) as string[]).map((each) => each.trim())
  expect(read).toContain(fs.readFileSync(file, 'utf8').trim())
})
