import type { Page } from 'playwright'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Change, Edit, EditsList } from '../../src/shared/features/publishing/edit.ts'
import type { SheetPage } from '../../src/shared/features/sheet/sheet-calls.ts'
import { violations } from '../support/axe.ts'
import { asked } from '../support/bridge.ts'
import { type Connected, openConnected } from '../support/connected-window.ts'
import { openByName, readVideos } from '../support/steps.ts'
import { texts } from '../support/texts.ts'

const { sheet, findReplace: words } = texts.en
/** An address of which every part but the host is odd. */
const REST = '/a%20b//c/../%E7%82%B9?src=vsl&src=&y=a+b%2B&z=%7E~#part?x=1'

interface Item {
  id: string
  action: { content?: string; url?: string }
}

let desk: Connected
let page: Page
let odd: { video_id: string; item_id: string }

beforeAll(async () => {
  const limits = { queriesPerMinute: 6000 }
  desk = await openConnected({ players: 12, days: 5, plan: 'enterprise', limits })
  page = desk.page
  await readVideos(page)
  await switchGroupsOn()
  odd = await makeOdd()
  await openByName(page, 'sheet')
  await grid().waitFor()
})
afterAll(() => desk.close())
afterEach(() => asked(page, ['edits', 'discard'], { account_id: desk.account_id, video_ids: null }))

const grid = () => page.getByRole('grid', { name: sheet.grid })
const dialog = () => page.getByRole('dialog', { name: words.title })
const changes = () => dialog().getByRole('grid', { name: words.changes })
const replaceIn = (count: number) =>
  dialog().getByRole('button', { name: `Replace in ${count} places`, exact: true })
/** The lines of the preview that show a change, not a video. */
const lines = () =>
  changes()
    .getByRole('row')
    .filter({ has: page.locator('ins, del') })
const edits = async (): Promise<Edit[]> =>
  (await asked<EditsList>(page, ['edits', 'list'], { account_id: desk.account_id })).edits
const count = async () => (await edits()).length

async function videosOfTab() {
  const input = { account_id: desk.account_id, group: 'call_actions', after: null }
  return (await asked<SheetPage>(page, ['sheet', 'page'], input)).videos
}

/** What is off is not replaced. */
async function switchGroupsOn() {
  for (const { id, settings } of await videosOfTab()) {
    if (settings?.['enabled'] !== false) continue
    desk.service.video.colleague(id, { call_actions: { enabled: true } })
    await asked(page, ['videos', 'refresh'], { account_id: desk.account_id, video_id: id })
  }
}

async function items() {
  return (await videosOfTab()).flatMap(({ id, settings }) =>
    ((settings?.['items'] ?? []) as unknown as Item[]).map((item) => ({ video_id: id, item })),
  )
}

const onHost = async (host: string) =>
  (await items()).filter(({ item }) => item.action.url?.includes(`//${host}/`))

/** A colleague gives one call to action the odd address. */
async function makeOdd() {
  const [first] = await onHost('pay.example')
  if (!first) throw new Error('no call to action leads to pay.example')
  const { video_id, item } = first
  const { call_actions } = desk.service.video.read(video_id)
  const known = (call_actions?.items ?? []).find(({ id }) => id === item.id) as never as object
  desk.service.video.colleague(video_id, {
    call_actions: {
      enabled: true,
      items: [{ ...known, action: { ...item.action, url: `https://pay.example${REST}` } }],
    },
  })
  await asked(page, ['videos', 'refresh'], { account_id: desk.account_id, video_id })
  return { video_id, item_id: item.id }
}

const press = async (...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}

async function open() {
  await grid().focus()
  await press('Control+h')
  await dialog().waitFor()
}

/** Types the new host and waits until all changes to it are shown, not those to its beginning. */
async function typeHost(host: string, count: number) {
  await page.keyboard.type(host)
  await expect
    .poll(() => lines().locator('ins').allInnerTexts())
    .toEqual(Array.from({ length: count }, () => host))
}

