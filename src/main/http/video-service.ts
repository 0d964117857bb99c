import {
  type Video,
  type VideoEndpoint,
  type VideoPage,
  type Videos,
  videos,
} from '../../shared/api/video.ts'
import { DeskError, type Failure, failureOf } from '../../shared/failure.ts'
import type { Endpoint, Input, Output } from '../../shared/operation.ts'
import type { Clock } from '../clock.ts'
import type { VideoService } from '../features/publishing/edit-row.ts'
import { isUsableKey, type Keychain, type KeyOf } from '../keychain/keychain.ts'
import { opened } from '../threads/large-json.ts'
import type { ActivityList } from './activity.ts'
import type { Connectivity } from './connectivity.ts'
import type { Received, Send } from './request.ts'

/** Where an account's services are. */
export interface Location {
  base_url: string
  /** Of the video management service; null when the account has no token for it. */
  api_base_url: string | null
  /** The demo account's key and token, which are in memory only. */
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

/** A large one is checked elsewhere, but merged and drawn from here. */
interface Opened<T> extends Pick<Received<T>, 'receivedAt'> {
  value: T
}

/** Where a request goes, and with which token. */
interface Way {
  api_base_url: string
  token: string
}

const READ_DEADLINE_MS = 30_000
const WRITE_DEADLINE_MS = 60_000
const PER_PAGE = 100
/** The smallest question that needs the token. */
const ONE_VIDEO = { name: 'list', input: { per_page: 1 } } as const
/** A list that never ends is not a list: 100 pages hold six times the largest account known. */
const MOST_PAGES = 100

/** The video management service. No rate limit of it is shown, so nothing is queued here. */
export function makeVideoService(parts: VideoParts) {
  const ask = <E extends VideoEndpoint>(account_id: string, name: E, input: Input<Videos[E]>) =>
    askVideos(parts, account_id, { name, input })
  const service: VideoService = {
    list: (account_id) => listAll((input) => ask(account_id, 'list', input)),
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
    /** Tries a token that no account has yet, by reading one video. Throws DeskError. */
    async tryToken(api_base_url: string, token: string): Promise<void> {
      await ofVideoService(tryToken(parts, { api_base_url, token }))
    },
    /** Whether an account's token works. A refused one is sent too, and taken again when it does. */
    async test(account_id: string): Promise<void> {
      await askVideos(parts, account_id, { ...ONE_VIDEO, isTest: true })
    },
  }
}

async function tryToken(parts: VideoParts, { api_base_url, token }: Way) {
  if (!isUsableKey(token)) throw new DeskError({ kind: 'key', state: 'malformed' })
  parts.connectivity.check(api_base_url, 'interactive')
  const to = { account_id: null, api_base_url }
  await reached(parts, to, () => sendTo(parts, { api_base_url, token }, ONE_VIDEO))
}

async function listAll(ask: (input: Input<Videos['list']>) => Promise<Opened<VideoPage>>) {
  const value: Video[] = []
  const seen = new Set<string>()
  let cursor: string | undefined
  for (let page = 1; page <= MOST_PAGES; page++) {
    const answer = await ask({ per_page: PER_PAGE, ...(cursor !== undefined && { cursor }) })
    for (const video of videosOf(answer.value)) {
      // A video moved between two pages while they were read comes twice.
      if (!seen.has(video.id)) value.push(video)
      seen.add(video.id)
    }
    cursor = cursorOf(answer.value)
    if (cursor === undefined) return { value, asOf: answer.receivedAt }
  }
  throw new DeskError({ kind: 'malformed', reason: 'too-large', where: 'the pages of /v1/videos' })
}

/** Where the list is: the document does not show it. Throws `malformed` when it is nowhere. */
function videosOf({ data, videos, items }: VideoPage): Video[] {
  const found = data ?? videos ?? items
  if (found) return found
  throw new DeskError({ kind: 'malformed', reason: 'shape', where: 'data: no list of videos' })
}

function cursorOf({ next_cursor, cursor, meta, pagination }: VideoPage): string | undefined {
  const found = next_cursor ?? meta?.next_cursor ?? pagination?.next_cursor ?? cursor
  return found || undefined
}

/** Throws `malformed` when the answer is of another video: nothing of it may be taken for this one's. */
function theVideo(value: Output<Videos['read']>, video_id: string): Video {
  const found = ('data' in value && isRecord(value.data) ? value.data : value) as Video
  if (found.id === video_id) return found
  throw new DeskError({ kind: 'malformed', reason: 'shape', where: 'id: of another video' })
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

interface Asked<E extends VideoEndpoint> {
  name: E
  input: Input<Videos[E]>
  isTest?: boolean
}

async function askVideos<E extends VideoEndpoint>(
  parts: VideoParts,
  account_id: string,
  asked: Asked<E>,
): Promise<Opened<Output<Videos[E]>>> {
  const entry = parts.activity.begin(account_id, `videos.${asked.name}`)
  try {
    const received = await ofVideoService(askAt(parts, account_id, asked, entry.sent))
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
  asked: Asked<E>,
  sent: () => void,
): Promise<Received<Output<Videos[E]>>> {
  const { api_base_url, sessionToken } = await parts.locate(account_id)
  if (api_base_url === null) throw new DeskError({ kind: 'key', state: 'absent' })
  parts.connectivity.check(api_base_url, 'interactive')
  const of = { account_id, use: 'video', address: api_base_url } as const
  const token = sessionToken ?? (await storedToken(parts, of, asked.isTest))
  sent()
  try {
    const received = await reached(parts, { account_id, api_base_url }, () =>
      sendTo(parts, { api_base_url, token }, asked),
    )
    if (!sessionToken) parts.keychain.markRejected(of, false)
    return received
  } catch (thrown) {
    if (isRefusedToken(failureOf(thrown))) parts.keychain.markRejected(of, true)
    throw thrown
  }
}

/** Says of a failure that it is this service's, so that its words name the video token. */
async function ofVideoService<T>(asking: Promise<T>): Promise<T> {
  try {
    return await asking
  } catch (thrown) {
    if (!(thrown instanceof DeskError)) throw thrown
    throw new DeskError({ ...thrown.failure, service: 'video' })
  }
}

async function reached<T>(
  { connectivity }: VideoParts,
  { account_id, api_base_url }: { account_id: string | null; api_base_url: string },
  send: () => Promise<Received<T>>,
): Promise<Received<T>> {
  connectivity.check(api_base_url, 'interactive')
  try {
    const received = await send()
    connectivity.answered(api_base_url, received.receivedAt, received.serverNow)
    return received
  } catch (thrown) {
    connectivity.failed({ account_id, base_url: api_base_url, api: 'video' }, failureOf(thrown))
    throw thrown
  }
}

function sendTo<E extends VideoEndpoint>(
  { send, version }: VideoParts,
  { api_base_url, token }: Way,
  { name, input }: Asked<E>,
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
    deadlineMs: isRead ? READ_DEADLINE_MS : WRITE_DEADLINE_MS,
  }) as Promise<Received<Output<Videos[E]>>>
}

async function storedToken({ keychain }: VideoParts, of: KeyOf, isTest = false): Promise<string> {
  const { state, key } = await keychain.get(of)
  // A refused token is sent only to find out whether it works again.
  if (key !== null && (state !== 'rejected' || isTest)) return key
  const reason = state === 'ready' || state === 'session' ? 'waiting' : state
  throw new DeskError({ kind: 'key', state: reason })
}

const isRefusedToken = (failure: Failure) =>
  failure.kind === 'unauthorized' && failure.reason === 'invalid-credentials'
