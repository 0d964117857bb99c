import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import type { Page } from 'playwright'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Account } from '../../src/shared/features/accounts/account.ts'
import type { Change, Edit, EditsList } from '../../src/shared/features/publishing/edit.ts'
import type { SheetPage } from '../../src/shared/features/sheet/sheet-calls.ts'
import { asked } from '../support/bridge.ts'
import { newFolder } from '../support/folder.ts'
import { chooseExisting, chooseFile, type Launched, launch } from '../support/launch.ts'
import { countedPerson } from '../support/person.ts'
import { isProof } from '../support/scale.ts'
import { openByName, readVideos, tryDemo } from '../support/steps.ts'
import { texts } from '../support/texts.ts'

// Twelve tasks of a campaign manager on the demo's 48 videos, in `npm run proof`: what they use has tests of its
// own. Each begins on the sheet, at the tab of calls to action with nothing selected, and says how many clicks, key
// chords and typed texts it takes. The system's own dialogs, which choose a file, are not counted.

const task = test.runIf(isProof)
const { sheet, findReplace, proposals, publish, problems, links, templates } = texts.en
const LATE = problems.rule['call-action-after-end']

type Item = Record<'id', string> & {
  base: { active: boolean }
  window: { start: number; end: number }
  action: { content?: string; url?: string; html?: string; as_html?: boolean }
  design?: { styles: unknown; typography: unknown }
}
interface Video {
  id: string
  name: string
  duration: number
  pitch: number | null
  items: Item[]
}

let desk: Launched
let page: Page
let account_id: string
let videos: Video[]
const folder = newFolder()

beforeAll(async () => {
  desk = await launch({
    size: { width: 1440, height: 900 },
    preferences: { language: 'en', theme: 'light' },
  })
  page = desk.page
  await tryDemo(page)
  await readVideos(page)
  await openByName(page, 'sheet')
  const [account] = await asked<Account[]>(page, ['accounts', 'list'])
  account_id = account?.id ?? ''
})
afterAll(async () => {
  await desk.close()
  fs.rmSync(desk.folder, { recursive: true, force: true })
  fs.rmSync(folder, { recursive: true, force: true })
})

beforeEach(async () => {
  await asked(page, ['edits', 'discard'], { account_id, video_ids: null })
  // Filters and the tab of the task before are kept in the page.
  await page.evaluate(() => history.replaceState(null, ''))
  await page.reload()
  await openByName(page, 'sheet')
  await grid().getByRole('row').nth(9).waitFor()
  videos = await inService('call_actions')
})

const person = () => countedPerson(page)

const grid = () => page.getByRole('grid', { name: sheet.grid })
const dialog = () => page.getByRole('dialog')
const pane = () => page.getByRole('complementary', { name: sheet.pane.label })
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const tab = (name: string) => page.getByRole('tab', { name })
const line = (name: string) => page.getByRole('menuitem', { name, exact: true })
const selectAll = () => grid().getByRole('checkbox', { name: sheet.tickAll })
const ticks = () => grid().getByRole('checkbox', { name: /^Select a row of / })
const selected = (count: number) => page.getByText(`${count} selected`, { exact: true })

const edits = async (): Promise<Edit[]> =>
  (await asked<EditsList>(page, ['edits', 'list'], { account_id })).edits
const count = async () => (await edits()).length
const idsOf = (made: readonly Edit[]) => made.map(({ item_id }) => String(item_id)).sort()

/** The items of every video as the service has them. */
async function inService(group: string): Promise<Video[]> {
  const found: Video[] = []
  let after: string | null = null
  do {
    const input = { account_id, group, after }
    // oxlint-disable-next-line no-await-in-loop -- each page says which is the next
    const answer: SheetPage = await asked(page, ['sheet', 'page'], input)
    for (const { id, name, duration, pitch, settings } of answer.videos) {
      const items = (settings?.['items'] ?? []) as unknown as Item[]
      found.push({ id, name, duration: duration ?? 0, pitch, items })
    }
    after = answer.next
  } while (after !== null)
  return found
}

