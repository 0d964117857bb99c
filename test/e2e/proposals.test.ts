import fs from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isHandBuilt, type Variant } from '../../src/shared/api/settings/index.ts'
import { type Picture, pictureReference } from '../../src/shared/features/pictures/picture.ts'
import type { Edit, EditsList } from '../../src/shared/features/publishing/edit.ts'
import type { SheetPage } from '../../src/shared/features/sheet/sheet-calls.ts'
import { appTexts } from '../../src/shared/locales/languages.ts'
import { violations } from '../support/axe.ts'
import { asked } from '../support/bridge.ts'
import { type Connected, openConnected } from '../support/connected-window.ts'
import { newFolder } from '../support/folder.ts'
import { chooseExisting, chooseFile } from '../support/launch.ts'
import { pngOf } from '../support/picture-bytes.ts'
import { readVideos } from '../support/steps.ts'
import { texts } from '../support/texts.ts'

const words = texts.en.proposals
let desk: Connected
let page: Page
let folder: string

beforeAll(async () => {
  const limits = { queriesPerMinute: 6000 }
  desk = await openConnected({ players: 6, days: 5, plan: 'enterprise', limits })
  page = desk.page
  folder = newFolder()
  await readVideos(page)
})
afterAll(async () => {
  await desk.close()
  fs.rmSync(folder, { recursive: true, force: true })
})

const dialog = () => page.getByRole('dialog')
const button = (name: string | RegExp) => dialog().getByRole('button', { name })
const edits = async (): Promise<Edit[]> =>
  (await asked<EditsList>(page, ['edits', 'list'], { account_id: desk.account_id })).edits

async function firstItem() {
  const input = { account_id: desk.account_id, group: 'call_actions', after: null }
  const { videos } = await asked<SheetPage>(page, ['sheet', 'page'], input)
  for (const { id, settings } of videos) {
    const [item] = (settings?.['items'] ?? []) as { id: string }[]
    if (item) return { video_id: id, item_id: item.id }
  }
  throw new Error('no video has an item')
}

async function openProposalDialog() {
  await page.keyboard.press('Alt+7')
  await page.getByRole('button', { name: words.propose.button }).click()
}

test('an imported table is reviewed line by line, and its changes are one step of undo', async () => {
  const { video_id, item_id } = await firstItem()
  const [own, other] = [appTexts('pt-BR'), appTexts('en')].map(
    ({ videoSettings }) => videoSettings.call_actions,
  )
  const lines = [
    [own?.['action.content'], 'item_id', other?.['window.start'], 'video_id'],
    ['Da planilha', item_id, '', video_id],
    ['', `${item_id}x`, '0:10', video_id],
    ['Novo', '', '0:12', video_id],
  ]
  const file = path.join(folder, 'settings.csv')
  fs.writeFileSync(file, lines.map((cells) => cells.join(';')).join('\r\n'))
  await openProposalDialog()
  await button(words.propose.open).click()
  await chooseExisting(desk.app, file)
  await button(words.import.choose).click()
  const list = dialog().getByRole('list', { name: words.list })
  await expect.poll(() => list.getByRole('listitem').count()).toBe(3)
  expect(await list.getByRole('checkbox', { checked: true }).count()).toBe(2)
  expect(await violations(page)).toEqual([])
  const search = dialog().getByRole('searchbox', { name: words.search })
  await search.fill('planilha')
  await expect.poll(() => list.getByRole('listitem').count()).toBe(1)
  await search.press('Escape')
  await expect.poll(() => list.getByRole('listitem').count()).toBe(3)
  // The selection of lines would be lost.
  await search.press('Escape')
  await button(/^Make 2 changes$/).click()
  await dialog().getByRole('status').getByText('2 changes made').waitFor()
  expect((await edits()).map(({ kind, want }) => [kind, kind === 'set' ? want : null])).toEqual([
    ['set', 'Da planilha'],
    ['create', null],
  ])
  await page.keyboard.press('Escape')
  await dialog().waitFor({ state: 'hidden' })
})

test('a dropped file that cannot be read is tried again, and no other is asked for', async () => {
  await openProposalDialog()
  await button(words.propose.open).click()
  const dataTransfer = await page.evaluateHandle(() => {
    const transfer = new DataTransfer()
    transfer.items.add(new File(['{'], 'torn.cuepoint-proposal'))
    return transfer
  })
  await dialog().getByText(words.import.drop).dispatchEvent('drop', { dataTransfer })
  const failure = dialog().getByRole('alert')
  await failure.getByText('torn.cuepoint-proposal').waitFor()
  const other = path.join(folder, 'other.csv')
  fs.writeFileSync(other, 'video_id,enabled\r\nx,true\r\n')
  await chooseExisting(desk.app, other)
  await failure.getByRole('button', { name: texts.en.ui.notice.retry }).click()
  await failure.getByText('torn.cuepoint-proposal').waitFor()
  expect(await dialog().getByText('other.csv').count()).toBe(0)
  await page.keyboard.press('Escape')
  await dialog().waitFor({ state: 'hidden' })
})

