import type { Locator, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Video } from '../../src/shared/api/video.ts'
import type {
  Change,
  Edit,
  EditsList,
  HistoryEntry,
} from '../../src/shared/features/publishing/edit.ts'
import { violations } from '../support/axe.ts'
import { asked } from '../support/bridge.ts'
import { testClock } from '../support/clock.ts'
import { type Connected, openConnected } from '../support/connected-window.ts'
import { press } from '../support/keyboard.ts'
import { readVideos } from '../support/steps.ts'
import { texts } from '../support/texts.ts'

const text = texts.en.outbox
const { publish } = texts.en
const waiting = { interval: 50 }
let close: Connected['close']
let page: Page
let service: Connected['service']
let account_id: string

const LEAVES = ['a', 'b', null]
const WHOLES = [{ type: 'loop', start: 1 }, { type: 'loop', start: 2 }, null]
const WORDS = {
  leaf: ['a', 'b', 'nothing'],
  whole: ['Restarts at 0:01', 'Restarts at 0:02', 'nothing'],
}
const LISTS = [['BR'], ['BR', 'PT'], ['US']]

/** What was there, what it is made here, and what a colleague makes of it: an index each. */
interface Case {
  video_id: string
  base: number
  ours: number
  theirs: number
}
/** Of each outcome some; all 27 are in `three-way.test.ts`. */
const triples = [
  // Nothing, theirs alone, and the same on both sides.
  ...[[0, 0, 0] as const, [0, 0, 1] as const, [0, 1, 1] as const],
  // Ours alone.
  ...[[0, 1, 0] as const, [1, 2, 1] as const, [2, 0, 2] as const],
  // Both sides, each otherwise.
  ...[[0, 1, 2] as const, [1, 2, 0] as const, [2, 0, 1] as const],
]
let cases: Case[]
let video_ids: string[]
/** What is done to an item on both sides; of each the video's first pixel. */
const ITEM_CASES = ['edit/none', 'edit/edit', 'edit/same', 'edit/gone', 'delete/none'] as const
const MORE_ITEM_CASES = ['delete/edit', 'delete/gone', 'edit/other'] as const
let itemCases: { video_id: string; what: string; item_id: string }[]

beforeAll(async () => {
  const opened = await openConnected({ players: 27, days: 5, plan: 'enterprise' })
  ;({ page, service, account_id, close } = opened)
  video_ids = service.world
    .players(testClock.now() / 1000)
    .slice(0, 27)
    .map(({ id }) => id)
  cases = triples.map(([base, ours, theirs], index) => {
    const video_id = video_ids[index] ?? ''
    return { video_id, base, ours, theirs }
  })
  for (const { video_id, base } of cases) onDashboard(video_id, base)
  await readVideos(page)
  const withPixels = video_ids.filter((video_id) => pixelsOf(video_id).length > 1)
  itemCases = [...ITEM_CASES, ...MORE_ITEM_CASES].map((what, index) => {
    const video_id = withPixels[index] ?? ''
    return { video_id, what, item_id: pixelsOf(video_id)[0]?.id ?? '' }
  })
})
afterAll(() => close())

const read = (video_id: string) => service.video.read(video_id)
const pixelsOf = (video_id: string) => read(video_id).pixels?.items ?? []

/** A colleague sets the three registers. */
const onDashboard = (video_id: string, index: number) =>
  service.video.colleague(video_id, {
    traffic_filter: { token: LEAVES[index], countries: LISTS[index] },
    playback: { action_after_finish: WHOLES[index] },
  })

const saveAll = (edits: { video_id: string; changes: Change[] }[]) =>
  asked(page, ['edits', 'save'], { account_id, edits })
const waits = async (): Promise<Edit[]> =>
  (await asked<EditsList>(page, ['edits', 'list'], { account_id })).edits
const historyOf = (video_id: string) =>
  asked<HistoryEntry[]>(page, ['edits', 'history'], { account_id, video_id })

