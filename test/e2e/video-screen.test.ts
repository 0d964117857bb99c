import fs from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { packReport } from '../../src/main/features/reports/container.ts'
import { makeFormat } from '../../src/renderer/ui/format.ts'
import type { Player } from '../../src/shared/api/player.ts'
import { knownDays } from '../../src/shared/api/player.ts'
import { requestsAbout } from '../../src/shared/features/analytics/requests.ts'
import type { EditsList } from '../../src/shared/features/publishing/edit.ts'
import { addDays, dayCount, todayIn } from '../../src/shared/time/period.ts'
import { asked } from '../support/bridge.ts'
import { testClock } from '../support/clock.ts'
import { type Connected, openAVideo, openConnected } from '../support/connected-window.ts'
import { newFolder } from '../support/folder.ts'
import { sampleReport } from '../support/sample-report.ts'
import { workOffline } from '../support/steps.ts'
import { texts } from '../support/texts.ts'

const { videos, outbox } = texts.en
let close: Connected['close']
let app: Connected['app']
let page: Page
let service: Connected['service']
let account_id: string
let video_id: string

beforeAll(async () => {
  const limits = { queriesPerMinute: 6000 }
  const opened = await openConnected({ players: 4, days: 5, plan: 'enterprise', limits })
  ;({ app, page, service, close, account_id } = opened)
  video_id = await openAVideo(page)
})
afterAll(() => close())

const tab = (name: string) => page.getByRole('tab', { name })

const aPixel = (name: string, dispatch: object) => ({
  kind: 'create',
  group: 'pixels',
  item: {
    base: { name, type: 'google' },
    tag: { html: '<script>g()</script>' },
    dispatch: { active: true, ...dispatch },
  },
})

test('a finding about an item leads to that item', async () => {
  const changes = [
    aPixel('In time', { mode: 'time', threshold: 5 }),
    aPixel('Too late', { mode: 'time', threshold: 99_999 }),
  ]
  await asked(page, ['edits', 'save'], { account_id, edits: [{ video_id, changes }] })
  await page.keyboard.press('Alt+6')
  await tab('Calls to action').click()
  await page.keyboard.press('Alt+7')
  const panel = page.getByRole('region', { name: outbox.checkTitle, exact: true })
  await panel.getByRole('button', { name: outbox.check, exact: true }).click()
  await panel
    .getByRole('button', { name: /^Open .*Too late/ })
    .first()
    .click()
  const name = page.getByRole('textbox', { name: 'Internal label', exact: true })
  await expect.poll(() => name.inputValue()).toBe('Too late')
  await asked(page, ['edits', 'discard'], { account_id, video_ids: null })
})

test('a time that is typed for a percentage is saved once the pixel fires by time', async () => {
  const changes = [aPixel('Early', { mode: 'percent', threshold: 50 })]
  await asked(page, ['edits', 'save'], { account_id, edits: [{ video_id, changes }] })
  await page.keyboard.press('Alt+6')
  await tab('Pixels').click()
  await page.getByRole('navigation', { name: 'Pixels' }).getByText('Early').click()
  const field = page.getByRole('textbox', { name: 'Fires at', exact: true })
  await field.fill('5:30')
  await field.press('Tab')
  await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
  await page.getByRole('combobox', { name: 'Fires by' }).selectOption('time')
  const wanted = async () =>
    (await asked<EditsList>(page, ['edits', 'list'], { account_id })).edits.map(({ want }) => want)
  await expect
    .poll(wanted)
    .toMatchObject([{ base: { name: 'Early' }, dispatch: { mode: 'time', threshold: 330 } }])
  expect(await field.getAttribute('aria-invalid')).not.toBe('true')
  await asked(page, ['edits', 'discard'], { account_id, video_ids: null })
})

test('the autoplay’s mode and active number are shown above its overlays', async () => {
  await tab('Smart autoplay').click()
  await page.getByText(/^Video settings now: mode .+, active autoplay \d+\.$/).waitFor()
})