test('a table whose columns several tabs have is read once its tab is chosen', async () => {
  const { video_id } = await firstItem()
  const before = await edits()
  const file = path.join(folder, 'enabled.csv')
  fs.writeFileSync(file, `video_id,enabled\r\n${video_id},true\r\n`)
  await openProposalDialog()
  await button(words.propose.open).click()
  await chooseExisting(desk.app, file)
  await button(words.import.choose).click()
  await dialog().getByText(words.import.severalKinds.replace('{{name}}', 'enabled.csv')).waitFor()
  expect(await violations(page)).toEqual([])
  await button(appTexts('en').videoSettings.immersive_mode['']).click()
  const list = dialog().getByRole('list', { name: words.list })
  await expect.poll(() => list.getByRole('listitem').count()).toBe(1)
  expect(await edits()).toEqual(before)
  await button(words.cancel).click()
  await dialog().waitFor({ state: 'hidden' })
})

test('changes are sent as a proposal, and the reply is decided item by item', async () => {
  const file = path.join(folder, 'ours.cuepoint-proposal')
  await openProposalDialog()
  await page.keyboard.press('Escape')
  await dialog().waitFor({ state: 'hidden' })
  await openProposalDialog()
  await dialog().getByLabel(words.propose.by).fill('Ana')
  await dialog()
    .getByRole('textbox', { name: /^Note on/ })
    .first()
    .fill('shorter\nas asked')
  // The notes would be lost.
  await page.keyboard.press('Escape')
  await chooseFile(desk.app, file)
  expect(await violations(page)).toEqual([])
  await button(/^Save proposal with 2 changes/).click()
  await dialog().getByText('Saved as “ours.cuepoint-proposal”', { exact: false }).waitFor()
  await page.keyboard.press('Escape')
  await dialog().waitFor({ state: 'hidden' })
  await asked(page, ['edits', 'discard'], { account_id: desk.account_id, video_ids: null })

  await openProposalDialog()
  await button(words.propose.open).click()
  await chooseExisting(desk.app, file)
  await button(words.import.choose).click()
  const list = dialog().getByRole('list', { name: words.review.list })
  await list.getByText('shorter\nas asked').waitFor()
  const [first, second] = [0, 1].map((at) => list.getByRole('listitem').nth(at))
  // Every value of the new item.
  await second?.getByText('0:12', { exact: true }).waitFor()
  await first?.getByText(words.review.edited, { exact: true }).click()
  const edited = first?.getByRole('textbox').first()
  await edited?.fill('Edited')
  await edited?.press('Enter')
  await edited?.press('!')
  await second?.getByText(words.review.refused, { exact: true }).click()
  expect(await violations(page)).toEqual([])
  await button(/^Accept 1 change$/).click()
  await expect.poll(async () => (await edits()).map(({ want }) => want)).toEqual(['Edited!'])
  const back = path.join(folder, 'back.cuepoint-proposal')
  await chooseFile(desk.app, back)
  await button(words.review.back).click()
  await dialog().getByText('Saved as “back.cuepoint-proposal”', { exact: false }).waitFor()
  const { changes } = JSON.parse(fs.readFileSync(back, 'utf8')) as {
    changes: { answer: { verdict: string } | null }[]
  }
  expect(changes.map(({ answer }) => answer?.verdict)).toEqual(['edited', 'refused'])
})

test('a proposal tells its author that it does not contain a picture that is not uploaded', async () => {
  const { account_id } = desk
  await button(words.close).last().click()
  await asked(page, ['edits', 'discard'], { account_id, video_ids: null })
  const file = path.join(folder, 'cover.png')
  fs.writeFileSync(file, pngOf(30, 20))
  await chooseExisting(desk.app, file)
  const { hash } = await asked<Picture>(page, ['pictures', 'choose'], { account_id })
  const input = { account_id, group: 'smart_autoplay', after: null }
  const { videos } = await asked<SheetPage>(page, ['sheet', 'page'], input)
  const plain = videos.find(
    ({ settings }) => !((settings?.['variants'] ?? []) as Variant[]).some(isHandBuilt),
  )
  const image = { template_name: 'image', template_position: 'top-left', scale: 0.5 }
  const at = { group: 'smart_autoplay', item_id: null, register: 'variants' }
  const change = { kind: 'set', ...at, value: [{ ...image, file_id: pictureReference(hash) }] }
  const edits = [{ video_id: plain?.id, changes: [change] }]
  await asked(page, ['edits', 'save'], { account_id, edits })
  await openProposalDialog()
  await dialog()
    .getByText('1 change has an image that is not uploaded yet', { exact: false })
    .waitFor()
  await dialog().getByRole('checkbox', { name: words.propose.chooseAll }).uncheck()
  await dialog().getByText('has an image', { exact: false }).waitFor({ state: 'hidden' })
})
