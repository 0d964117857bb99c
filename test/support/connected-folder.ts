import keytar from 'keytar'
import type { ConnectOptions } from './bridge.ts'
import { openDesk } from './desk.ts'
import type { Sandbox } from './service.ts'

/** Connects this service as the account Acme in a user-data folder that no app has; gives its id. */
export async function connectIn(
  folder: string,
  service: Pick<Sandbox, 'base_url' | 'analytics_key' | 'video_token'>,
  { timezone = 'UTC', withVideos = true }: ConnectOptions = {},
): Promise<string> {
  const desk = openDesk(folder, { keytar: () => Promise.resolve(keytar) })
  const { base_url, analytics_key, video_token } = service
  const { id: account_id } = await desk.handlers.accounts.connect({
    ...{ name: 'Acme', timezone, base_url, analytics_key },
    api_base_url: withVideos ? base_url : null,
    video_token: withVideos ? video_token : null,
  })
  if (withVideos) await desk.handlers.videos.refresh({ account_id, video_id: null })
  await desk.close()
  return account_id
}