const ourChanges = ({ base, ours }: Case): Change[] => [
  { ...TOKEN, kind: 'set', value: LEAVES[ours] ?? null },
  { ...LOOP, kind: 'set', value: WHOLES[ours] ?? null },
  {
    ...{ kind: 'list', group: 'traffic_filter', register: 'countries' },
    add: (LISTS[ours] ?? []).filter((country) => !LISTS[base]?.includes(country)),
    remove: (LISTS[base] ?? []).filter((country) => !LISTS[ours]?.includes(country)),
  },
]
const TOKEN = { group: 'traffic_filter', item_id: null, register: 'token' } as const
const setToken = (video_id: string, value: string) => ({
  video_id,
  changes: [{ ...TOKEN, kind: 'set', value } satisfies Change],
})
const LOOP = { group: 'playback', item_id: null, register: 'action_after_finish' } as const

function ourItemChange({ what, item_id }: (typeof itemCases)[number]): Change {
  if (what.startsWith('delete')) return { kind: 'delete', group: 'pixels', item_id }
  return { kind: 'set', group: 'pixels', item_id, register: 'base.name', value: 'Ours' }
}

function theirItemChange({ video_id, what, item_id: id }: (typeof itemCases)[number]) {
  const changes: Record<string, object> = {
    '/edit': { id, base: { name: 'Theirs' } },
    '/same': { id, base: { name: 'Ours' } },
    '/gone': { id, _destroy: true },
    '/other': { id, dispatch: { threshold: 99 } },
  }
  const change = Object.entries(changes).find(([end]) => what.endsWith(end))?.[1]
  if (change) service.video.colleague(video_id, { pixels: { items: [change] } })
}

/** Posts all that waits by its buttons, once it has said so, and waits until nothing is under way. */
async function postAll(said = '') {
  const drafts = (await waits()).filter(({ status }) => status === 'draft')
  const videos = new Set(drafts.map(({ video_id }) => video_id)).size
  await page.keyboard.press('Alt+7')
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Publish \d+ change/ })
    .press('Enter')
  // Only what the window knows of is posted, and it learns of each change after main.
  const name = new RegExp(`^Publish \\d+ changes? to ${videos} videos?$`)
  await page.getByRole('dialog').getByText(said).first().waitFor()
  await page.getByRole('dialog').getByRole('button', { name }).press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await isSettled()
  await show(/^Changes/)
}

/** Chooses what the screen shows: the changes, the last publish or the history. */
const show = (name: RegExp | string) =>
  page.getByRole('radiogroup', { name: publish.views.label }).getByText(name).click()

const isSettled = () =>
  expect
    .poll(async () => (await waits()).every(({ status }) => status === 'conflict'), waiting)
    .toBe(true)

const isConflict = ({ base, ours, theirs }: Case) =>
  base !== ours && ours !== theirs && theirs !== base
const isSent = ({ base, ours, theirs }: Case) => ours !== base && theirs === base && ours !== theirs

/** What the rows of the screen say that have a text. */
async function rowsWith(said: string): Promise<string[]> {
  const found = await page.getByRole('row').filter({ hasText: said }).allInnerTexts()
  return found.map((row) => row.replaceAll(/\s+/g, ' '))
}

/** The rows of a setting that also say something else, as one line each. */
const saidIn = async (setting: string, said: string) =>
  (await rowsWith(setting)).filter((row) => row.includes(said))

const textOf = async (one: Locator) => (await one.innerText()).replaceAll(/\s+/g, ' ').trim()

