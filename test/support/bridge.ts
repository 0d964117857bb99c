import type { ElectronApplication, Page } from 'playwright'
// Declares the type of `window.cuepoint`.
import type {} from '../../src/renderer/bridge.ts'
import type { Account } from '../../src/shared/features/accounts/account.ts'
import type { Activity } from '../../src/shared/features/analytics/answer.ts'
import type { Sandbox } from './service.ts'

/** The part of Electron's `ipcMain` with which tests call or replace the handlers of the page. */
export interface CallHandlers {
  _invokeHandlers: Map<string, (...call: unknown[]) => unknown>
}

/** Main keeps each call of this verb until the returned function is called, and answers it then. */
export async function holdCalls(app: ElectronApplication, verb: string) {
  await app.evaluate(({ ipcMain }, held) => {
    const handlers = (ipcMain as unknown as CallHandlers)._invokeHandlers
    const atOnce = handlers.get('app:call')
    const released = new Promise((goOn) => Object.assign(globalThis, { goOn }))
    handlers.set('app:call', async (event, ...call) => {
      if (call[1] === held) await released
      return atOnce?.(event, ...call)
    })
  }, verb)
  return () => app.evaluate(() => (globalThis as unknown as { goOn: () => void }).goOn())
}

/** What main answers to a call of the page. */
export async function asked<T>(page: Page, call: [string, string], input?: object): Promise<T> {
  const reply = await page.evaluate(
    ([noun, verb, given]) => window.cuepoint.call(noun, verb, given),
    [...call, JSON.stringify(input)] as const,
  )
  if (!reply.ok) throw new Error(JSON.stringify(reply.failure))
  return (reply.isText ? JSON.parse(String(reply.value)) : reply.value) as T
}

export interface ConnectOptions {
  timezone?: string
  withVideos?: boolean
}

/** Connects this service as the account Acme; with videos, its video service too. */
export const connectTo = (
  page: Page,
  service: Pick<Sandbox, 'base_url' | 'analytics_key' | 'video_token'>,
  { timezone = 'UTC', withVideos = true }: ConnectOptions = {},
) =>
  asked<Account>(page, ['accounts', 'connect'], {
    name: 'Acme',
    timezone,
    base_url: service.base_url,
    analytics_key: service.analytics_key,
    api_base_url: withVideos ? service.base_url : null,
    video_token: withVideos ? service.video_token : null,
  })

export const accountsOn = (page: Page) => asked<Account[]>(page, ['accounts', 'list'])

export const requestsSent = async (page: Page) =>
  (await asked<Activity>(page, ['activity', 'list'])).sent