test('by keyboard alone: each change is shown before and after, an unticked one is left, and one undo takes all back', async () => {
  const known = await onHost('pay.example')
  await open()
  await typeHost('checkout.example', known.length)
  await replaceIn(known.length).waitFor()
  const shown = await lines().evaluateAll((all) =>
    all.map((line) => ({
      ...{ del: line.querySelector('del')?.innerText, ins: line.querySelector('ins')?.innerText },
      sides: [...line.querySelectorAll('[role=gridcell]')]
        .map((cell) => cell.getAttribute('title') ?? '')
        .filter((title) => title.startsWith('http')),
    })),
  )
  expect(shown).toHaveLength(known.length)
  for (const { del, ins, sides } of shown) {
    expect([del, ins]).toEqual(['pay.example', 'checkout.example'])
    expect(sides).toEqual([sides[0], sides[0]?.replace('pay.example', 'checkout.example')])
  }
  expect(await violations(page, '[role=dialog]')).toEqual([])
  const isThere = () => changes().evaluate((element) => element === document.activeElement)
  for (let tabs = 0; tabs < 15 && !(await isThere()); tabs++) await press('Tab')
  expect(await isThere()).toBe(true)
  await press('Home', 'ArrowDown', 'Space')
  await replaceIn(known.length - 1).waitFor()
  await press('Control+Enter')
  await dialog()
    .getByText(`Replaced in ${known.length - 1} places on`, { exact: false })
    .waitFor()
  const made = await edits()
  expect(made.length).toBe(known.length - 1)
  for (const { item_id, register, base, want } of made) {
    expect([register, want]).toEqual([
      'action.url',
      String(base).replace(/^(https?:\/\/)pay\.example/, '$1checkout.example'),
    ])
    if (item_id === odd.item_id) expect(want).toBe(`https://checkout.example${REST}`)
  }
  expect(made.map(({ item_id }) => item_id)).toContain(odd.item_id)
  await press('Escape')
  await dialog().waitFor({ state: 'hidden' })
  expect(await grid().evaluate((element) => element === document.activeElement)).toBe(true)
  await press('Control+z')
  await expect.poll(count).toBe(0)
  await press('Control+Shift+z')
  await expect.poll(count).toBe(known.length - 1)
})

test('a second click on Undo takes back nothing but the replacement', async () => {
  const { video_id, item_id } = odd
  const at = { group: 'call_actions', item_id, register: 'window.start' }
  const changes = [{ kind: 'set', ...at, value: 7 }]
  const { account_id } = desk
  await asked(page, ['edits', 'save'], { account_id, edits: [{ video_id, changes }] })
  const known = await onHost('pay.example')
  await open()
  await typeHost('checkout.example', known.length)
  await replaceIn(known.length).click()
  const undo = dialog().getByRole('button', { name: words.undo, exact: true })
  // The second click before the first can be answered.
  await undo.evaluate(async (button: HTMLElement) => {
    button.click()
    await Promise.resolve()
    button.click()
  })
  expect((await edits()).map(({ register, want }) => [register, want])).toEqual([
    ['window.start', 7],
  ])
  await undo.waitFor({ state: 'hidden' })
  await press('Escape')
  await dialog().waitFor({ state: 'hidden' })
})

test('a pattern that takes too long is stopped and reported, and the window stays responsive', async () => {
  const [first] = await onHost('pay.example')
  const long = `${'a'.repeat(5000)}!`
  const change = { kind: 'set', group: 'call_actions', item_id: first?.item.id ?? '' } as const
  await asked(page, ['edits', 'save'], {
    account_id: desk.account_id,
    edits: [
      {
        video_id: first?.video_id,
        changes: [{ ...change, register: 'action.content', value: long as never } satisfies Change],
      },
    ],
  })
  await grid().getByText('aaaaaaaaaa').first().waitFor()
  await open()
  await dialog().getByText(words.kind.text, { exact: true }).click()
  await dialog()
    .getByLabel(words.match, { exact: true })
    .selectOption({ label: words.textMode.regex })
  const pattern = dialog().getByRole('textbox', { name: words.pattern })
  await pattern.fill('(a+)+$')
  // While the pattern runs, the window takes what is typed elsewhere.
  await dialog().getByRole('textbox', { name: words.to }).fill('b')
  await dialog().getByText(words.slowPattern).waitFor()
  expect(await replaceIn(0).isDisabled()).toBe(true)
  await pattern.fill('a+!')
  await dialog().getByText(words.slowPattern).waitFor({ state: 'hidden' })
  await replaceIn(0).waitFor()
  // It has a draft already, which is replaced only when it is ticked.
  await changes().getByRole('checkbox').last().click()
  await press('Control+Enter')
  await expect.poll(async () => (await edits()).map(({ want }) => want)).toEqual(['b'])
  await press('Escape')
  await dialog().waitFor({ state: 'hidden' })
})

test('a country is taken out of lists, each of which keeps the others', async () => {
  await page.getByRole('tab', { name: 'Traffic filter' }).click()
  await grid().getByText('BR, PT, US').first().click()
  await open()
  await page.keyboard.type('PT')
  await lines().first().waitFor()
  await dialog()
    .getByRole('button', { name: /^Replace in [1-9]/ })
    .click()
  await expect.poll(count).toBeGreaterThan(0)
  const made = await edits()
  expect(made.every(({ kind, register }) => kind === 'list' && register === 'countries')).toBe(true)
  expect(new Set(made.map(({ want }) => String(want)))).toEqual(new Set(['BR,US']))
  await press('Escape')
})
