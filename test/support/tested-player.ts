import type { Page } from 'playwright'
import { makeService } from '../../src/service/service.ts'
import { DEMO_COMPANY } from '../../src/shared/features/accounts/account.ts'
import type { Language } from '../../src/shared/locales/languages.ts'
import { testClock } from './clock.ts'
import { playerWith } from './pick.ts'
import { texts } from './texts.ts'

/** The largest player of the demo among those that test headlines, speeds and smart autoplays. */
export const testedPlayer = () =>
  playerWith(makeService({ ...DEMO_COMPANY, now: testClock.now }), ({ variants }) =>
    Object.values(variants).every(({ length }) => length > 1),
  )

/** Selects a player in the field of a screen about one player. */
export async function choosePlayer(page: Page, name: string, language: Language = 'en') {
  const field = page.getByRole('combobox', { name: texts[language].block.player, exact: true })
  await field.fill(name)
  await page.getByRole('option', { name, exact: true }).click()
}
