import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, todayIn } from '../../src/shared/time/period.ts'
import { testClock } from '../support/clock.ts'
import { type Connected, openConnected } from '../support/connected-window.ts'
import { playerWith } from '../support/pick.ts'
import { quiet } from '../support/quiet.ts'
import { texts } from '../support/texts.ts'

/** Of the service’s clock. */
const AHEAD_MINUTES = 10
let connected: Connected

beforeAll(async () => {
  const now = () => testClock.now() + AHEAD_MINUTES * 60_000
  connected = await openConnected({
    ...{ players: 8, days: 90, now, plan: 'enterprise' },
    limits: { queriesPerMinute: 6000 },
  })
})
afterAll(() => connected.close())

const figures = () => connected.page.getByRole('region', { name: texts.en.player.block.figures })

async function openPlayer({ name }: { name: string }) {
  const { page } = connected
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: texts.en.ui.palette.title }).fill(name)
  await page.getByRole('option', { name }).first().click()
  await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
}

test('a computer clock ten minutes off the service’s is reported, in each language', async () => {
  const { page } = connected
  await page.getByText('10 min behind the service’s').waitFor()
  await page.getByLabel('Language').selectOption('pt-BR')
  await page.getByText('10 min atrasado').waitFor()
  await page.getByLabel('Idioma').selectOption('en')
  await page.getByText('10 min behind').waitFor()
})

test("today's figures are shown as loading rather than missing while they are read", async () => {
  const { page, service } = connected
  const release = service.hold('/sessions/stats_by_day')
  const most = playerWith(service, () => true)
  await openPlayer(playerWith(service, ({ id }) => id !== most.id))
  const { todayApart, todayLoading } = texts.en.period
  const apart = figures().getByText(todayApart.split('{{')[0] ?? '')
  await apart.waitFor()
  expect(await apart.textContent()).toContain(todayLoading)
  release()
  await expect.poll(() => apart.textContent()).toMatch(/Plays [\d,]+/)
  await page.keyboard.press('Alt+1')
})

test('a refused comparison says why in each block that compares, and can be requested again', async () => {
  const { page, service } = connected
  const { player, figure, ui } = texts.en
  const most = playerWith(service, () => true)
  const second = playerWith(service, ({ id }) => id !== most.id)
  await openPlayer(second)
  await quiet(page)
  // The period itself, which is requested at the same time, is answered.
  const compared = `"start_date":"${addDays(todayIn('UTC', testClock.now()), -14)}`
  const match = { path: '/sessions/stats', times: 1 }
  service.onRequest(({ rest }) => {
    if (!rest.includes('/sessions/stats\n') || !rest.includes(compared)) return
    service.setFaults([{ match, action: { kind: 'unauthorized', form: '241' } }])
  })
  await openPlayer(playerWith(service, ({ id }) => id !== most.id && id !== second.id))
  const [failed = ''] = figure.compareFailed.split('{{')
  const { block } = player
  const why = [block.figures, block.funnel, block.money].map((name) =>
    page.getByRole('region', { name, exact: true }).getByRole('alert').filter({ hasText: failed }),
  )
  for (const one of why) await one.waitFor()
  expect(await page.getByRole('main').getByText(figure.noComparison).count()).toBe(0)
  service.onRequest(() => {})
  service.setFaults([])
  await figures().getByRole('button', { name: ui.notice.retry }).click()
  for (const one of why) await one.waitFor({ state: 'hidden' })
  const [changes = ''] = player.changeFrom.split('{{')
  await page.getByRole('region', { name: block.funnel }).getByText(changes).waitFor()
  await page.keyboard.press('Alt+1')
})

test('while the service’s response is incomplete the screen says so, and then shows the figures', async () => {
  const { service } = connected
  service.setFaults([
    {
      match: { path: '/sessions/stats' },
      // Until this test has looked.
      action: { kind: 'incomplete-first', form: 'figures', readyAfterMs: Number.POSITIVE_INFINITY },
    },
  ])
  await openPlayer(playerWith(service, () => true))
  await figures().getByText(texts.en.failure.incompleteTitle).waitFor()
  expect(await figures().innerText()).not.toMatch(/\b0\b/)
  service.setFaults([])
  await figures().getByText(texts.en.failure.incompleteTitle).waitFor({ state: 'detached' })
  await expect.poll(() => figures().innerText()).toMatch(/\d/)
})
