import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { addDays, todayIn } from '../../../../src/shared/time/period.ts'
import { testClock } from '../../../support/clock.ts'
import { connectedDesk } from '../../../support/connected.ts'
import { openDesk } from '../../../support/desk.ts'
import { memoryKeytar } from '../../../support/keychain.ts'

const ZONE = 'America/Sao_Paulo'
const today = todayIn(ZONE, testClock.now())
// Ended long enough ago that its figures do not change any more.
const PERIOD = { start: addDays(today, -12), end: addDays(today, -6) }
const SCOPE = { period: PERIOD, comparison: null, withPlayers: true }
const NAMES = ['answers.db', 'answers.db-wal', 'answers.db-shm']

type Desk = Pick<ReturnType<typeof openDesk>, 'handlers'>

/** All that was not downloaded: accounts and their keys, and what is edited, undone and known of it. */
async function keptOn({ handlers }: Desk, account_id: string) {
  const { accounts, edits, videos } = handlers
  const { rows } = await videos.list({ account_id })
  const listed = await edits.list({ account_id })
  const [video_id = ''] = listed.edits.map((edit) => edit.video_id)
  return {
    accounts: await accounts.list(undefined),
    edits: listed,
    rows,
    video: await videos.open({ account_id, video_id }),
    history: await edits.history({ account_id, video_id }),
  }
}

async function figuresOn({ handlers }: Desk, account_id: string) {
  const { rows } = await handlers.overview.read({ account_id, period: PERIOD, comparison: null })
  return rows.map(({ player, current }) => [player.id, current.sums])
}

/** A desk with figures, and three changes of a video of which one was taken back. */
async function aDesk() {
  const { keytar, items } = memoryKeytar()
  const desk = await connectedDesk({
    timezone: ZONE,
    desk: { keytar: () => Promise.resolve(keytar) },
    service: { players: 4, days: 60 },
  })
  const { handlers, account, download } = desk
  const account_id = account.id
  await handlers.videos.refresh({ account_id, video_id: null })
  const [video] = (await handlers.videos.list({ account_id })).rows
  const video_id = video?.id ?? ''
  const at = { kind: 'set', group: 'traffic_filter', item_id: null, register: 'token' } as const
  const save = (value: string) =>
    handlers.edits.save({ account_id, edits: [{ video_id, changes: [{ ...at, value }] }] })
  await save('given up')
  await handlers.edits.discard({ account_id, video_ids: null })
  for (const value of ['one', 'two', 'three']) await save(value)
  await handlers.edits.undo({ account_id })
  expect(await download(SCOPE)).toMatchObject({ status: 'done' })
  const [kept, figures] = [await keptOn(desk, account_id), await figuresOn(desk, account_id)]
  await desk.close()
  const again = () => openDesk(desk.folder, { keytar: () => Promise.resolve(keytar) })
  return { account_id, folder: path.join(desk.folder, 'desk'), kept, figures, items, again }
}

test.for([
  ['deleted', null],
  ['overwritten from end to end', (bytes: Buffer) => bytes.fill(0xa5)],
  ['cut to its half', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
  ['emptied', () => Buffer.alloc(0)],
] as const)(
  'when answers.db is %s, all other data is intact, and a download restores the figures',
  async ([, damage]) => {
    const { account_id, folder, kept, figures, items, again } = await aDesk()
    expect(kept.edits).toMatchObject({ edits: [{ want: 'two' }], canUndo: true, canRedo: true })
    expect(kept.history).toMatchObject([{ event: 'discarded' }])
    const keys = new Map(items)
    const file = path.join(folder, 'answers.db')
    const bytes = damage?.(readFileSync(file))
    for (const name of NAMES) rmSync(path.join(folder, name), { force: true })
    if (bytes) writeFileSync(file, bytes)

    const desk = again()
    // The keys are read from the keychain while the window opens.
    const accounts = kept.accounts.map((account) => ({ ...account, downloadedAt: null }))
    const left = { ...kept, accounts }
    await expect.poll(() => keptOn(desk, account_id)).toEqual(left)
    expect(items).toEqual(keys)
    const { recovery } = await desk.handlers.app.info(undefined)
    if (bytes && bytes.length > 0) {
      expect(recovery).toMatchObject({ kind: 'answers-rebuilt' })
      expect(readFileSync(recovery?.keptAs ?? '').equals(bytes)).toBe(true)
    } else if (bytes) expect(recovery).toBeNull()
    else expect(recovery).toMatchObject({ kind: 'answers-missing', keptAs: file })
    expect(readdirSync(folder).filter((name) => /^desk\.db\.damaged/.test(name))).toEqual([])
    expect(existsSync(file)).toBe(true)

    const { downloads } = desk.handlers
    await downloads.start({ account_id, player_ids: null, ...SCOPE })
    await expect
      .poll(() => downloads.list(undefined))
      .toMatchObject([{ status: 'done', failures: [] }])
    expect(await figuresOn(desk, account_id)).toEqual(figures)
    expect(figures.length).toBeGreaterThan(1)
    expect(await keptOn(desk, account_id)).toMatchObject({ edits: kept.edits, video: kept.video })
  },
)
