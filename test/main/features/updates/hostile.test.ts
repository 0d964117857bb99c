import fs from 'node:fs'
import type { ServerResponse } from 'node:http'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Failure } from '../../../../src/shared/failure.ts'
import { MANIFEST_PATH } from '../../../../src/shared/features/updates/manifest.ts'
import { NOW } from '../../../support/instant.ts'
import {
  DAY_MS,
  dayOf,
  fileOf,
  manifestOf,
  newSigningKey,
  signed,
  startUpdateServer,
  type UpdateServer,
} from '../../../support/update-server.ts'
import { openUpdates, rested } from '../../../support/updates.ts'

const key = newSigningKey()
const otherKey = newSigningKey()
const BYTES = Buffer.alloc(300_000, 'a package of Cuepoint ')
const FILE = '/cuepoint_2.0.0_amd64.deb'
const KEPT_FILE = 'cuepoint-2.0.0-x64.deb'
/** For what never ends; all else has the time that it has in the app. */
const SOON = { manifestMs: 600, fileMs: 600 - BYTES.length / 16 }

let server: UpdateServer
let elsewhere: UpdateServer

beforeAll(async () => {
  server = await startUpdateServer()
  elsewhere = await startUpdateServer()
  elsewhere.give(MANIFEST_PATH, signed(JSON.stringify(manifestOf(BYTES)), key))
  elsewhere.give(FILE, BYTES)
})
afterAll(() => {
  expect(elsewhere.asked).toEqual([])
})

async function open(change: Parameters<typeof openUpdates>[1] = {}) {
  const source = { address: server.address, keys: [key.publicKey] }
  const updates = openUpdates(source, change)
  await rested(updates)
  return updates
}

const short = (failure: Failure | null) =>
  failure && { kind: failure.kind, ...('reason' in failure && { reason: failure.reason }) }

const update = (reason: string) => ({ kind: 'update', reason })
const offline = (reason: string) => ({ kind: 'offline', reason })
const TIMEOUT = offline('timeout')
const json = (change: Parameters<typeof manifestOf>[1]) => JSON.stringify(manifestOf(BYTES, change))
const genuine = (change: Parameters<typeof manifestOf>[1] = {}) => signed(json(change), key)
const answer =
  (status: number, body: string, headers = {}) =>
  (response: ServerResponse) =>
    void response.writeHead(status, headers).end(body)

/** Goes on until the other side gives up. */
function endless(response: ServerResponse, part: Buffer | string, everyMs: number) {
  const timer = setInterval(() => response.write(part), everyMs)
  response.on('close', () => clearInterval(timer))
}

type Given = Parameters<UpdateServer['give']>[1]

const withoutSignature = JSON.stringify({ manifest: json({}) })
const signedBy = (signature: string) => JSON.stringify({ manifest: json({}), signature })
const { signature: genuineSignature } = JSON.parse(genuine()) as { signature: string }