const items = () => videos.flatMap((video) => video.items.map((item) => ({ video, item })))
const isButton = ({ action, design }: Item) => action.as_html !== true && design !== undefined

type Placed = ReturnType<typeof items>[number]

/** Drafts made before a task begins, as if by an earlier hand. */
async function draft(places: Placed[], values: (place: Placed) => Record<string, unknown>) {
  const made = places.map((place) => ({
    video_id: place.video.id,
    changes: Object.entries(values(place)).map(
      ([register, value]) =>
        ({
          ...{ kind: 'set', group: 'call_actions', item_id: place.item.id, register },
          value: value as never,
        }) satisfies Change,
    ),
  }))
  await asked(page, ['edits', 'save'], { account_id, edits: made })
  await expect.poll(count).toBeGreaterThanOrEqual(places.length)
}

task(
  '1: the host of the checkout is changed in all videos, in HTML and what is off too',
  async () => {
    const { actions, click, press, type } = person()
    await press('Control+h')
    await type('checkout.example')
    await click(button(findReplace.addHtml))
    await click(dialog().getByText(findReplace.includesOff.call_actions))
    const had = items().flatMap(({ item: { action } }) =>
      [action.url, action.html].filter((text) => text?.includes('//pay.example')),
    )
    await button(`Replace in ${had.length} places`).waitFor()
    await press('Control+Enter')
    await expect.poll(count).toBe(had.length)
    await press('Escape')
    for (const { base, want } of await edits()) {
      expect(want).toBe(String(base).replaceAll('//pay.example', '//checkout.example'))
    }
    expect(actions()).toBeLessThanOrEqual(6)
  },
)

task('2: one pixel is added to 12 videos, named and switched on', async () => {
  const { actions, click, shiftClick, type, press } = person()
  await click(tab('Pixels'))
  await ticks().nth(30).waitFor()
  const names = await ticks().evaluateAll((all) => all.map((one) => one.ariaLabel))
  const twelve = new Set([...new Set(names)].slice(0, 12))
  await click(ticks().first())
  await shiftClick(ticks().nth(names.findLastIndex((name) => twelve.has(name))))
  await click(button('Add a pixel to the 12 selected videos'))
  await click(line(sheet.kind.facebook))
  await selected(12).waitFor()
  await click(pane().getByText(sheet.on, { exact: true }))
  await click(pane().getByRole('textbox', { name: 'Internal label' }))
  await type('Lead')
  await press('Enter')
  await expect
    .poll(async () => (await edits()).map(({ kind, want }) => [kind, want]))
    .toEqual(
      Array.from({ length: 12 }, () => [
        'create',
        {
          base: { type: 'facebook', name: 'Lead' },
          dispatch: { active: true, mode: 'percent', threshold: 50 },
        },
      ]),
    )
  expect(new Set((await edits()).map(({ video_id }) => video_id)).size).toBe(12)
  expect(actions()).toBeLessThanOrEqual(9)
})

task('2, where videos have no pixel yet and thus no row: it is added to all', async () => {
  const none = (await inService('pixels')).filter((video) => video.items.length === 0)
  expect(none.length).toBeGreaterThan(0)
  const { actions, click } = person()
  await click(tab('Pixels'))
  await click(page.getByRole('button', { name: /^Add a pixel/ }))
  await click(line(`${sheet.kind.facebook}…`))
  await click(dialog().getByText('All 48 videos'))
  await click(button('Add to 48 videos'))
  await selected(48).waitFor()
  const made = await edits()
  expect(made.map(({ kind }) => kind)).toEqual(videos.map(() => 'create'))
  expect(made.map(({ video_id }) => video_id)).toEqual(
    expect.arrayContaining(none.map(({ id }) => id)),
  )
  expect(actions()).toBeLessThanOrEqual(5)
})

