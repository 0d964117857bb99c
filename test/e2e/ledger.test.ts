import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeVerbs } from '../../src/main/database/verbs.ts'
import { testClock } from '../support/clock.ts'
import { newFolder } from '../support/folder.ts'
import { chooseExisting, type Launched, launch } from '../support/launch.ts'
import { pressKeys } from '../support/real-keys.ts'
import { aDay, aPlayer } from '../support/store-data.ts'
import { ACCOUNT, anAccount, ZONE } from '../support/store-folder.ts'
import { openWarehouse } from '../support/warehouse.ts'

const DATES = ['2026-03-30', '2026-03-31', '2026-04-01']

let desk: Launched
const folder = newFolder()
const target = newFolder()
beforeAll(async () => {
  const verbs = makeVerbs(path.join(folder, 'desk'), testClock)
  verbs.putAccount(anAccount())
  const player = aPlayer(1)
  const { id: player_id, pitch_time, duration: video_duration } = player
  verbs.keepAnswer(ACCOUNT, 'players', {}, [player], 1, false)
  const rows = DATES.map((date) => aDay(date))
  verbs.keepDays(ACCOUNT, ZONE, { player_id, pitch_time, video_duration }, rows, 5)
  verbs.close()
  desk = await launch({ folder, preferences: { language: 'en', isOffline: true } })
  await chooseExisting(desk.app, target)
})
afterAll(async () => {
  await desk.close()
  for (const each of [folder, target]) fs.rmSync(each, { recursive: true, force: true })
})

const write = () => desk.page.getByRole('button', { name: 'Export to folder…' })
const tray = () => desk.page.getByRole('region', { name: 'Exports' })

async function datesIn(name: string) {
  const warehouse = await openWarehouse(path.join(target, name))
  const rows = await warehouse.all(
    `SELECT month, date_key FROM ${warehouse.from('daily')} ORDER BY date_key`,
  )
  warehouse.close()
  return rows.map(({ month, date_key }) => [month, date_key])
}

test('all stored days are exported from Settings without a network, and DuckDB reads them', async () => {
  await pressKeys(desk.app, 'Alt+3')
  await desk.page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
  await write().click()
  await tray().getByText('3 rows exported').waitFor()
  const [name = ''] = fs.readdirSync(target)
  expect(await datesIn(name)).toEqual(DATES.map((date) => [date.slice(0, 7), date]))
})

test('a custom range exports its days only; a reversed range is refused and stays in the fields', async () => {
  const { page } = desk
  await page.getByLabel('Days', { exact: true }).selectOption({ label: 'Custom range' })
  await page.getByLabel('From', { exact: true }).fill('2026-03-31')
  await page.getByLabel('To', { exact: true }).fill('2026-03-30')
  await page.getByText('The last day must not be before the first').waitFor()
  expect(await write().isDisabled()).toBe(true)
  expect(await page.getByLabel('From', { exact: true }).inputValue()).toBe('2026-03-31')
  await page.getByLabel('To', { exact: true }).fill('2026-03-31')
  await write().click()
  await tray().getByText('1 row exported').waitFor()
  expect(await datesIn('cuepoint-ledger_2026-03-31_2026-03-31')).toEqual([
    ['2026-03', '2026-03-31'],
  ])
})

test('days without stored data are reported as such', async () => {
  const { page } = desk
  await page.getByLabel('From', { exact: true }).fill('2025-03-30')
  await page.getByLabel('To', { exact: true }).fill('2025-03-31')
  const before = fs.readdirSync(target)
  await write().click()
  await tray().getByText('No data downloaded').waitFor()
  expect(fs.readdirSync(target)).toEqual(before)
})
