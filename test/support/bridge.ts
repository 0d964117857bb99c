import type { Page } from 'playwright'
// Brings the type of `window.desk`.
import type {} from '../../src/renderer/bridge.ts'
import type { Account, Activity } from '../../src/shared/model/desk.ts'

/** What main answers to a call of the page. */
export async function asked<T>(page: Page, call: [string, string], input?: object): Promise<T> {
  const reply = await page.evaluate(([noun, verb, given]) => window.desk.call(noun, verb, given), [
    ...call,
    input,
  ] as const)
  if (!reply.ok) throw new Error(JSON.stringify(reply.failure))
  return (reply.isText ? JSON.parse(String(reply.value)) : reply.value) as T
}

export const accountsOn = (page: Page) => asked<Account[]>(page, ['accounts', 'list'])

export const requestsSent = async (page: Page) =>
  (await asked<Activity>(page, ['activity', 'list'])).sent
