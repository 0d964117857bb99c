import fs from 'node:fs'
import type { Page } from 'playwright'
import type { ServiceOptions } from '../../src/service/service.ts'
import { accountsOn, type ConnectOptions, connectTo } from './bridge.ts'
import { emptyKeychain } from './connect.ts'
import { newFolder } from './folder.ts'
import { press } from './keyboard.ts'
import { type LaunchOptions, launch } from './launch.ts'
import { type Sandbox, startService } from './service.ts'
import { openFirstVideo } from './steps.ts'

/** A connected and current account of this service; with videos, also of its video service. */
export async function connectAccount(page: Page, service: Sandbox, options: ConnectOptions = {}) {
  await connectTo(page, service, options)
  await page.getByRole('button', { name: 'Acme' }).first().waitFor()
}

/** The app with a service of its own, in English, with that account open. */
export async function openConnected(
  options: Partial<ServiceOptions>,
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

/** Opens the first video of the current account; returns its id. */
export async function openAVideo(page: Page): Promise<string> {
  await openFirstVideo(page)
  const id = await page.locator('[data-video-id]').getAttribute('data-video-id')
  if (!id) throw new Error('no video is open')
  return id
}
