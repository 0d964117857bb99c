import {
  type Video,
  type VideoEndpoint,
  type VideoPage,
  type Videos,
  videos,
} from '../../shared/api/video.ts'
import { AppError, type Failure, failureOf } from '../../shared/failure.ts'
import type { Endpoint, Input, Output } from '../../shared/operation.ts'
import type { Clock } from '../clock.ts'
import type { UnreadVideo, VideoService } from '../features/publishing/edit-row.ts'
import { isUsableKey, type Keychain, type KeyOf } from '../keychain/keychain.ts'
import { opened } from '../threads/large-json.ts'
import type { ActivityList } from './activity.ts'
import type { Connectivity } from './connectivity.ts'
import { askedOfAddress } from './refusal.ts'
import { type Received, type Send, SLOWEST_BYTES_A_MS } from './request.ts'

/** The addresses of an account's services. */
export interface Location {
  base_url: string
  /** The address of the video management service; null when the account has no token for it. */
  api_base_url: string | null
  /** Key and token of the demo account, kept in memory only. */
  sessionKey?: string
  sessionToken?: string
}

interface VideoParts {
  send: Send
  keychain: Pick<Keychain, 'get' | 'markRejected'>
  clock: Pick<Clock, 'now'>
  activity: ActivityList
  locate: (account_id: string) => Promise<Location>
  connectivity: Connectivity
  version: string
}

/** An answer whose value is parsed, even when it was large. */
interface Opened<T> extends Pick<Received<T>, 'receivedAt'> {
  value: T
}

/** Address and token for a request. */
export interface Access {
  api_base_url: string
  token: string
}

const READ_DEADLINE_MS = 30_000
export const WRITE_DEADLINE_MS = 60_000
const PER_PAGE = 100
/** The smallest request that needs the token. */
const ONE_VIDEO = { name: 'list', input: { per_page: 1 } } as const
/** Bounds a list that never ends: 100 pages are six times the largest known account. */
const MOST_PAGES = 100

/** The video management service. Its document shows no rate limit, so requests are not queued. */
export function makeVideoService(parts: VideoParts) {
  const ask = <E extends VideoEndpoint>(account_id: string, name: E, input: Input<Videos[E]>) =>
    askVideos(parts, account_id, { name, input })
  const service: VideoService = {
    list: (account_id) => askedOfAddress(listAll((input) => ask(account_id, 'list', input))),
    async read(account_id, video_id) {
      const { value, receivedAt } = await ask(account_id, 'read', { id: video_id })
      return { value: theVideo(value, video_id), asOf: receivedAt }
    },
    async patch(account_id, video_id, body) {
      await ask(account_id, 'patch', { ...body, id: video_id })
    },
    async upload(account_id, file) {
      const { value } = await ask(account_id, 'upload', file)
      const found = 'data' in value && isRecord(value.data) ? value.data : value
      return { id: String(found['id']) }
    },
  }
  return {
    ...service,
    /** Tests a token before there is an account for it, by reading one video. Throws AppError. */
    async tryToken(api_base_url: string, token: string): Promise<void> {
      await ofVideoService(askedOfAddress(tryToken(parts, { api_base_url, token })))
    },
    /** Whether a token can be the one of these videos: the service knows some, or does not say. */
    async mayKnow(access: Access, video_ids: readonly string[]): Promise<boolean> {
      const listed = await firstPage(parts, access).catch(() => [])
      const known = new Set(video_ids)
      if (listed.some(({ id }) => known.has(id))) return true
      const sample = [0, 0.5, 1].map((at) => video_ids[Math.floor(at * (video_ids.length - 1))])
      const found = [...new Set(sample)].map((id = '') => isThere(parts, access, id))
      return (await Promise.all(found)).includes(true)
    },
    /** Tests an account's token, also a refused one, and accepts it. Throws AppError. */
    async test(account_id: string): Promise<void> {
      await askedOfAddress(askVideos(parts, account_id, { ...ONE_VIDEO, isTest: true }))
    },
  }
}

async function tryToken(parts: VideoParts, { api_base_url, token }: Access) {
  if (!isUsableKey(token)) throw new AppError({ kind: 'key', state: 'malformed' })
  parts.connectivity.check(api_base_url, 'interactive')
  const to = { account_id: null, api_base_url, name: ONE_VIDEO.name }
  await reached(parts, to, () => sendTo(parts, { api_base_url, token }, ONE_VIDEO))
}

async function firstPage(parts: VideoParts, access: Access) {
  const { value } = await sendTo(parts, access, { name: 'list', input: { per_page: PER_PAGE } })
  return videosOf(opened(value))
}

const isThere = (parts: VideoParts, access: Access, id: string): Promise<boolean> =>
  sendTo(parts, access, { name: 'read', input: { id } }).then(
    () => true,
    (thrown: unknown) => failureOf(thrown).kind !== 'not-found',
  )

async function listAll(ask: (input: Input<Videos['list']>) => Promise<Opened<VideoPage>>) {
  const value: Video[] = []
  const unread: UnreadVideo[] = []
  const seen = new Set<string>()
  let cursor: string | undefined
  for (let page = 1; page <= MOST_PAGES; page++) {
    const answer = await ask({ per_page: PER_PAGE, ...(cursor !== undefined && { cursor }) })
    for (const { id, video, fault } of videosOf(answer.value)) {
      // A video that moved between two pages while they were read appears twice.
      if (!seen.has(id) && video) value.push(video)
      else if (!seen.has(id)) unread.push({ id, fault })
      seen.add(id)
    }
    cursor = cursorOf(answer.value)
    if (cursor === undefined) return { value, unread, asOf: answer.receivedAt }
  }
  throw new AppError({ kind: 'malformed', reason: 'too-large', where: 'the pages of /v1/videos' })
}