/** The three values of each conflict about a setting. A hidden one is asked for, and hidden again by the next. */
async function conflictsOf(setting: string): Promise<string[]> {
  const found: string[] = []
  for (const row of await page.getByRole('row').filter({ hasText: setting }).all()) {
    const sides: string[] = []
    for (const side of await row.locator('[data-side]').all()) {
      const show = side.getByRole('button', { name: texts.en.edits.secret.show })
      if ((await show.count()) > 0) {
        expect(await textOf(side)).toContain(texts.en.edits.secret.hidden)
        await show.click()
        await expect.poll(() => row.getByRole('button', { name: hideButton }).count()).toBe(1)
      }
      sides.push(await textOf(side))
    }
    found.push(sides.join(' '))
  }
  return found
}

const hideButton = texts.en.edits.secret.hide

const saying = (kind: 'leaf' | 'whole', { base, ours, theirs }: Case) =>
  [
    [text.conflict.base, WORDS[kind][base]],
    [text.conflict.theirs, WORDS[kind][theirs]],
    [text.conflict.mine, WORDS[kind][ours]],
  ]
    .flat()
    .join(' ')

const applied = (video_id: string) =>
  service.video.applied.filter((one) => one.video_id === video_id).map(({ body }) => body as Video)

test('each outcome of a leaf, a whole and a list, and of an item, is on screen', async () => {
  await asked(page, ['app', 'prefer'], { isOffline: true })
  await saveAll(cases.map((one) => ({ video_id: one.video_id, changes: ourChanges(one) })))
  const ofItems = itemCases.map((one) => ({ ...one, changes: [ourItemChange(one)] }))
  await saveAll(ofItems.map(({ video_id, changes }) => ({ video_id, changes })))
  for (const { video_id, theirs } of cases) onDashboard(video_id, theirs)
  for (const one of itemCases) theirItemChange(one)
  const edited = (await waits()).filter(({ group }) => group !== 'pixels')
  // What is made to be what it was is no change.
  expect(edited).toHaveLength(3 * cases.filter(({ base, ours }) => base !== ours).length)
  await asked(page, ['app', 'prefer'], { isOffline: false })
  await postAll()

  const conflicts = cases.filter(isConflict)
  // The screen follows what was posted; what it sums up is there when its rows are.
  await page.getByText(`${2 * conflicts.length + 3} conflicts to decide`).waitFor()
  const rows = await conflictsOf('Bypass token')
  expect(rows).toHaveLength(conflicts.length)
  for (const one of conflicts) {
    expect(rows.filter((row) => row.includes(saying('leaf', one)))).toHaveLength(1)
  }
  const loops = await conflictsOf('After the video ends')
  expect(loops).toHaveLength(conflicts.length)
  for (const one of conflicts) {
    expect(loops.filter((row) => row.includes(saying('whole', one)))).toHaveLength(1)
  }
  expect(await rowsWith('Countries')).toEqual([])
})

test('only edits without a conflict were sent', () => {
  for (const one of cases) {
    const { video_id, ours, theirs } = one
    const { traffic_filter, playback } = read(video_id)
    const now = isSent(one) ? ours : theirs
    expect([one, traffic_filter?.token ?? null]).toEqual([one, LEAVES[now]])
    expect([one, playback?.action_after_finish ?? null]).toEqual([one, WHOLES[now]])
    expect([one, [...(traffic_filter?.countries ?? [])].sort()]).toEqual([one, merged(one)])
    const tokens = applied(video_id).filter((body) => 'token' in (body.traffic_filter ?? {}))
    const loops = applied(video_id).filter((body) => body.playback)
    expect([one, tokens.length, loops.length]).toEqual([one, ...(isSent(one) ? [1, 1] : [0, 0])])
  }
})

/** A list with what a colleague made of it, what is added here and without what is removed here. */
function merged({ base, ours, theirs }: Case): string[] {
  const [before = [], mine = [], there = []] = [LISTS[base], LISTS[ours], LISTS[theirs]]
  const added = mine.filter((country) => !before.includes(country))
  const kept = there.filter((country) => mine.includes(country) || !before.includes(country))
  return [...new Set([...kept, ...added])].sort()
}