const MANIFESTS: [what: string, given: Given, failure: object][] = [
  ['that is unsigned', withoutSignature, update('unsigned')],
  ['whose signature is empty', signedBy(''), update('unsigned')],
  [
    'whose signature is of other bytes',
    signed(`${json({})} `, key).replace('} "', '}"'),
    update('signature'),
  ],
  ['that another key signed', signed(json({}), otherKey), update('signature')],
  ['whose signature is no base64', signedBy('!!! not base64 !!!'), update('signature')],
  [
    'whose signature has something behind it',
    signedBy(`${genuineSignature}AAAA`),
    update('signature'),
  ],
  ['whose signature is a number', '{"manifest":"{}","signature":7}', update('not-a-manifest')],
  ['that is only what was signed', json({}), update('unsigned')],
  ['of another product', genuine({ product: 'other' as 'cuepoint' }), update('product')],
  ['of an older version', genuine({ version: '0.9.9' }), update('older')],
  [
    'that has expired',
    genuine({ expires: new Date(NOW - DAY_MS).toISOString() }),
    update('expired'),
  ],
  [
    'that is too large',
    genuine({ notes: { en: 'x'.repeat(70_000), 'pt-BR': '' } }),
    update('too-large'),
  ],
  ['that never ends', (response) => endless(response, ' '.repeat(4096), 1), update('too-large')],
  ['that drips', (response) => endless(response, ' ', 20), TIMEOUT],
  ['that never begins', () => undefined, TIMEOUT],
  [
    'behind a redirect to another origin',
    (response) => answer(302, '', { location: `${elsewhere.address}${MANIFEST_PATH}` })(response),
    update('redirect'),
  ],
  [
    'that is cut short',
    (response) => {
      response.writeHead(200, { 'content-length': '500' }).write('{"manifest":"')
      setTimeout(() => response.destroy(), 20)
    },
    update('not-a-manifest'),
  ],
  [
    'whose file leads out of the folder',
    genuine({ files: [fileOf(BYTES, { name: '../x.deb' })] }),
    update('shape'),
  ],
  [
    'whose file is an address',
    genuine({ files: [fileOf(BYTES, { name: 'http://x/y.deb' })] }),
    update('shape'),
  ],
  ['whose file has no size', genuine({ files: [fileOf(BYTES, { size: 0 })] }), update('shape')],
  ['whose version is no version', genuine({ version: '2.0' }), update('shape')],
  [
    'without a file for this system',
    genuine({ files: [fileOf(BYTES, { system: 'win32', package: 'exe', name: 'c.exe' })] }),
    update('no-file'),
  ],
  [
    'without a file for this processor',
    genuine({ files: [fileOf(BYTES, { processor: 'arm64' })] }),
    update('no-file'),
  ],
  [
    'whose deb is named otherwise',
    genuine({ files: [fileOf(BYTES, { name: 'cuepoint.sh' })] }),
    update('no-file'),
  ],
  ['that is not JSON', 'version: 2.0.0', update('not-a-manifest')],
  ['that is a list', '[]', update('unsigned')],
  ['that is null', 'null', update('not-a-manifest')],
  ['nested too deep', `${'{"a":'.repeat(100)}1${'}'.repeat(100)}`, update('not-a-manifest')],
  [
    'nested too deep inside its signature',
    signed(`${'[1,'.repeat(100)}1${']'.repeat(100)}`, key),
    update('shape'),
  ],
  [
    'that names a key twice',
    signed(`${json({}).slice(0, -1)},"version":"3.0.0"}`, key),
    update('shape'),
  ],
  [
    'with the key of a prototype',
    signed(`{"__proto__":{"polluted":1},${json({}).slice(1)}`, key),
    update('shape'),
  ],
  [
    'with the key of a prototype outside',
    `{"__proto__":{"signature":"x"},"manifest":"{}"}`,
    update('not-a-manifest'),
  ],
  [
    'that is a page',
    answer(200, '<html>log in</html>', { 'content-type': 'text/html' }),
    update('answer'),
  ],
  [
    'that unpacks to gigabytes',
    (response) => {
      response
        .writeHead(200, { 'content-encoding': 'gzip' })
        .end(gzipSync(Buffer.alloc(50_000_000, 32)))
    },
    update('too-large'),
  ],
  ['that is not there', answer(404, 'none'), update('answer')],
  ['of a broken server', answer(500, 'oops'), update('answer')],
  ['of a server that wants a login', answer(401, '{"error":"missing token"}'), update('answer')],
]

describe('a manifest', () => {
  test.each(MANIFESTS)('%s is refused, and nothing is offered', async (_what, given, failure) => {
    server.give(MANIFEST_PATH, given)
    const updates = await open(failure === TIMEOUT ? { deadlines: SOON } : {})
    await updates.check()
    expect(short(updates.state().failure)).toMatchObject(failure)
    expect(updates.state()).toMatchObject({ offer: null, isNewest: false, step: 'idle' })
    expect(Object.getOwnPropertyNames(Object.prototype)).not.toContain('polluted')
  })

  test('of the running version offers nothing, without a failure', async () => {
    server.give(MANIFEST_PATH, genuine({ version: '1.0.0' }))
    const updates = await open()
    await updates.check()
    expect(updates.state()).toMatchObject({
      offer: null,
      isNewest: true,
      failure: null,
      checkedAt: expect.any(Number),
    })
  })

  test('older than one accepted before is refused, also after a restart', async () => {
    server.give(MANIFEST_PATH, genuine({ version: '3.0.0' }))
    const before = await open()
    await before.check()
    expect(before.state().offer?.version).toBe('3.0.0')
    await before.close()
    server.give(MANIFEST_PATH, genuine({ version: '2.9.9' }))
    const after = await open({ folder: before.folder })
    await after.check()
    expect(short(after.state().failure)).toEqual(update('rollback'))
    // What was accepted before is still what is offered.
    expect(after.state().offer?.version).toBe('3.0.0')
  })

  test('of the same version made earlier than one accepted before is refused', async () => {
    server.give(MANIFEST_PATH, genuine())
    const updates = await open()
    await updates.check()
    server.give(MANIFEST_PATH, genuine({ date: dayOf(NOW - 3 * DAY_MS) }))
    await updates.check()
    expect(short(updates.state().failure)).toEqual(update('rollback'))
  })

  test('that was written into the update folder by someone else is ignored', async () => {
    server.give(MANIFEST_PATH, genuine())
    const before = await open()
    await before.check()
    await before.close()
    const state = path.join(before.folder, 'state.json')
    const { newest, ...rest } = JSON.parse(fs.readFileSync(state, 'utf8'))
    newest.manifest = newest.manifest.replace('2.0.0', '9.0.0')
    fs.writeFileSync(state, JSON.stringify({ ...rest, newest }))
    const after = await open({ folder: before.folder })
    expect(after.state().offer).toBeNull()
    await after.check()
    expect(after.state().offer?.version).toBe('2.0.0')
  })
})