task('3: every call to action of the videos of an offer is switched off', async () => {
  const offer = videos.filter(({ items }) => items.some(({ base }) => base.active)).slice(0, 9)
  const player_ids = offer.map(({ id }) => id)
  await asked(page, ['players', 'tag'], {
    account_id,
    player_ids,
    add: ['Black November'],
    remove: [],
  })
  const active = offer.flatMap(({ items }) => items.filter(({ base }) => base.active))
  const { actions, click, choose } = person()
  await click(button(sheet.addFilter))
  await choose(page.getByLabel(sheet.filter.column), sheet.tag)
  await choose(page.getByLabel(sheet.filter.value), 'Black November')
  await click(button(sheet.filter.add))
  await click(selectAll())
  await click(pane().getByText(sheet.off, { exact: true }))
  await expect.poll(async () => idsOf(await edits())).toEqual(active.map(({ id }) => id).sort())
  expect(new Set((await edits()).map((one) => `${one.register} ${String(one.want)}`))).toEqual(
    new Set(['base.active false']),
  )
  expect(actions()).toBeLessThanOrEqual(8)
})

task(
  '4: all calls to action are moved to 30 seconds earlier, which one undo takes back',
  async () => {
    const { actions, click, type, press } = person()
    await click(selectAll())
    await click(pane().getByRole('textbox', { name: sheet.pane.both }))
    await type('-0:30')
    await press('Enter')
    const wanted = items().flatMap(({ item: { id, window } }) => {
      const move = Math.max(-30, 0 - window.start)
      return [
        [id, 'window.start', window.start + move],
        [id, 'window.end', window.end + move],
      ]
    })
    await expect
      .poll(async () =>
        (await edits())
          .map(({ item_id, register, want }) => [item_id, register, want].join(' '))
          .sort(),
      )
      .toEqual(wanted.map((one) => one.join(' ')).sort())
    expect(actions()).toBeLessThanOrEqual(4)
    // In a text field it undoes what was typed.
    await grid().focus()
    await press('Control+z')
    await expect.poll(edits).toEqual([])
  },
)

task('5: a call to action is copied with its design to 20 videos', async () => {
  const { actions, click, shiftClick } = person()
  const first = grid().getByRole('row').nth(1)
  const name = await first.getByRole('gridcell').nth(1).innerText()
  const source = videos.find((video) => video.name === name)?.items[0]
  await click(first.getByText(source?.action.content ?? 'none'))
  await click(button(sheet.copyTo))
  const targets = dialog().getByRole('group', { name: sheet.copy.videos }).getByRole('checkbox')
  await click(targets.nth(1))
  await shiftClick(targets.nth(20))
  await click(button('Copy to 20 videos'))
  await dialog().waitFor({ state: 'hidden' })
  const made = await edits()
  expect(new Set(made.map(({ video_id }) => video_id)).size).toBe(20)
  for (const { kind, want } of made) {
    expect([kind, want]).toMatchObject([
      'create',
      { action: source?.action, design: source?.design },
    ])
  }
  expect(actions()).toBeLessThanOrEqual(5)
})

task('6: calls to action past the end are found and mended', async () => {
  const late = items()
    .filter(({ item, video }) => isButton(item) && video.pitch !== null)
    .slice(0, 3)
  await draft(late, ({ video: { duration } }) => ({
    'window.start': duration + 60,
    'window.end': duration + 120,
  }))
  const { actions, click, press } = person()
  await press('Alt+Shift+7')
  await click(
    page.getByRole('navigation', { name: problems.list }).getByRole('button', { name: LATE }),
  )
  await click(button('Fix 3 as drafts'))
  await page.getByRole('button', { name: LATE }).waitFor({ state: 'detached' })
  for (const { video, item } of late) {
    const own = (await edits()).filter(({ item_id }) => item_id === item.id)
    const start = own.find(({ register }) => register === 'window.start')?.want ?? item.window.start
    const end = own.find(({ register }) => register === 'window.end')?.want ?? item.window.end
    expect(Number(start)).toBeLessThan(video.duration)
    expect(Number(end)).toBeLessThanOrEqual(video.duration)
  }
  expect(actions()).toBeLessThanOrEqual(3)
})

