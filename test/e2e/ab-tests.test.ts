import fs from 'node:fs'
import path from 'node:path'
import Papa from 'papaparse'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { StoredAbTest } from '../../src/shared/features/ab-tests/ab-test.ts'
import type { TableName } from '../../src/shared/features/exports/request.ts'
import type { ListedReport } from '../../src/shared/features/reports/report.ts'
import { tableName } from '../../src/shared/tables/titles.ts'
import { violations } from '../support/axe.ts'
import { asked } from '../support/bridge.ts'
import { savedPicture } from '../support/chart-picture.ts'
import { emptyKeychain } from '../support/connect.ts'
import { connectAccount } from '../support/connected-window.ts'
import { newFolder } from '../support/folder.ts'
import { chooseFile, type Launched, launch } from '../support/launch.ts'
import { finishedTest } from '../support/pick.ts'
import { type Sandbox, startService } from '../support/service.ts'
import { openAccount } from '../support/steps.ts'
import { texts } from '../support/texts.ts'

const text = texts.en.abTests
const folder = newFolder()
let service: Sandbox
let desk: Launched
let name = ''

const start = () =>
  launch({
    folder,
    size: { width: 1440, height: 900 },
    preferences: { language: 'en', theme: 'light', fileKind: 'machine' },
  })

beforeAll(async () => {
  await emptyKeychain()
  service = await startService({
    players: 24,
    plan: 'enterprise',
    limits: { queriesPerMinute: 6000 },
  })
  name = finishedTest(service).name
  desk = await start()
  await connectAccount(desk.page, service, { timezone: 'America/Sao_Paulo', withVideos: false })
  await openAccount(desk.page, 'Acme')
})
afterAll(async () => {
  await desk.close()
  await emptyKeychain()
  fs.rmSync(folder, { recursive: true, force: true })
})

const region = (table: TableName) =>
  desk.page.getByRole('region', { name: tableName(table, 'en'), exact: true })

const cellsOf = (table: TableName) =>
  region(table).getByRole('gridcell').or(region(table).getByRole('rowheader')).allTextContents()

async function open() {
  const { page } = desk
  await page.keyboard.press('Alt+8')
  await page
    .getByRole('grid', { name: text.title })
    .getByText(name, { exact: true })
    .first()
    .click()
  await page.getByRole('heading', { level: 1, name }).waitFor()
}

async function elsewhereAndBack() {
  await desk.page.keyboard.press('Alt+1')
  await desk.page.getByRole('grid', { name: texts.en.overview.tableLabel }).waitFor()
  await desk.page.keyboard.press('Alt+8')
  await desk.page.getByRole('heading', { level: 1, name }).waitFor()
}

test('a test shows no figures until its deciding metric is chosen', async () => {
  await open()
  await desk.page.getByRole('heading', { name: text.chooseFirst }).waitFor()
  expect(await region('ab_sides').count()).toBe(0)
  expect(await violations(desk.page)).toEqual([])
  await desk.page.getByRole('button', { name: 'Play rate' }).click()
  await expect.poll(() => cellsOf('ab_sides')).toContain('Play rate')
})

test('the split check matches the planned shares, and the verdict follows the changed guardrails', async () => {
  const { page } = desk
  await region('ab_split').getByText(text.splitText.fits).waitFor()
  const days = page.getByRole('textbox', { name: text.guardrails.days })
  await days.fill('400')
  await days.press('Tab')
  await page.getByText('From 1 to 365.').waitFor()
  expect(await days.inputValue()).toBe('400')
  await days.fill('365')
  await days.press('Enter')
  await page.getByText(/Ended too early to tell: \d+ of 365 days/).waitFor()
  await page.getByRole('button', { name: text.guardrails.reset }).click()
  await page.getByText(/of 365 days/).waitFor({ state: 'hidden' })
  const loss = page.getByRole('textbox', { name: text.guardrails.loss })
  await loss.fill('0.50')
  await elsewhereAndBack()
  await expect.poll(() => loss.inputValue()).toBe('0.5')
  await page.getByRole('button', { name: text.guardrails.reset }).click()
  await expect.poll(() => loss.inputValue()).toBe('1')
})

