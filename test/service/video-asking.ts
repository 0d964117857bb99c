import { expect } from 'vitest'
import { makeService, type Service, type ServiceOptions } from '../../src/service/service.ts'
import type { Video } from '../../src/shared/api/video.ts'
import { ask, type Told } from './asking.ts'

export const NOW = Date.parse('2026-07-15T10:20:30Z')

export const aService = (options: Partial<ServiceOptions> = {}) =>
  makeService({ players: 12, now: () => NOW, ...options })

/** Asks the Video management API; another token, or null for none. */
export function askVideos(
  service: Service,
  path: string,
  asked: { method?: string; body?: unknown; token?: string | null } = {},
): Promise<Told> {
  const { token = service.video_token, method = 'GET', body } = asked
  const authorization = token === null ? null : `Bearer ${token}`
  const headers = { authorization, 'content-type': body === undefined ? null : 'application/json' }
  return ask(service, path, { method, headers, body })
}

/** A video of the service with all that is asked for. */
export async function aVideo(service: Service, fits: (video: Video) => boolean): Promise<Video> {
  const { json } = await askVideos(service, '/v1/videos?per_page=100')
  const found = (json as { data: Video[] }).data.find(fits)
  if (!found) throw new Error('the world has no such video')
  return found
}

export const patch = (service: Service, video_id: string, body: unknown) =>
  askVideos(service, `/v1/videos/${video_id}`, { method: 'PATCH', body })

/** What the service says to a PATCH, in one line; "200" when it takes it. */
export async function verdict(service: Service, video_id: string, body: unknown): Promise<string> {
  const { status, json } = await patch(service, video_id, body)
  if (status === 200) return '200'
  const { code, message } = json as { code: string; message: string }
  return `${status} ${code}: ${message}`
}

/** A text button with all that one requires, and what is laid over it. */
export const textButton = (keys: object = {}) => ({
  base: { type: 'inside_video', active: true },
  window: { start: 60, end: 120, persist_on_video_end: false },
  action: { content: 'Buy now', url: 'https://pay.example/1', open_in_new_tab: true },
  design: {
    typography: { family: 'Inter', letter_spacing: 0, line_height: 1.2, size: 20, weight: 700 },
    styles: { color: '#fff', border_radius: 8, padding: 12, shadow: 'none' },
  },
  ...keys,
})

export async function upload(service: Service, bytes: Uint8Array<ArrayBuffer>, part = 'file') {
  const form = new FormData()
  form.set(part, new File([bytes], 'cover.png', { type: 'image/png' }))
  const response = await service.answer(
    new Request('http://sandbox/v1/files', {
      method: 'POST',
      headers: { authorization: `Bearer ${service.video_token}` },
      body: form,
    }),
  )
  const json = (await response.json()) as { id: string; code?: string; message?: string }
  return { status: response.status, json }
}

export const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13])

/** What a fresh service says to a body; when it refuses, nothing may have changed. */
export async function said(
  body: unknown,
  fits: (video: Video) => boolean = () => true,
): Promise<string> {
  const service = aService()
  const before = await aVideo(service, fits)
  const says = await verdict(service, before.id, body)
  if (says !== '200') {
    expect(service.video.read(before.id)).toEqual(before)
    expect(service.video.applied).toEqual([])
  }
  return says
}

/** A 422 about a place, and the beginning of its rule. */
export const refused = (place: string, rule = '') =>
  expect.stringContaining(`422 unprocessable_content: ${place} ${rule}`)