task('7: all buttons get the design of one of them by a template', async () => {
  const all = items()
    .map(({ item }) => item)
    .filter(isButton)
  const styleOf = ({ design }: Item) => JSON.stringify(design?.styles)
  const usual = styleOf(all[0] as Item)
  const model = all.find((item) => styleOf(item) !== usual) as Item
  const { actions, click } = person()
  await click(grid().getByText('#f59e0b').first())
  await click(button(sheet.more))
  await click(line(sheet.saveTemplate))
  await click(button(templates.save.onlyDesign))
  await click(button(templates.save.do))
  await dialog().waitFor({ state: 'hidden' })
  await click(selectAll())
  await click(button(sheet.more))
  await click(line(sheet.applyTemplate))
  await click(dialog().getByRole('button', { name: /^Make \d+ changes$/ }))
  await dialog().waitFor({ state: 'hidden' })
  const made = await edits()
  const others = all.filter((item) => styleOf(item) !== styleOf(model))
  expect(others.length).toBeGreaterThan(20)
  expect(new Set(made.map(({ item_id }) => item_id))).toEqual(new Set(others.map(({ id }) => id)))
  for (const { register, want } of made) {
    const part = register === 'design.styles' ? 'styles' : 'typography'
    expect([register, want]).toEqual([`design.${part}`, model.design?.[part]])
  }
  expect(actions()).toBeLessThanOrEqual(9)
})

task('8: the tab is exported, changed in a spreadsheet, and imported', async () => {
  const { actions, click, press } = person()
  const file = path.join(folder, 'calls to action.csv')
  await chooseFile(desk.app, file)
  await click(button(sheet.more))
  await click(line(sheet.export))
  await click(button(proposals.export.do))
  await dialog().waitFor({ state: 'hidden' })
  await expect.poll(() => fs.existsSync(file)).toBe(true)
  const known = items().filter(({ item }) => item.action.content === 'Quero o kit')
  const before = fs.readFileSync(file, 'utf8')
  fs.writeFileSync(file, before.replaceAll('Quero o kit', 'Quero já'))
  await chooseExisting(desk.app, file)
  await click(button(sheet.more))
  await click(line(sheet.import))
  await click(button(proposals.import.choose))
  await click(button(`Make ${known.length} changes`))
  await dialog().getByRole('status').getByText(`${known.length} changes made`).waitFor()
  await press('Escape')
  expect(known.length).toBeGreaterThan(5)
  const made = await edits()
  expect(idsOf(made)).toEqual(known.map(({ item }) => item.id).sort())
  expect(new Set(made.map(({ want }) => want))).toEqual(new Set(['Quero já']))
  expect(actions()).toBeLessThanOrEqual(8)
})

task('9: a country is blocked on every video that lets it in', async () => {
  const { actions, click, press, type } = person()
  await click(tab('Traffic filter'))
  await click(grid().getByText('BR, PT, US').first())
  await press('Control+h')
  await type('US')
  await dialog()
    .getByRole('button', { name: /^Replace in [1-9]\d* places$/ })
    .waitFor()
  await press('Control+Enter')
  await expect.poll(count).toBeGreaterThan(0)
  await press('Escape')
  const made = await edits()
  expect(made.length).toBeGreaterThan(10)
  for (const { kind, register, base, want, removed } of made) {
    expect([kind, register, removed]).toEqual(['list', 'countries', ['US']])
    expect(want).toEqual((base as string[]).filter((country) => country !== 'US'))
  }
  await expect.poll(() => grid().getByText('BR, PT, US').count()).toBe(0)
  expect(actions()).toBeLessThanOrEqual(6)
})