test('undo and redo of the Edit menu apply to typing in a field, and else to changes', async () => {
  const choose = (id: 'undo' | 'redo') =>
    app.evaluate(({ Menu }, id) => Menu.getApplicationMenu()?.getMenuItemById(id)?.click(), id)
  await tab('Traffic filter').click()
  const token = page.getByLabel('Bypass token', { exact: true })
  await token.click()
  await page.keyboard.type('typed')
  await choose('undo')
  await expect.poll(() => token.inputValue()).not.toContain('typed')
  await token.fill('saved')
  await token.press('Enter')
  await tab('Traffic filter').focus()
  await expect.poll(() => page.title()).toMatch(/^\(1\) /)
  await choose('undo')
  await expect.poll(() => token.inputValue()).not.toBe('saved')
  await choose('redo')
  await expect.poll(() => token.inputValue()).toBe('saved')
  await choose('undo')
  await expect.poll(() => page.title()).toMatch(/^[^(]/)
})

test('text that is being typed when the system hands over a report is saved before the report is shown', async () => {
  const file = path.join(newFolder(), 'handed.cuepoint')
  fs.writeFileSync(file, await packReport({ document: sampleReport(), tables: [], preview: null }))
  const token = page.getByLabel('Bypass token', { exact: true })
  await token.fill('half typed')
  await app.evaluate(({ app: running }, given) => {
    running.emit('second-instance', {}, ['cuepoint', given], '/')
  }, file)
  await page.getByRole('button', { name: texts.en.report.close }).click()
  await token.waitFor()
  const { edits } = await asked<EditsList>(page, ['edits', 'list'], { account_id })
  expect(edits).toMatchObject([{ register: 'token', want: 'half typed' }])
  await asked(page, ['edits', 'discard'], { account_id, video_ids: null })
})

test('offline the timeline has the newest stored days and names them, and the header counts the changes', async () => {
  const { value: players } = await asked<{ value: Player[] }>(page, ['analytics', 'players'], {
    account_id,
  })
  const player = players.find(({ id }) => id !== video_id)
  if (!player) throw new Error('no other player')
  const zone = 'UTC'
  const today = todayIn(zone, testClock.now())
  const period = { start: addDays(today, -4), end: addDays(today, -2) }
  const { input } = requestsAbout(player, period, zone).userEngagement
  const { asOf } = await asked<{ asOf: number }>(page, ['analytics', 'userEngagement'], {
    ...{ ...input, account_id },
  })
  const change = { kind: 'set', group: 'playback', item_id: null, register: 'smart_pause' }
  const changes = [
    { ...change, value: service.video.read(player.id).playback?.smart_pause !== true },
  ]
  await asked(page, ['edits', 'save'], { account_id, edits: [{ video_id: player.id, changes }] })
  await workOffline(page, true)
  await page.keyboard.press('Alt+5')
  await page.getByRole('grid', { name: videos.title }).getByText(player.name).first().click()
  const days = knownDays(period, player, { zone, asOf })
  const said = `${makeFormat('en', zone).dateRange(days)} (${dayCount(days)} day`
  await page.getByText(said).waitFor()
  await page.getByRole('banner').getByRole('button', { name: texts.en.ui.header.offline }).click()
  await page.getByText('1 change waits to be published.').waitFor()
})

test('a move on the timeline of what is being sent goes back, and says why', async () => {
  await page.keyboard.press('Escape')
  await workOffline(page, false)
  await asked(page, ['edits', 'discard'], { account_id, video_ids: null })
  const item = page.getByRole('slider', { name: /^Pixel / }).first()
  const move = async () => {
    await item.focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
  }
  const statuses = async () => {
    const { edits } = await asked<EditsList>(page, ['edits', 'list'], { account_id })
    return edits.map(({ status }) => status)
  }
  await move()
  await expect.poll(statuses).toEqual(['draft'])
  service.setFaults([{ match: { method: 'PATCH' }, action: { kind: 'never' } }])
  await asked(page, ['edits', 'post'], { account_id, video_ids: null })
  await expect.poll(statuses).toEqual(['sending'])
  const before = await item.getAttribute('aria-valuetext')
  await move()
  await page.getByText(texts.en.failure.beingSentTitle).waitFor()
  await expect.poll(() => item.getAttribute('aria-valuetext')).toBe(before)
})
