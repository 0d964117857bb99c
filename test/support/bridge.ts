import type { Page } from 'playwright'
// Brings the type of `window.desk`.
import type {} from '../../src/renderer/bridge.ts'
import type { Account, Activity } from '../../src/shared/model/desk.ts'

/** What main answers to a call of the page without an input. */
async function answerTo<T>(page: Page, noun: string, verb: string): Promise<T> {
  const reply = await page.evaluate(
    (names) => window.desk.call(names.noun, names.verb, undefined),
    { noun, verb },
  )
  if (!reply.ok) throw new Error(JSON.stringify(reply.failure))
  return reply.value as T
}

export const accountsOn = (page: Page) => answerTo<Account[]>(page, 'accounts', 'list')

export const requestsSent = async (page: Page) =>
  (await answerTo<Activity>(page, 'activity', 'list')).sent