task('10: a publish is taken back, on the service too', async () => {
  const four = items()
    .filter(({ item }) => isButton(item))
    .slice(0, 4)
  await draft(four, () => ({ 'action.content': 'Too early' }))
  await asked(page, ['edits', 'post'], { account_id, video_ids: null })
  await expect.poll(count).toBe(0)
  const contents = async () => {
    const now = (await inService('call_actions')).flatMap(({ items }) => items)
    return four.map(({ item }) => now.find(({ id }) => id === item.id)?.action.content)
  }
  expect(new Set(await contents())).toEqual(new Set(['Too early']))
  const { actions, click, press } = person()
  await press('Alt+7')
  await click(button(publish.takeBack))
  await click(dialog().getByRole('button', { name: /^Make \d+ drafts$/ }))
  await dialog().waitFor({ state: 'hidden' })
  await expect.poll(count).toBe(four.length)
  await click(page.getByRole('main').getByRole('button', { name: /^Publish \d+ changes to / }))
  await click(dialog().getByRole('button', { name: /^Publish \d+ changes to / }))
  await expect.poll(count).toBe(0)
  expect(await contents()).toEqual(four.map(({ item }) => item.action.content))
  expect(actions()).toBeLessThanOrEqual(5)
})

task('11: a proposal is made, and half of it accepted', async () => {
  const eight = [...new Map(items().map((one) => [one.video.id, one])).values()].slice(0, 8)
  const half = eight.filter((_, index) => index % 2 === 0)
  await draft(eight, ({ item }) => ({
    'action.content': half.some((one) => one.item.id === item.id) ? 'Comprar' : 'Quero',
  }))
  const { actions, click, press, type } = person()
  const file = path.join(folder, 'half.cuepoint-proposal')
  await chooseFile(desk.app, file)
  await click(button(sheet.more))
  await click(line(sheet.propose))
  await click(button('Save proposal with 8 changes…'))
  await dialog().getByText('Saved as “half.cuepoint-proposal”', { exact: false }).waitFor()
  await press('Escape')
  await asked(page, ['edits', 'discard'], { account_id, video_ids: null })
  await chooseExisting(desk.app, file)
  await click(button(sheet.more))
  await click(line(sheet.import))
  await click(button(proposals.import.choose))
  await click(button('Refuse all 8'))
  await click(dialog().getByLabel(proposals.review.search))
  await type('Comprar')
  await click(button('Accept all 4'))
  await click(button('Accept 4 changes'))
  await expect
    .poll(async () => idsOf(await edits()))
    .toEqual(half.map(({ item }) => item.id).sort())
  expect((await edits()).map(({ want }) => want)).toEqual(half.map(() => 'Comprar'))
  expect(actions()).toBeLessThanOrEqual(12)
})

task('12: dead links are found', async () => {
  const site = http.createServer((request, answer) => {
    answer.statusCode = request.url === '/gone' ? 404 : 200
    answer.end()
  })
  await new Promise<void>((listening) => site.listen(0, '127.0.0.1', listening))
  try {
    const { port } = site.address() as AddressInfo
    const linked = [...new Map(items().map((one) => [one.video.id, one])).values()].filter(
      ({ item }) => item.action.url,
    )
    const all = items().filter(({ item }) => item.action.url)
    const dead = new Set(linked.slice(0, 5).map(({ item }) => item.id))
    const url = ({ item }: Placed) =>
      `http://127.0.0.1:${port}/${dead.has(item.id) ? 'gone' : 'there'}`
    await draft(all, (place) => ({ 'action.url': url(place) }))
    const { actions, click } = person()
    await click(selectAll())
    await click(button(sheet.more))
    await click(line(sheet.checkLinks))
    await click(dialog().getByText(links.private))
    await click(button(links.check))
    await dialog().getByText(`127.0.0.1:${port}/gone`).waitFor()
    await dialog().getByText('Page not found (404)', { exact: false }).waitFor()
    await click(button('Select the 5 rows with a broken link'))
    await selected(5).waitFor()
    expect(await pane().getByRole('textbox', { name: 'Destination URL' }).inputValue()).toMatch(
      /\/gone$/,
    )
    expect(actions()).toBeLessThanOrEqual(6)
  } finally {
    site.closeAllConnections()
    site.close()
  }
})
