import fs from 'node:fs'
import type { Page } from 'playwright'
import type { ServiceOptions } from '../../src/service/service.ts'
import { accountsOn } from './bridge.ts'
import { emptyKeychain } from './connect.ts'
import { newFolder } from './folder.ts'
import { press } from './keyboard.ts'
import { type LaunchOptions, launch } from './launch.ts'
import { startService } from './service.ts'
import { openFirstVideo } from './steps.ts'

type Sandbox = Awaited<ReturnType<typeof startService>>

/** An account of this service on the desk, in view; with videos it is asked for these too. */
export async function connectAccount(
  page: Page,
  service: Sandbox,
  { timezone = 'UTC', withVideos = true }: { timezone?: string; withVideos?: boolean } = {},
) {
  await page.evaluate((input) => window.desk.call('accounts', 'connect', input), {
    name: 'Acme',
    timezone,
    base_url: service.base_url,
    analytics_key: service.analytics_key,
    api_base_url: withVideos ? service.base_url : null,
    video_token: withVideos ? service.video_token : null,
  })
  await page.getByRole('button', { name: 'Acme' }).first().waitFor()
}

/** The app on a service of its own, in English, with that account in view. */
export async function openConnected(
  options: ServiceOptions,
  { size = { width: 1440, height: 900 }, ...more }: LaunchOptions = {},
) {
  await emptyKeychain()
  const folder = newFolder()
  const service = await startService(options)
  const preferences = { language: 'en', theme: 'light', ...more.preferences } as const
  const desk = await launch({ ...more, folder, size, preferences })
  const { app, page } = desk
  await connectAccount(page, service)
  await press(page, page.getByRole('button', { name: 'Acme' }).first())
  const [account] = await accountsOn(page)
  if (!account) throw new Error('there is no account')
  return {
    ...{ app, page, service, account_id: account.id },
    async close() {
      await desk.close()
      await service.close()
      await emptyKeychain()
      fs.rmSync(folder, { recursive: true, force: true })
    },
  }
}

export type Connected = Awaited<ReturnType<typeof openConnected>>

/** Opens the first video of the account in view; returns its id. */
export async function openAVideo(page: Page): Promise<string> {
  await openFirstVideo(page)
  const id = await page.locator('[data-video-id]').getAttribute('data-video-id')
  if (!id) throw new Error('no video is open')
  return id
}
