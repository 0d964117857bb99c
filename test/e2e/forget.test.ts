import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Player } from '../../src/shared/api/player.ts'
import type { Answer } from '../../src/shared/features/analytics/answer.ts'
import { requestsAbout } from '../../src/shared/features/analytics/requests.ts'
import type { ListedReport } from '../../src/shared/features/reports/report.ts'
import { addDays, todayIn } from '../../src/shared/time/period.ts'
import { violations } from '../support/axe.ts'
import { asked, holdCalls } from '../support/bridge.ts'
import { testClock } from '../support/clock.ts'
import { type Connected, openConnected } from '../support/connected-window.ts'
import { texts } from '../support/texts.ts'

const end = addDays(todayIn('UTC', testClock.now()), -1)
const period = { start: addDays(end, -6), end }
let window: Connected

beforeAll(async () => {
  window = await openConnected({ players: 3, days: 20, plan: 'enterprise' })
  const { page, account_id } = window
  const { value } = await asked<Answer<Player[]>>(page, ['analytics', 'players'], { account_id })
  const [player] = value
  if (!player) throw new Error('no player')
  const { name, input } = requestsAbout(player, period, 'UTC').stats
  const of = { ...input, account_id }
  await asked(page, ['analytics', name], of)
  await asked(page, ['reports', 'freeze'], {
    ...{ screen: 'player', title: 'A decision', account_id, group: null, filters: {}, period },
    ...{ comparison: null, player_id: player.id, player_ids: [player.id] },
    calls: [{ noun: 'analytics', verb: name, input: of }],
  })
  const fields = { player_id: null, period, text: 'Launch', tags: [] }
  await asked(page, ['annotations', 'add'], { account_id, fields })
})

afterAll(() => window.close())

test('the app says before and after an account is removed what is erased and that its report stays, and the report does', async () => {
  const { app, page } = window
  const { accounts, forget } = texts.en.settings
  const stays = forget.reports_one.replace('{{count, number}}', '1')
  await page.keyboard.press('Alt+3')
  await page.getByRole('button', { name: accounts.forget }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(forget.reportsStay_one.replace('{{count, number}}', '1')).waitFor()
  await dialog.getByText(forget.madeLost.replace('{{made}}', '1 annotation')).waitFor()
  expect(await violations(page)).toEqual([])
  const goOn = await holdCalls(app, 'forget')
  await dialog.getByRole('button', { name: forget.confirm.replace('{{name}}', 'Acme') }).click()
  await page.keyboard.press('Escape')
  expect(await dialog.getByRole('button', { name: texts.en.ui.close }).isDisabled()).toBe(true)
  await goOn()
  const erased = page.getByRole('status').filter({ hasText: /Acme was removed/ })
  await erased.getByText(stays).waitFor()
  await dialog.waitFor({ state: 'detached' })
  await erased.getByText(/1 annotation, 0 markers, 0 A\/B decisions/).waitFor()
  const kept = await asked<ListedReport[]>(page, ['reports', 'list'])
  expect(kept.map(({ about }) => about.title)).toEqual(['A decision'])
})
