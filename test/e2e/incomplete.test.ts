import { afterAll, beforeAll, expect, test } from 'vitest'
import { playerText } from '../../src/renderer/features/player/text.ts'
import { failureWordsEn } from '../../src/renderer/ui/failure-words-en.ts'
import { uiText } from '../../src/renderer/ui/text.ts'
import type { Answer } from '../../src/shared/model/desk.ts'
import type { Player } from '../../src/shared/model/player.ts'
import { asked } from '../support/bridge.ts'
import { type Connected, openConnected } from '../support/connected-window.ts'
import { busiest } from '../support/questions.ts'

let connected: Connected

beforeAll(async () => {
  connected = await openConnected({ players: 8, days: 90 })
})
afterAll(() => connected.close())

test('while the service returns an incomplete answer the screen says so, and then shows the figures by itself', async () => {
  const { page, service, account_id } = connected
  service.setFaults([
    {
      match: { path: '/sessions/stats' },
      action: { kind: 'incomplete-first', form: 'figures', readyAfterMs: 4_000 },
    },
  ])
  const { value } = await asked<Answer<Player[]>>(page, ['analytics', 'players'], { account_id })
  const id = busiest(service)
  const name = value.find((player) => player.id === id)?.name ?? ''
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: uiText.en.palette.title }).fill(name)
  await page.getByRole('option', { name }).first().click()
  const figures = page.getByRole('region', { name: playerText.en.block.figures })
  await figures.getByText(failureWordsEn.incompleteTitle).waitFor()
  expect(await figures.innerText()).not.toMatch(/\b0\b/)
  await figures.getByText(failureWordsEn.incompleteTitle).waitFor({ state: 'detached' })
  await expect.poll(() => figures.innerText()).toMatch(/\d/)
})