test('guardrails that are typed while others are saved are saved too, and typed text stays', async () => {
  const { page } = desk
  const field = (name: string) => page.getByRole('textbox', { name, exact: true })
  const [days, conversions] = [field(text.guardrails.days), field(text.guardrails.conversions)]
  // All within one task: none is saved before the last is typed.
  await days.evaluate(
    async (first, second) => {
      const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {}
      const type = async (input: Element | null, typed: string) => {
        set?.call(input, typed)
        input?.dispatchEvent(new Event('input', { bubbles: true }))
        await Promise.resolve()
      }
      const enter = async (input: Element | null) => {
        input?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
        await Promise.resolve()
      }
      await type(first, '300')
      await enter(first)
      await type(second, '60')
      await enter(second)
      await type(first, '320')
    },
    await conversions.elementHandle(),
  )
  const [account] = await asked<{ id: string }[]>(page, ['accounts', 'list'])
  const saved = async () => {
    const input = { account_id: account?.id }
    const tests = await asked<Record<string, StoredAbTest>>(page, ['abTests', 'list'], input)
    return Object.values(tests).flatMap(({ choice }) => choice?.guardrails ?? [])
  }
  await expect.poll(saved).toMatchObject([{ days: 300, conversions: 60 }])
  await page.getByText(/of 300 days/).waitFor()
  expect(await days.inputValue()).toBe('320')
  await days.press('Enter')
  await expect.poll(saved).toMatchObject([{ days: 320, conversions: 60 }])
  await page.getByRole('button', { name: text.guardrails.reset }).click()
})

test('the curves of both arms are saved as one picture', async () => {
  const svg = await savedPicture(desk, region('ab_retention'), path.join(folder, 'curves.svg'))
  for (const word of [name, text.armA, text.armB, 'America/Sao_Paulo', 'Data as of']) {
    expect(svg.toString('utf8')).toContain(word)
  }
})

test('a decision is kept while it is written, and logged with the verdict that the app showed', async () => {
  const { page } = desk
  await page.getByLabel(text.log.why).fill('B stays')
  await page.getByRole('button', { name: text.log.add }).click()
  await page.getByText(text.log.needs).waitFor()
  await elsewhereAndBack()
  expect(await page.getByLabel(text.log.why).inputValue()).toBe('B stays')
  await page.getByLabel(text.log.who).fill('Ana')
  await page.getByRole('button', { name: text.log.add }).click()
  await page.getByText(text.log.added).waitFor()
  await expect.poll(() => cellsOf('ab_decisions')).toContain('B stays')
})

test('after a restart without the service the test shows the same figures, and its CSV has them', async () => {
  await expect.poll(() => cellsOf('ab_revenue').then(({ length }) => length)).toBeGreaterThan(0)
  const before = await cellsOf('ab_sides')
  await desk.close()
  await service.close()
  desk = await start()
  await desk.page.getByRole('heading', { level: 1, name }).waitFor()
  await expect.poll(() => cellsOf('ab_sides')).toEqual(before)
  await expect.poll(() => cellsOf('ab_decisions')).toContain('B stays')
  const file = path.join(folder, 'sides.csv')
  await chooseFile(desk.app, file)
  await region('ab_sides').getByRole('button', { name: texts.en.ui.exports.button }).click()
  await expect.poll(() => fs.existsSync(file)).toBe(true)
  const { data } = Papa.parse<Record<string, string>>(fs.readFileSync(file, 'utf8'), {
    header: true,
  })
  const rows = data.filter(({ metric }) => metric)
  expect(rows.map(({ metric }) => metric)).toEqual([
    'play_rate',
    'conversion_rate',
    'pitch_retention_rate',
  ])
  expect(before).toContain(Number(rows[0]?.['part_a']).toLocaleString('en-US'))
  expect(before).toContain(`${Number(rows[0]?.['rate_b']).toFixed(2)}%`)
})

test('a report of the test shows its figures and decisions, and has no control to change them', async () => {
  const { page } = desk
  const shown = await cellsOf('ab_sides')
  const decided = await cellsOf('ab_decisions')
  await page.getByRole('button', { name: texts.en.report.freeze }).click()
  await page.getByRole('button', { name: texts.en.report.kept }).waitFor()
  const [report] = await asked<ListedReport[]>(page, ['reports', 'list'])
  await asked(page, ['reports', 'open'], { id: report?.id })
  await page.getByRole('button', { name: texts.en.report.close }).waitFor()
  await expect.poll(() => cellsOf('ab_sides')).toEqual(shown)
  await expect.poll(() => cellsOf('ab_decisions')).toEqual(decided)
  for (const button of [text.log.add, text.refresh, text.guardrails.reset]) {
    expect(await page.getByRole('button', { name: button }).count()).toBe(0)
  }
  expect(await page.getByRole('radio', { name: 'Play rate' }).count()).toBe(0)
  const days = page.getByRole('textbox', { name: text.guardrails.days })
  expect(await days.isEditable()).toBe(false)
  expect(await violations(page)).toEqual([])
})