/** The list in a page, whose key the document does not show. Throws `malformed`. */
function videosOf({ data, videos, items }: VideoPage) {
  const found = data ?? videos ?? items
  if (found) return found
  throw new AppError({ kind: 'malformed', reason: 'shape', where: 'data: no list of videos' })
}

/** The cursor of the next page. An answer that has a null one ends the list, also when it repeats its own. */
function cursorOf({ next_cursor, cursor, meta, pagination }: VideoPage): string | undefined {
  const places = [next_cursor, meta?.next_cursor, pagination?.next_cursor, cursor]
  return places.find((place) => place !== undefined) || undefined
}

/** Throws `malformed` when the answer is of another video. */
function theVideo(value: Output<Videos['read']>, video_id: string): Video {
  const found = ('data' in value && isRecord(value.data) ? value.data : value) as Video
  if (found.id === video_id) return found
  throw new AppError({ kind: 'malformed', reason: 'shape', where: 'id: of another video' })
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

interface VideoCall<E extends VideoEndpoint> {
  name: E
  input: Input<Videos[E]>
  isTest?: boolean
}

async function askVideos<E extends VideoEndpoint>(
  parts: VideoParts,
  account_id: string,
  call: VideoCall<E>,
): Promise<Opened<Output<Videos[E]>>> {
  const entry = parts.activity.begin(account_id, `videos.${call.name}`)
  try {
    const received = await ofVideoService(askAt(parts, account_id, call, entry.sent))
    entry.end()
    return { value: opened(received.value), receivedAt: received.receivedAt }
  } catch (thrown) {
    entry.end(failureOf(thrown))
    throw thrown
  }
}

async function askAt<E extends VideoEndpoint>(
  parts: VideoParts,
  account_id: string,
  call: VideoCall<E>,
  sent: () => void,
): Promise<Received<Output<Videos[E]>>> {
  const { api_base_url, sessionToken } = await parts.locate(account_id)
  if (api_base_url === null) throw new AppError({ kind: 'key', state: 'absent' })
  parts.connectivity.check(api_base_url, 'interactive')
  const of = { account_id, use: 'video', address: api_base_url } as const
  const token = sessionToken ?? (await storedToken(parts, of, call.isTest))
  sent()
  try {
    const to = { account_id, api_base_url, name: call.name, isDemo: sessionToken !== undefined }
    const received = await reached(parts, to, () => sendTo(parts, { api_base_url, token }, call))
    if (!sessionToken) parts.keychain.markRejected(of, token, false)
    return received
  } catch (thrown) {
    if (!sessionToken && isRefusedToken(failureOf(thrown)))
      parts.keychain.markRejected(of, token, true)
    throw thrown
  }
}

/** Marks failures as this service's, so that their texts name the video token. */
async function ofVideoService<T>(asking: Promise<T>): Promise<T> {
  try {
    return await asking
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown
    throw new AppError({ ...thrown.failure, service: 'video' })
  }
}

interface Reaching {
  account_id: string | null
  api_base_url: string
  name: VideoEndpoint
  /** Then the service has the time of this computer. */
  isDemo?: boolean
}

async function reached<T>(
  { connectivity }: VideoParts,
  { account_id, api_base_url, name, isDemo }: Reaching,
  send: () => Promise<Received<T>>,
): Promise<Received<T>> {
  connectivity.check(api_base_url, 'interactive')
  try {
    const received = await send()
    const serverNow = isDemo ? null : received.serverNow
    connectivity.answered(api_base_url, received.receivedAt, serverNow)
    return received
  } catch (thrown) {
    const failure = failureOf(thrown)
    // Something before the service may refuse a change and let reads through.
    const isOfChange = failure.kind === 'edge' && videos[name].method !== 'GET'
    const at = { account_id, base_url: api_base_url, api: 'video' } as const
    if (!isOfChange) connectivity.failed(at, failure)
    throw thrown
  }
}

function sendTo<E extends VideoEndpoint>(
  { send, version }: VideoParts,
  { api_base_url, token }: Access,
  { name, input }: VideoCall<E>,
): Promise<Received<Output<Videos[E]>>> {
  const endpoint: Endpoint = videos[name]
  const isRead = endpoint.method === 'GET'
  const isJson = !isRead && name !== 'upload'
  return send(endpoint, input, {
    base_url: api_base_url,
    headers: {
      // Video, Authentication, 1.
      Authorization: `Bearer ${token}`,
      'User-Agent': `Cuepoint/${version}`,
      ...(isJson && { 'Content-Type': 'application/json' }),
    },
    deadlineMs: isRead ? READ_DEADLINE_MS : WRITE_DEADLINE_MS + sizeOf(input) / SLOWEST_BYTES_A_MS,
  }) as Promise<Received<Output<Videos[E]>>>
}

/** Only a file is so large that sending it takes long. */
const sizeOf = (input: object) =>
  'bytes' in input && input.bytes instanceof Uint8Array ? input.bytes.byteLength : 0

async function storedToken({ keychain }: VideoParts, of: KeyOf, isTest = false): Promise<string> {
  const { state, key } = await keychain.get(of)
  // A refused token is sent only to test whether it works again.
  if (key !== null && (state !== 'rejected' || isTest)) return key
  const reason = state === 'ready' || state === 'session' ? 'waiting' : state
  throw new AppError({ kind: 'key', state: reason })
}

const isRefusedToken = (failure: Failure) =>
  failure.kind === 'unauthorized' && failure.reason === 'invalid-credentials'