const FILES: [what: string, given: Given, failure: object][] = [
  [
    'that is cut short',
    (response) => {
      response.writeHead(200, { 'content-length': String(BYTES.length) })
      response.write(BYTES.subarray(0, 1000))
      setTimeout(() => response.destroy(), 20)
    },
    offline('interrupted'),
  ],
  ['that ends early and says so', BYTES.subarray(0, 1000), update('file-size')],
  ['that is longer than was said', Buffer.concat([BYTES, Buffer.from('!')]), update('file-size')],
  ['of other bytes', Buffer.alloc(BYTES.length, 'b'), update('file-hash')],
  ['that drips', (response) => endless(response, 'a', 20), TIMEOUT],
  [
    'that unpacks to more',
    (response) => {
      response
        .writeHead(200, { 'content-encoding': 'gzip' })
        .end(gzipSync(Buffer.alloc(50_000_000)))
    },
    update('file-size'),
  ],
  [
    'behind a redirect to another origin',
    (response) => answer(307, '', { location: `${elsewhere.address}${FILE}` })(response),
    update('redirect'),
  ],
  ['that is not there', answer(404, 'none'), update('answer')],
  ['of a broken server', answer(503, 'later'), update('answer')],
]

describe('a file', () => {
  test.each(FILES)('%s is refused, and nothing of it stays', async (_what, given, failure) => {
    server.give(MANIFEST_PATH, genuine())
    server.give(FILE, given)
    const updates = await open(
      failure === TIMEOUT ? { deadlines: { ...SOON, manifestMs: 30_000 } } : {},
    )
    await updates.check()
    await updates.download()
    expect(short(updates.state().failure)).toMatchObject(failure)
    expect(updates.state().step).toBe('idle')
    expect(updates.files()).toEqual(['state.json'])
    expect(updates.opened).toEqual([])
  })

  test('whose download is cancelled leaves nothing, and is complete the next time', async () => {
    server.give(MANIFEST_PATH, genuine())
    server.give(FILE, (response) => void response.write(BYTES.subarray(0, 1000)))
    const updates = await open()
    await updates.check()
    const downloading = updates.download()
    await expect.poll(() => updates.state().received).toBe(1000)
    expect(updates.files()).toHaveLength(2)
    await updates.cancel()
    await downloading
    expect(updates.state()).toMatchObject({ step: 'idle', failure: null })
    expect(updates.files()).toEqual(['state.json'])
    server.give(FILE, BYTES)
    await updates.download()
    expect(updates.state()).toMatchObject({ step: 'downloaded', failure: null })
    expect(fs.readFileSync(path.join(updates.folder, KEPT_FILE)).equals(BYTES)).toBe(true)
  })

  test('that was changed after the download is not opened', async () => {
    server.give(MANIFEST_PATH, genuine())
    server.give(FILE, BYTES)
    const updates = await open()
    await updates.check()
    await updates.download()
    fs.appendFileSync(path.join(updates.folder, KEPT_FILE), '!')
    await updates.open()
    expect(short(updates.state().failure)).toEqual(update('gone'))
    expect(updates.state().step).toBe('idle')
    expect(updates.opened).toEqual([])
  })
})