test('an item is in conflict only if both sides changed it, or one deleted what the other changed', async () => {
  const inConflict = (await waits()).filter(({ group }) => group === 'pixels')
  const outcomes = itemCases.map(({ video_id, what, item_id }) => {
    const item = pixelsOf(video_id).find(({ id }) => id === item_id)
    const sent = applied(video_id).filter((body) => body.pixels).length
    const held = inConflict.filter((edit) => edit.video_id === video_id)
    return [what, item?.base?.name ?? null, sent, held.map(({ kind }) => kind).join()]
  })
  expect(outcomes).toEqual([
    ['edit/none', 'Ours', 1, ''],
    ['edit/edit', 'Theirs', 0, 'set'],
    ['edit/same', 'Ours', 0, ''],
    ['edit/gone', null, 0, 'create'],
    ['delete/none', null, 1, ''],
    ['delete/edit', 'Theirs', 0, 'delete'],
    ['delete/gone', null, 0, ''],
    ['edit/other', 'Ours', 1, ''],
  ])
  const theirs = `${text.conflict.theirs} Theirs`
  await expect.poll(() => saidIn('Pixels', theirs)).toHaveLength(2)
  const gone = async () => (await saidIn('Pixels', `${text.conflict.theirs} nothing`)).join('\n')
  await expect.poll(gone).toContain('Ours')
})

/** The row of a conflict about a video's token. */
function rowOf({ video_id }: Case) {
  const rows = page.getByRole('rowgroup', { name: read(video_id).name as string, exact: true })
  return rows.getByRole('row').filter({ hasText: 'Bypass token' })
}

test('a conflict is decided by keyboard: mine, theirs, or another value', async () => {
  const [mine, theirs, other] = cases.filter(isConflict)
  if (!mine || !theirs || !other) throw new Error('there are not enough conflicts')
  await press(page, rowOf(mine).getByRole('button', { name: /^Keep mine/ }))
  const asks = page.getByRole('dialog')
  await asks.getByText('Acme', { exact: true }).waitFor()
  await asks.getByText(read(mine.video_id).name as string, { exact: true }).waitFor()
  // Nothing is sent before it is confirmed.
  expect(read(mine.video_id).traffic_filter?.token ?? null).toBe(LEAVES[mine.theirs])
  await press(page, asks.getByRole('button', { name: 'Keep mine: publish 1 change to 1 video' }))
  const tokenOf = (one: Case) => read(one.video_id).traffic_filter?.token ?? null
  await expect.poll(() => tokenOf(mine), waiting).toBe(LEAVES[mine.ours])
  await rowOf(mine).waitFor({ state: 'hidden' })

  await press(page, rowOf(theirs).getByRole('button', { name: /^Use theirs/ }))
  await rowOf(theirs).waitFor({ state: 'hidden' })
  expect(tokenOf(theirs)).toBe(LEAVES[theirs.theirs])

  await press(page, rowOf(other).getByRole('button', { name: /^Edit/ }))
  await page.getByRole('tab', { name: 'Traffic filter', selected: true }).waitFor()
  const field = page.getByLabel('Bypass token', { exact: true })
  await press(page, field, 'Control+a')
  await page.keyboard.type('neither')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await waits()).some(({ want }) => want === 'neither')).toBe(true)
  const undecided = (await waits()).filter(({ status }) => status === 'conflict').length
  await postAll(`${undecided} conflicts: they stay here until you decide.`)
  expect(tokenOf(other)).toBe('neither')
  await loserIsKept({ mine, theirs, other })
})

interface Decided {
  mine: Case
  theirs: Case
  other: Case
}

