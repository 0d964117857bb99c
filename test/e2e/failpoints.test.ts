import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import keytar from 'keytar'
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeVerbs } from '../../src/main/database/verbs.ts'
import { FAILPOINTS, type Failpoint } from '../../src/main/failpoint.ts'
import type { Video } from '../../src/shared/api/video.ts'
import type { Change, EditsList } from '../../src/shared/features/publishing/edit.ts'
import { asked } from '../support/bridge.ts'
import { testClock } from '../support/clock.ts'
import { emptyKeychain } from '../support/connect.ts'
import { openDesk } from '../support/desk.ts'
import { EDIT_KIND_NAMES, isEditable } from '../support/edit-kinds.ts'
import { FAILPOINT_CASES, makeOlder, plannedAt, THEIRS } from '../support/failpoint-cases.ts'
import { newFolder } from '../support/folder.ts'
import { appExecutable, electronArguments, launch } from '../support/launch.ts'
import { isProof } from '../support/scale.ts'
import { type Sandbox, startService } from '../support/service.ts'
import { withoutMadeIds } from '../support/six-kinds.ts'

const POINTS = Object.keys(FAILPOINTS) as Failpoint[]
/** All of them take minutes. */
const CHOSEN: Failpoint[] = isProof ? POINTS : ['verify-before-commit']
/** After its start a lost request may be applied for so long: the computer is off for it, not the test. */
const LATEST_MS = 180_000

const first = newFolder()
const folders = [first]
let service: Sandbox
let account_id: string
let videos: Video[]

beforeAll(async () => {
  await emptyKeychain()
  service = await startService({ players: 200, days: 30, plan: 'enterprise' })
  const { base_url, analytics_key, video_token } = service
  const desk = openDesk(first, { keytar: () => Promise.resolve(keytar) })
  const account = await desk.handlers.accounts.connect({
    ...{ name: 'Acme', timezone: 'UTC', base_url, analytics_key },
    ...{ api_base_url: base_url, video_token },
  })
  account_id = account.id
  await desk.handlers.videos.refresh({ account_id, video_id: null })
  const { rows } = await desk.handlers.videos.list({ account_id })
  // On the screen of choices nothing is asked of the service by itself.
  const place = { screen: 'settings', account_id, player_id: null, video_id: null } as const
  await desk.handlers.app.prefer({ place })
  await desk.close()
  videos = rows.map(({ id }) => service.video.read(id)).filter(isEditable)
  expect(videos.length).toBeGreaterThanOrEqual(POINTS.length)
})
afterAll(async () => {
  await service.close()
  await emptyKeychain()
  for (const folder of folders) fs.rmSync(folder, { recursive: true, force: true })
})

/** A copy of the folder with the account. */
function ownFolder() {
  const folder = newFolder()
  folders.push(folder)
  fs.cpSync(first, folder, { recursive: true })
  return folder
}

type Save = { video_id: string; changes: Change[] }[]

const save = (page: Page, edits: Save) => asked(page, ['edits', 'save'], { account_id, edits })

const post = (page: Page) => asked(page, ['edits', 'post'], { account_id, video_ids: null })

interface Death {
  folder: string
  failpoint: string
  edits: Save
  isClosedFirst: boolean
}

/** Drives the app to its end, and gives what it wrote and whether it said that the edits are kept. */
async function dying({ folder, failpoint, edits, isClosedFirst }: Death) {
  const env = { CUEPOINT_FAILPOINT: failpoint }
  const desk = await launch({ folder, env })
  const gone = once(desk.app.process(), 'exit')
  let isSaved = false
  const work = async () => {
    await save(desk.page, edits)
    isSaved = true
    await (isClosedFirst ? desk.close() : post(desk.page))
  }
  // It dies under the window's calls.
  await Promise.race([work().catch(() => undefined), gone])
  await gone
  return { output: desk.output(), isSaved }
}

/** Starts the app without driving it: it dies before there is a window to drive. */
async function dyingAtStart(folder: string, failpoint: string) {
  const args = electronArguments(folder)
  const env = { ...process.env, CUEPOINT_FAILPOINT: failpoint }
  const app = spawn(appExecutable(), args, { env })
  let output = ''
  app.stderr.on('data', (text: Buffer) => {
    output += text.toString()
  })
  await once(app, 'close')
  return { output, isSaved: false }
}

/** The computer was off until a lost request could no longer be applied. */
function laterBy(folder: string, ms: number) {
  const verbs = makeVerbs(path.join(folder, 'desk'), testClock)
  for (const row of verbs.editRows(account_id, null)) {
    if (row.sentAt === null || row.quarantineUntil === null) continue
    const sentAt = row.sentAt - ms
    const quarantineUntil = row.quarantineUntil - ms
    verbs.commitEdits(account_id, row.video_id, { put: [{ ...row, sentAt, quarantineUntil }] })
  }
  verbs.close()
}

/** Starts the app again, which posts what is left; gives what then waits. */
async function postedAfter(folder: string, edits: Save): Promise<string[]> {
  const desk = await launch({ folder })
  try {
    if (edits.length > 0) await save(desk.page, edits)
    await post(desk.page)
    const list = async () => {
      const { edits: left } = await asked<EditsList>(desk.page, ['edits', 'list'], { account_id })
      return left.map(({ key, status }) => `${key} ${status}`)
    }
    const goes = / (draft|queued|sending|confirming)$/
    await expect.poll(async () => (await list()).filter((edit) => goes.test(edit))).toEqual([])
    return await list()
  } finally {
    await desk.close()
  }
}

/** The edits of a video, made with the version before. */
function savedByOlder(folder: string, edits: Save) {
  const desk = path.join(folder, 'desk')
  const verbs = makeVerbs(desk, testClock)
  verbs.saveEdits(account_id, edits)
  verbs.close()
  makeOlder(desk)
}

test.each(CHOSEN)(
  'after a kill at %s, each edit is applied to the service exactly once',
  async (point) => {
    const index = POINTS.indexOf(point)
    const video = videos[index]
    const kind = EDIT_KIND_NAMES[index % EDIT_KIND_NAMES.length]
    if (!video || !kind) throw new Error('There is no video for it.')
    const { applied, nth = 1, isSaved, faults = [], ...how } = FAILPOINT_CASES[point]
    const appliedTo = () => service.video.applied.filter(({ video_id }) => video_id === video.id)
    const { save: edits, isTold, left, after } = plannedAt(point, kind, video)
    const folder = ownFolder()
    service.setFaults(faults)
    if (how.hasConflict) service.video.colleague(video.id, THEIRS)
    if (how.isOlder) savedByOlder(folder, edits)

    const failpoint = `${point}:${nth}`
    const death = how.isOlder
      ? await dyingAtStart(folder, failpoint)
      : await dying({ folder, failpoint, edits, isClosedFirst: how.reopen === true })
    expect(death.output).toContain(`failpoint ${point}\n`)
    expect(death.isSaved).toBe(isTold)
    expect(appliedTo()).toHaveLength(applied)

    laterBy(folder, LATEST_MS)
    expect(await postedAfter(folder, isSaved === 'not kept' ? edits : [])).toEqual(left)
    expect(appliedTo()).toHaveLength(1)
    expect(withoutMadeIds(video, service.video.read(video.id))).toEqual(after)
  },
)
