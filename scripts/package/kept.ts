// Leaves user data in the app, and checks whether it is still there after an upgrade.
import type { Page } from 'playwright'
import type { Account } from '../../src/shared/features/accounts/account.ts'
import { asked } from '../../test/support/bridge.ts'
import { openFirstVideo } from '../../test/support/steps.ts'
import { expect, until } from './requirements.ts'

export async function makeDraft(page: Page) {
  await openFirstVideo(page)
  const start = page.getByRole('textbox', { name: 'Appears at', exact: true }).first()
  await start.fill('5:00')
  await start.press('Enter')
  await until('the draft', async () => (await draftsOn(page)).length === 1)
}

const draftsOn = async (page: Page) => {
  const [demo] = (await asked<Account[]>(page, ['accounts', 'list'])).filter(({ isDemo }) => isDemo)
  return (await asked<{ edits: unknown[] }>(page, ['edits', 'list'], { account_id: demo?.id }))
    .edits
}

const schedulesOn = (page: Page) =>
  asked<{ schedules: unknown[] }>(page, ['schedules', 'list']).then(({ schedules }) => schedules)

/** Both accounts, the key of ours, the draft and the schedule. */
export async function expectKept(page: Page) {
  const accounts = await asked<Account[]>(page, ['accounts', 'list'])
  expect(accounts.length === 2, `there are ${accounts.length} accounts`)
  const own = accounts.find(({ isDemo }) => !isDemo)
  await until('the key', async () => {
    const again = await asked<Account[]>(page, ['accounts', 'list'])
    return again.find(({ id }) => id === own?.id)?.keys.analytics === 'ready'
  })
  expect((await draftsOn(page)).length === 1, 'the draft is gone')
  expect((await schedulesOn(page)).length === 1, 'the schedule is gone')
}