async function loserIsKept({ mine, theirs, other }: Decided) {
  const ofToken = async ({ video_id }: Case) =>
    (await historyOf(video_id)).filter(({ register }) => register === 'token')
  const [posted] = await ofToken(mine)
  expect(posted).toMatchObject({
    event: 'posted',
    before: LEAVES[mine.theirs],
    after: LEAVES[mine.ours],
  })
  const [resolved] = await ofToken(theirs)
  expect(resolved).toMatchObject({
    event: 'resolved',
    before: LEAVES[theirs.ours],
    after: LEAVES[theirs.theirs],
  })
  expect(await ofToken(other)).toContainEqual(
    expect.objectContaining({ event: 'posted', before: LEAVES[other.theirs], after: 'neither' }),
  )
}

test('“Keep mine” for all publishes our values, and the history keeps theirs', async () => {
  await page.keyboard.press('Alt+7')
  const left = cases.filter(isConflict)
  await page.getByRole('button', { name: text.conflict.allMine }).press('Enter')
  const asks = page.getByRole('dialog')
  await asks.getByRole('button', { name: /^Keep mine: publish/ }).press('Enter')
  await expect.poll(async () => (await waits()).length, waiting).toBe(0)
  for (const { video_id, ours, theirs } of left) {
    expect(read(video_id).playback?.action_after_finish ?? null).toEqual(WHOLES[ours])
    expect(await historyOf(video_id)).toContainEqual(
      expect.objectContaining({
        ...{ event: 'posted', register: 'action_after_finish' },
        ...{ before: WHOLES[theirs], after: WHOLES[ours] },
      }),
    )
  }
  const names = (what: string) => {
    const { video_id = '' } = itemCases.find((one) => one.what === what) ?? {}
    return pixelsOf(video_id).map(({ base }) => base?.name)
  }
  expect(names('edit/edit')).toContain('Ours')
  expect(names('edit/gone').filter((name) => name === 'Ours')).toHaveLength(1)
  expect(names('delete/edit')).not.toContain('Theirs')
})

test('“Use theirs” for all, beside a publish of its conflicts only, sends nothing, and the history keeps our values', async () => {
  const some = cases.slice(0, 3)
  const [earlier, ...ofPublish] = some
  if (!earlier) throw new Error('there are too few videos')
  const before = service.video.applied.length
  for (const videos of [[earlier], ofPublish]) {
    await asked(page, ['app', 'prefer'], { isOffline: true })
    await saveAll(videos.map(({ video_id }) => setToken(video_id, 'ours')))
    for (const { video_id } of videos)
      service.video.colleague(video_id, { traffic_filter: { token: 'theirs' } })
    await asked(page, ['app', 'prefer'], { isOffline: false })
    await postAll()
  }
  await show(publish.views.publish)
  await page.getByRole('region', { name: '2 conflicts' }).waitFor()
  await page.getByRole('button', { name: text.conflict.allTheirs }).press('Enter')
  await expect.poll(async () => (await waits()).length).toBe(1)
  expect((await waits()).map(({ video_id }) => video_id)).toEqual([earlier.video_id])
  await show(/^Changes/)
  await page.getByRole('button', { name: text.conflict.allTheirs }).press('Enter')
  await page.getByText(text.nothing).waitFor()
  expect(service.video.applied.length).toBe(before)
  for (const { video_id } of some) {
    expect(read(video_id).traffic_filter?.token).toBe('theirs')
    expect((await historyOf(video_id))[0]).toMatchObject({
      ...{ event: 'resolved', before: 'ours', after: 'theirs' },
    })
  }
})

