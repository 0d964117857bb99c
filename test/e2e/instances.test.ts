import { type ChildProcess, spawn } from 'node:child_process'
import fs from 'node:fs'
import keytar from 'keytar'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { openPreferences } from '../../src/main/features/settings/preferences.ts'
import type { Change } from '../../src/shared/features/publishing/edit.ts'
import { emptyKeychain } from '../support/connect.ts'
import { openDesk } from '../support/desk.ts'
import { newFolder } from '../support/folder.ts'
import { appExecutable, electronArguments, launch } from '../support/launch.ts'
import { processTree } from '../support/processes.ts'
import { relaunchOf } from '../support/relaunched.ts'
import { count } from '../support/scale.ts'
import { type Sandbox, startService } from '../support/service.ts'

const TIMES = count('times', { usual: 1, full: 50 })
const STARTS = count('starts at once', { usual: 2, full: 20 })
const waiting = { timeout: 30_000 + STARTS * 3_000, interval: 20 }
const folder = newFolder()
const started: ChildProcess[] = []
let service: Sandbox
let account_id: string
let video_id: string

/** The desk of the data folder while no app has it. */
const openFolder = (preferences = openPreferences(folder)) =>
  openDesk(folder, { preferences, keytar: () => Promise.resolve(keytar) })

beforeAll(async () => {
  await emptyKeychain()
  service = await startService({ players: 3, days: 5, plan: 'enterprise' })
  const { base_url, analytics_key, video_token } = service
  const desk = openFolder()
  const { accounts, videos } = desk.handlers
  const account = await accounts.connect({
    ...{ name: 'Acme', timezone: 'UTC', base_url, analytics_key },
    ...{ api_base_url: base_url, video_token },
  })
  account_id = account.id
  await videos.refresh({ account_id, video_id: null })
  video_id = (await videos.list({ account_id })).rows[0]?.id ?? ''
  await desk.close()
})
afterAll(async () => {
  for (const each of started) each.kill('SIGKILL')
  await service.close()
  await emptyKeychain()
  fs.rmSync(folder, { recursive: true, force: true })
})

const pixelNamed = (name: string): Change => ({
  ...{ kind: 'create', group: 'pixels' },
  item: {
    base: { name, type: 'google' },
    dispatch: { active: true, mode: 'percent', threshold: 50 },
  },
})

/** Edits offline and asks to post, so that whoever starts next with a network sends it. */
async function queueOffline(name: string) {
  const choices = openPreferences(folder)
  const desk = openFolder(choices)
  const { app: settings, edits } = desk.handlers
  // An app that ends before it has stored the read that proves an edit leaves that to the next start.
  await expect.poll(async () => (await edits.list({ account_id })).edits, waiting).toEqual([])
  await settings.prefer({ isOffline: true })
  const token: Change = {
    ...{ kind: 'set', group: 'traffic_filter', item_id: null, register: 'token' },
    value: name,
  }
  await edits.save({ account_id, edits: [{ video_id, changes: [token, pixelNamed(name)] }] })
  await edits.post({ account_id, video_ids: null })
  await desk.close()
  choices.prefer({ isOffline: false })
  await choices.settled()
}

interface Start {
  process: ChildProcess
  /** The status with which it ended; undefined while it runs. */
  status: () => number | string | null | undefined
}

/** Stops the process of the page before it can ask for its script. */
async function stopPage({ process: { pid = 0 } }: Start): Promise<number> {
  const page = () => processTree(pid).find(({ type }) => type === 'renderer')?.pid
  await expect.poll(page, { ...waiting, interval: 1 }).toBeDefined()
  const stopped = page() ?? 0
  process.kill(stopped, 'SIGSTOP')
  return stopped
}

function start(): Start {
  const child = spawn(appExecutable(), electronArguments(folder), { stdio: 'ignore' })
  started.push(child)
  return { process: child, status: () => child.signalCode ?? child.exitCode ?? undefined }
}

const windowsOf = ({ process: { pid = 0 } }: Start) =>
  processTree(pid).filter(({ type }) => type === 'renderer').length

/** How often each of the round's two edits was applied by the service. */
function appliedTimes(name: string) {
  const bodies = service.video.applied.map(({ body }) => JSON.stringify(body))
  const count = (text: string) => bodies.filter((body) => body.includes(text)).length
  return { token: count(`"token":"${name}"`), pixel: count(`"name":"${name}"`) }
}

test('of several simultaneous starts one instance stays, and queued edits are sent once', async () => {
  for (let time = 1; time <= TIMES; time++) {
    const name = `start ${time} of ${TIMES}`
    await queueOffline(name)
    const starts = Array.from({ length: STARTS }, start)
    const states = () => starts.map((one) => String(one.status() ?? 'runs')).toSorted()
    const ended = Array.from({ length: STARTS - 1 }, () => '0')
    await expect.poll(states, waiting).toEqual([...ended, 'runs'])
    const stays = starts.find((one) => one.status() === undefined)
    if (!stays) throw new Error('none stays')
    await expect.poll(() => appliedTimes(name), waiting).toEqual({ token: 1, pixel: 1 })
    await expect.poll(() => windowsOf(stays), waiting).toBe(1)
    // The read that proves what was posted.
    const isRead = () => service.log.at(-1)?.method === 'GET'
    await expect.poll(isRead, waiting).toBe(true)
    expect(states()).toEqual([...ended, 'runs'])
    expect(starts.filter((one) => one !== stays && windowsOf(one) > 0)).toEqual([])
    stays.process.kill('SIGTERM')
    await expect.poll(stays.status, waiting).toBe(0)
    expect(appliedTimes(name)).toEqual({ token: 1, pixel: 1 })
  }
  const pixels = service.video.read(video_id).pixels?.items ?? []
  const made = pixels.map(({ base }) => base?.name).filter((name) => name?.startsWith('start '))
  expect(made).toHaveLength(TIMES)
})

test("waiting edits are sent even when the window's page never runs", async () => {
  await queueOffline('no page')
  const started = start()
  const page = await stopPage(started)
  await expect.poll(() => appliedTimes('no page'), waiting).toEqual({ token: 1, pixel: 1 })
  process.kill(page, 'SIGCONT')
  started.process.kill('SIGTERM')
  await expect.poll(started.status, waiting).toBe(0)
})

test('an app that is started while it closes is started again afterwards', async () => {
  const { app } = await launch({ folder, preferences: { language: 'en' } })
  const { pid } = app.process()
  const closed = new Promise((resolve) => app.process().once('close', resolve))
  await app.evaluate(({ app: electron }) => {
    // As long as a slow disk may take.
    electron.once('will-quit', () => {
      const quit = electron.quit.bind(electron)
      electron.quit = () => void setTimeout(quit, 4000)
    })
    setImmediate(() => electron.quit())
  })
  const next = start()
  await expect.poll(next.status, waiting).toBe(0)
  await closed
  const again = await relaunchOf(folder, pid)
  await again.page.getByRole('banner').waitFor()
  await again.close()
})
