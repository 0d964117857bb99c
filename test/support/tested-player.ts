import type { Page } from 'playwright'
import type { Player } from '../../src/shared/api/player.ts'
import type { Account } from '../../src/shared/features/accounts/account.ts'
import type { Answer } from '../../src/shared/features/analytics/answer.ts'
import type { Language } from '../../src/shared/locales/languages.ts'
import { asked } from './bridge.ts'
import { texts } from './texts.ts'

/** The most played player among those with several headlines and speeds, and smart autoplay. */
export async function testedPlayer(page: Page) {
  const [account] = await asked<Account[]>(page, ['accounts', 'list'])
  const account_id = account?.id ?? ''
  const { value } = await asked<Answer<Player[]>>(page, ['analytics', 'players'], { account_id })
  const found: { player: Player; plays: number }[] = []
  for (const player of value) {
    const input = {
      account_id,
      player_id: player.id,
      start_date: '2020-01-01 00:00:00',
      video_duration: player.duration,
    }
    const ask = (name: string) =>
      asked<Answer<{ plays: number }[]>>(page, ['analytics', name], input)
    const headlines = await ask('headlines')
    if (headlines.value.length < 2 || (await ask('turbo')).value.length < 2) continue
    if ((await ask('smartAutoplays')).value.length === 0) continue
    found.push({ player, plays: headlines.value.reduce((sum, { plays }) => sum + plays, 0) })
  }
  const [most] = found.toSorted((a, b) => b.plays - a.plays)
  if (!most) throw new Error('no player has all three tests')
  return { account_id, player: most.player }
}

/** Selects a player in the field of a screen about one player. */
export async function choosePlayer(page: Page, name: string, language: Language = 'en') {
  const field = page.getByRole('combobox', { name: texts[language].block.player, exact: true })
  await field.fill(name)
  await page.getByRole('option', { name, exact: true }).click()
}