test('the publish shows the result for each video, and taking it back creates drafts as one step', async () => {
  await saveAll(cases.slice(0, 3).map(({ video_id }) => setToken(video_id, 'again')))
  await postAll()
  await show(publish.views.publish)
  await page.getByRole('heading', { name: 'Published 3 changes to 3 videos' }).waitFor()
  const list = page.getByRole('table', { name: publish.videos })
  await list.getByText(publish.state.readBack).first().waitFor()
  expect(await violations(page)).toEqual([])

  await page.getByRole('button', { name: publish.takeBack }).press('Enter')
  const asks = page.getByRole('dialog')
  await asks.getByText('3 changes on 3 videos', { exact: true }).waitFor()
  expect(await waits()).toEqual([])
  await asks.getByRole('button', { name: 'Make 3 drafts' }).press('Enter')
  await asks.waitFor({ state: 'hidden' })
  const drafts = (await waits()).map(({ register, status }) => `${register} ${status}`)
  expect(drafts).toEqual(['token draft', 'token draft', 'token draft'])
  await asked(page, ['edits', 'undo'], { account_id })
  expect(await waits()).toEqual([])
})

test('an earlier publish is chosen and taken back, and what was left of it has no buttons', async () => {
  await show(publish.views.publish)
  const which = page.getByRole('combobox', { name: publish.which })
  const names = await which.locator('option').allInnerTexts()
  const earlier = names.findIndex((name, index) => index > 0 && / [1-9]\d* change/.test(name))
  const [, changes] = / (\d+) changes?/.exec(names[earlier] ?? '') ?? []
  await which.selectOption({ index: earlier })
  await page.getByRole('heading', { name: new RegExp(`^Published ${changes} change`) }).waitFor()
  expect(await page.getByRole('button', { name: publish.dismiss, exact: true }).count()).toBe(0)
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: publish.takeBack }).press('Enter')
  const asks = page.getByRole('dialog')
  await asks.getByRole('button', { name: /^Make [1-9]\d* drafts?$/ }).press('Enter')
  await asks.waitFor({ state: 'hidden' })
  expect((await waits()).length).toBeGreaterThan(0)
  await asked(page, ['edits', 'undo'], { account_id })
  expect(await waits()).toEqual([])
})

test('the history of the account is searched, and an entry of it restored', async () => {
  await show(publish.views.history)
  const grid = page.getByRole('grid', { name: publish.history.label })
  const row = grid.getByRole('row').filter({ hasText: 'Bypass token' }).first()
  await page.getByRole('searchbox', { name: publish.history.search }).fill('token')
  await row.waitFor()
  await row.click()
  const entry = page.getByRole('region', { name: publish.history.entry })
  await entry.getByRole('button', { name: publish.history.restoreVideo }).press('Enter')
  const asks = page.getByRole('dialog')
  await asks.getByRole('button', { name: /^Make [1-9]\d* drafts?$/ }).waitFor()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await asks.waitFor({ state: 'hidden' })
  await entry.getByRole('button', { name: publish.history.restore }).press('Enter')
  await entry.getByText(publish.history.made).waitFor()
  await expect.poll(async () => (await waits()).map(({ register }) => register)).toEqual(['token'])
})

test('more than 20 deletions are published only after their number was typed', async () => {
  await asked(page, ['edits', 'discard'], { account_id, video_ids: null })
  const items = video_ids.flatMap((video_id) =>
    pixelsOf(video_id).map(({ id }) => ({ video_id, id })),
  )
  await saveAll(
    items.slice(0, 21).map(({ video_id, id: item_id }) => ({
      ...{ video_id, changes: [{ kind: 'delete', group: 'pixels', item_id }] },
    })),
  )
  await page.keyboard.press('Alt+7')
  await show(/^Changes/)
  const open = page.getByRole('main').getByRole('button', { name: /^Publish 21 changes/ })
  await open.press('Enter')
  const dialog = page.getByRole('dialog')
  const field = dialog.getByLabel(text.post.confirm.replaceAll('{{number}}', '21'))
  const button = dialog.getByRole('button', { name: /^Publish 21 changes/ })
  await expect.poll(() => field.evaluate((one) => one === document.activeElement)).toBe(true)
  await field.fill('12')
  expect(await button.isDisabled()).toBe(true)
  await field.fill('21')
  await expect.poll(() => button.isDisabled()).toBe(false)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  expect(await waits()).toHaveLength(21)
})
