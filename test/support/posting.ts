import type { Verbs } from '../../src/main/database/verbs.ts'
import type { VideoService } from '../../src/main/features/publishing/edit-row.ts'
import type { EditStore } from '../../src/main/features/publishing/next-post.ts'
import { refusalOf } from '../../src/main/http/refusal.ts'
import type { FaultAction } from '../../src/service/faults.ts'
import type { Service } from '../../src/service/service.ts'
import type { Video } from '../../src/shared/api/video.ts'
import { AppError, type Failure } from '../../src/shared/failure.ts'
import type { VirtualClock } from './clock.ts'

/** The fault of a PATCH. */
export type Fate =
  | 'well'
  /** It never arrives, and there is no answer. */
  | 'lost'
  | 'unreachable'
  /** It is applied, and its answer never arrives. */
  | 'answer-lost'
  /** It is applied, and a page of something in between is its answer. */
  | 'page'
  | `${503 | 409}-${'before' | 'after'}`
  /** A firewall refuses it: it never arrives. */
  | 'firewall'
  | 'unauthorized'
  /** It is answered with 503, or another status, and applied up to 90 seconds later. */
  | { lateMs: number; status?: number }

export interface Journey {
  patch: () => Fate
  /** Called before it arrives and before its answer does. */
  travelMs: () => number
  /** The answer to every PATCH, if not the service's. */
  failWith?: () => Failure
  read: (video_id: string) => 'well' | 'stale' | '503-before' | 'not-found'
}

export interface Sent {
  video_id: string
  body: Record<string, unknown>
  /** The answer of the last read before it. */
  read: Video | undefined
  at: number
}

export const wellTravelled: Journey = {
  patch: () => 'well',
  travelMs: () => 10,
  read: () => 'well',
}

const thrown = (failure: Failure) => new AppError(failure)
const lost = (reason: 'timeout' | 'interrupted' | 'unreachable') =>
  thrown({ kind: 'offline', reason, host: 'sandbox' })

/** The sandbox as the outbox calls it, with a network between them, on a clock of its own. */
export function serviceOver(service: Service, clock: VirtualClock, journey: Journey) {
  const sent: Sent[] = []
  const reads = new Map<string, Video>()
  let inFlight = 0
  let mostInFlight = 0

  async function ask(video_id: string, body?: unknown): Promise<unknown> {
    const request = new Request(`http://sandbox/v1/videos/${video_id}`, {
      method: body === undefined ? 'GET' : 'PATCH',
      headers: {
        authorization: `Bearer ${service.video_token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const answer = await service.answer(request)
    service.setFaults([])
    const text = await answer.text()
    if (answer.ok) return JSON.parse(text)
    const { status } = answer
    throw thrown(
      refusalOf({ status, headers: Object.fromEntries(answer.headers), text }, clock.now()),
    )
  }

  async function travel(fate: Fate, video_id: string, body: unknown) {
    if (fate === 'unreachable') throw lost('unreachable')
    if (fate === 'firewall') throw thrown({ kind: 'edge', status: 403, text: 'Blocked' })
    if (fate === 'lost') {
      await clock.wait(20_000)
      throw lost('timeout')
    }
    const action = actionOf(fate)
    if (action) service.setFaults([{ match: { method: 'PATCH' }, action }])
    await ask(video_id, body)
    await clock.wait(journey.travelMs())
    if (fate === 'answer-lost') throw lost('interrupted')
    if (fate === 'page') throw thrown({ kind: 'edge', status: 200, text: 'Saved' })
  }

  const videos: Pick<VideoService, 'read' | 'patch'> = {
    async read(_, video_id) {
      await clock.wait(journey.travelMs())
      const fate = journey.read(video_id)
      if (fate === 'not-found') throw thrown({ kind: 'not-found', text: 'Not found' })
      if (fate === 'stale') service.video.staleReads(1)
      if (fate === '503-before') {
        service.setFaults([{ match: { method: 'GET' }, action: { kind: 'status', status: 503 } }])
      }
      const value = (await ask(video_id)) as Video
      reads.set(video_id, structuredClone(value))
      await clock.wait(journey.travelMs())
      return { value, asOf: clock.now() }
    },
    async patch(_, video_id, body) {
      sent.push({
        video_id,
        body: structuredClone(body),
        read: reads.get(video_id),
        at: clock.now(),
      })
      inFlight += 1
      mostInFlight = Math.max(mostInFlight, inFlight)
      try {
        await clock.wait(journey.travelMs())
        if (journey.failWith) throw thrown(journey.failWith())
        await travel(journey.patch(), video_id, body)
      } finally {
        inFlight -= 1
      }
    },
  }
  return { videos, sent, mostInFlight: () => mostInFlight }
}

function actionOf(fate: Fate): FaultAction | null {
  if (typeof fate === 'object') {
    const { lateMs: afterMs, status = 503 } = fate
    return { kind: 'late', afterMs, with: 'status', status }
  }
  if (fate === 'unauthorized') return { kind: 'problem', code: 'unauthorized' }
  const [status, when] = fate.split('-')
  const isStatus = when === 'before' || when === 'after'
  return isStatus ? { kind: 'status', status: Number(status), when } : null
}

/** The store's functions, called without its thread. */
export const storeOver = (verbs: Verbs): EditStore => ({
  queueEdits: async (...of) => verbs.queueEdits(...of),
  stopEdits: async (...of) => verbs.stopEdits(...of),
  resolveEdits: async (...of) => verbs.resolveEdits(...of),
  seeVideo: async (...of) => verbs.seeVideo(...of),
  editRows: async (...of) => verbs.editRows(...of),
  editedVideo: async (...of) => verbs.editedVideo(...of),
  commitEdits: async (...of) => verbs.commitEdits(...of),
})

/** Lets a process die at one of its calls: later ones are neither answered nor executed. */
export function mortal(dies: () => 'before' | 'after' | null) {
  let isDead = false
  let tell = () => {}
  const death = new Promise<void>((resolve) => {
    tell = resolve
  })
  const never = () => new Promise<never>(() => {})
  const die = () => {
    isDead = true
    tell()
    return never()
  }
  const guarded = <A extends unknown[], T>(act: (...of: A) => Promise<T>) => {
    return async (...of: A): Promise<T> => {
      if (isDead) return never()
      const when = dies()
      if (when === 'before') return die()
      try {
        const value = await act(...of)
        if (isDead) return never()
        return when === 'after' ? die() : value
      } catch (error) {
        if (isDead) return never()
        throw error
      }
    }
  }
  return { guarded, death, isDead: () => isDead, die }
}
