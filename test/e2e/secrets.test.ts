import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import type { ElectronApplication, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountsOn } from '../support/bridge.ts'
import { connect, emptyKeychain, keysInKeychain } from '../support/connect.ts'
import { newFolder } from '../support/folder.ts'
import { chooseFile, type Launched, launch } from '../support/launch.ts'
import { disguises, foundInMemory, processTree } from '../support/processes.ts'
import { isProof } from '../support/scale.ts'
import { type Sandbox, startService } from '../support/service.ts'
import { readVideos, startDownload } from '../support/steps.ts'

/** Has signs that are written otherwise in JSON and in addresses; no two runs share one. */
const KEY = `canary "+/\\" ${randomBytes(12).toString('hex')}`
const TOKEN = `canary-of-videos/+${randomBytes(12).toString('hex')}`
const SOUGHT = [KEY, TOKEN].flatMap(disguises)
const folder = newFolder()
const exports = newFolder()
let desk: Launched
let service: Sandbox
/** Everything that crossed the bridge, in either direction, before the restart and after it. */
const crossed = { toMain: [] as string[], toWindow: [] as string[] }
const outputs: string[] = []

beforeAll(async () => {
  await emptyKeychain()
  service = await startService({
    players: 4,
    days: 40,
    analyticsKey: KEY,
    videoToken: TOKEN,
    plan: 'enterprise',
    limits: { queriesPerMinute: 6000 },
  })
  await open()
  // One refusal with the key at hand, so that a failure's way is walked too.
  service.setFaults([
    { match: { times: 1 }, action: { kind: 'unauthorized', form: 'invalid-credentials' } },
  ])
  await connect(desk.page, { address: service.base_url, key: KEY, token: TOKEN })
  await desk.page.getByText('The key was refused', { exact: true }).waitFor()
  await noteBridge()
  await desk.page.getByRole('button', { name: 'Connect', exact: true }).click()
  await desk.page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
  await startDownload(desk.page)
  await desk.page
    .getByRole('dialog')
    .getByText(/^Downloaded /)
    .waitFor()
  await desk.page.keyboard.press('Escape')
  await noteBridge()
  await shut()
  await open()
  await useTheKeyAgain()
})
afterAll(async () => {
  await desk.close()
  await service.close()
  await emptyKeychain()
  for (const each of [folder, exports]) fs.rmSync(each, { recursive: true, force: true })
})

test('both secrets cross the bridge only in the calls that submit them, and no reply contains one', async () => {
  await noteBridge()
  const isFound = (text: string) => SOUGHT.some((each) => text.includes(each.toString('latin1')))
  expect(crossed.toMain.length).toBeGreaterThan(20)
  expect(crossed.toWindow.length).toBeGreaterThan(crossed.toMain.length)
  // The refused try and the one that was accepted.
  expect(crossed.toMain.filter(isFound).map((text) => text.slice(0, 20))).toEqual([
    '["accounts","connect',
    '["accounts","connect',
  ])
  expect(crossed.toWindow.filter(isFound)).toEqual([])
})

test('both are in the keychain, and each in its own header of requests to its own service', async () => {
  const kept = (await keysInKeychain()).map(({ password }) => password)
  expect(kept.toSorted()).toEqual([KEY, TOKEN].toSorted())
  expect(service.heard.length).toBeGreaterThan(50)
  const headers = service.heard.map(({ key, authorization }) =>
    JSON.stringify([key, authorization]),
  )
  expect(new Set(headers)).toEqual(
    new Set([JSON.stringify([KEY, null]), JSON.stringify([null, `Bearer ${TOKEN}`])]),
  )
  const isFound = ({ rest }: { rest: string }) =>
    SOUGHT.some((each) => rest.includes(each.toString()))
  expect(service.heard.filter(isFound)).toEqual([])
})

test('neither is in a file of the data folder, in a log or in an export', () => {
  const files = filesIn(folder)
  const names = files.map((file) => path.relative(folder, file))
  expect(names).toEqual(
    expect.arrayContaining([
      'preferences.json',
      'desk/desk.db',
      'desk/answers.db',
      'logs/cuepoint.log',
    ]),
  )
  expect(filesIn(exports).length).toBeGreaterThan(0)
  expect([...files, ...filesIn(exports)].filter((file) => has(fs.readFileSync(file)))).toEqual([])
})

test('neither is in anything that the app printed', () => {
  expect(outputs.length).toBe(1)
  expect([...outputs, desk.output()].filter((text) => has(Buffer.from(text)))).toEqual([])
})

