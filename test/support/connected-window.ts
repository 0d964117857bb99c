import type { Page } from 'playwright'
import type { startService } from './service.ts'

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