test.runIf(process.platform === 'linux')(
  'neither is in a process’s arguments or environment',
  () => {
    const tree = processTree(desk.app.process().pid ?? 0)
    expect(tree.map(({ type }) => type)).toEqual(expect.arrayContaining(['main', 'renderer']))
    expect(tree.filter((one) => one.arguments === '' || one.environment === '')).toEqual([])
    const holders = tree.filter((one) =>
      has(Buffer.from(one.arguments + one.environment, 'latin1')),
    )
    expect(holders).toEqual([])
  },
)

/** Whether the memory of processes can be read. */
const readsMemory = process.platform === 'linux' && process.getuid?.() === 0

test.runIf(readsMemory)(
  'both are in the memory of main alone',
  async () => {
    const marker = `marker-${randomBytes(12).toString('hex')}`
    await desk.page.evaluate((text) => {
      document.body.dataset['marker'] = text
    }, marker)
    const tree = processTree(desk.app.process().pid ?? 0)
    const known = disguises(marker)
    const secrets = [KEY, TOKEN].map(disguises)
    // The memory of each process is read once for all of them.
    const all = [known, ...secrets].flat()
    const found = tree.map(({ pid, type }) => ({ type, held: foundInMemory(pid, all) }))
    const holders = (sought: readonly Buffer[]) =>
      found.filter(({ held }) => held.some((one) => sought.includes(one))).map(({ type }) => type)
    // What is known to be there is found, so what is not found is not there.
    expect(holders(known)).toContain('renderer')
    for (const secret of secrets) expect(holders(secret)).toEqual(['main'])
  },
  60_000,
)

// The memory of the window's process has it too.
test.runIf(isProof || !readsMemory)('neither is in the heap of the page', async () => {
  await desk.page.evaluate(() => {
    Object.assign(window, { marker: ['known', 'to', 'be', 'there'].join('-') })
  })
  const heap = await heapOf(desk.page)
  expect(heap.includes('known-to-be-there')).toBe(true)
  expect(has(Buffer.from(heap))).toBe(false)
})

const has = (bytes: Buffer) => SOUGHT.some((each) => bytes.includes(each))

async function open() {
  desk = await launch({ folder, preferences: { language: 'en' } })
  await recordBridge(desk.app)
  await desk.page.getByRole('heading', { level: 1 }).first().waitFor()
}

async function shut() {
  outputs.push(desk.output())
  await desk.close()
}

/** Everything after the restart that could carry a key somewhere: requests, an export, settings. */
async function useTheKeyAgain() {
  const { app, page } = desk
  await chooseFile(app, path.join(exports, 'overview.csv'))
  await page.getByRole('button', { name: 'Export CSV' }).first().click()
  await page.getByText(/rows exported/).waitFor()
  await page.keyboard.press('Alt+2')
  await page.getByRole('heading', { level: 1, name: 'Quota and activity' }).waitFor()
  await page.keyboard.press('Alt+3')
  await page.getByRole('button', { name: 'Test now' }).click()
  await page.getByText(/^The key works\./).waitFor()
  expect(await accountsOn(page)).toMatchObject([{ keys: { analytics: 'ready', video: 'ready' } }])
  await readVideos(page)
}

interface Handlers {
  _invokeHandlers: Map<string, (...call: unknown[]) => Promise<unknown>>
}

/** Notes in main all that crosses: each call as it came, each reply and each event as it went. */
function recordBridge(app: ElectronApplication) {
  return app.evaluate(({ ipcMain, webContents }) => {
    const noted = { toMain: [] as string[], toWindow: [] as string[] }
    Object.assign(globalThis, { noted })
    const { _invokeHandlers: handlers } = ipcMain as unknown as Handlers
    for (const [channel, handle] of handlers) {
      handlers.set(channel, async (event, ...call) => {
        noted.toMain.push(JSON.stringify(call))
        const reply = await handle(event, ...call)
        noted.toWindow.push(JSON.stringify(reply))
        return reply
      })
    }
    for (const contents of webContents.getAllWebContents()) {
      const send = contents.send.bind(contents)
      contents.send = (...event) => {
        noted.toWindow.push(JSON.stringify(event))
        send(...event)
      }
    }
  })
}

/** Takes what was noted since the last time. */
async function noteBridge() {
  const noted = await desk.app.evaluate(() => {
    const { noted: all } = globalThis as unknown as {
      noted: { toMain: string[]; toWindow: string[] }
    }
    return { toMain: all.toMain.splice(0), toWindow: all.toWindow.splice(0) }
  })
  crossed.toMain.push(...noted.toMain)
  crossed.toWindow.push(...noted.toWindow)
}

async function heapOf(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page)
  const pieces: string[] = []
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => pieces.push(chunk))
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  await session.detach()
  return pieces.join('')
}

function filesIn(place: string): string[] {
  return fs
    .readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
}
