import { z } from 'zod'
import type { Endpoint } from '../operation.ts'
import { type Fields, inexactIn, isExact, isFields } from '../plain.ts'
import { leavesOutInexact, notShown } from './schemas.ts'
import { settings } from './settings/index.ts'

export const videoId = z.string().regex(/^[\w-]{1,64}$/, 'not the id of a video')

/** A video as received. Video, Other resources: fields outside the groups are not documented. */
export const video = notShown(
  z.looseObject({
    id: videoId,
    name: z.string().nullish(),
    /** Length in seconds. */
    duration: z.number().nonnegative().nullish(),
    created_at: z.string().nullish(),
    ...settings,
  }),
  'assumed',
)
export type Video = z.output<typeof video>

const isOther = (key: string) => !Object.hasOwn(video.shape, key)

/** A video without the fields of no group that contain an integer which cannot be held exactly. */
const withoutInexact = (received: Fields): Fields =>
  Object.fromEntries(
    Object.entries(received).filter(([key, value]) => !isOther(key) || isExact(value)),
  )

/**
 * A video of a list: null when it does not have the shape above or has an integer that cannot be
 * held exactly, with the place of the first fault. One such video does not make the others unreadable.
 */
const listed = z.looseObject({ id: videoId }).transform((received) => {
  const value = withoutInexact(received)
  const [inexact] = isExact(value) ? [] : inexactIn(value)
  const { data, error } = video.safeParse(value)
  const fault = inexact ?? error?.issues[0]?.path
  return { id: received.id, video: fault ? null : (data ?? null), fault: fault?.join('.') ?? '' }
})

const text = z.string().nullish()
const withCursor = { cursor: text, next_cursor: text }

/** The possible places of the list and its cursor: the document does not show the answer. */
const videoPage = notShown(
  leavesOutInexact(
    z.looseObject({
      data: z.array(listed).optional(),
      videos: z.array(listed).optional(),
      items: z.array(listed).optional(),
      meta: z.looseObject(withCursor).nullish(),
      pagination: z.looseObject(withCursor).nullish(),
      ...withCursor,
    }),
    ([list = '', ...inner]) => ['data', 'videos', 'items'].includes(list) && inner.length > 1,
  ),
  'assumed',
)
export type VideoPage = z.output<typeof videoPage>

const exact = z.preprocess((value) => (isFields(value) ? withoutInexact(value) : value), video)

const oneVideo = notShown(
  leavesOutInexact(z.union([z.object({ data: exact }), exact]), ([first = 'id', second = 'id']) =>
    isOther(first === 'data' ? second : first),
  ),
  'assumed',
)

/** A merge patch: any of the groups, with the keys that change. */
export type VideoPatch = Record<string, unknown>

/** The endpoints of the video service that Cuepoint uses; `{…}` in a path is an input. */
export const videos = {
  list: {
    method: 'GET',
    path: '/v1/videos',
    // The range of per_page is not shown (assumed: 1 to 100).
    input: z.object({
      cursor: z.string().optional(),
      per_page: z.int().min(1).max(100).optional(),
    }),
    output: videoPage,
  },
  read: {
    method: 'GET',
    path: '/v1/videos/{id}',
    input: z.object({ id: videoId }),
    output: oneVideo,
  },
  patch: {
    method: 'PATCH',
    path: '/v1/videos/{id}',
    input: z.looseObject({ id: videoId }),
    // Video, PATCH: the answer is not shown, so nothing is read from it.
    output: notShown(z.unknown(), 'assumed'),
  },
  /** Sent as multipart/form-data with one part `file` (assumed); the input describes that part. */
  upload: {
    method: 'POST',
    path: '/v1/files',
    input: z.object({
      name: z.string().min(1).max(200),
      type: z.string().min(1).max(100),
      bytes: z.instanceof(Uint8Array),
    }),
    output: notShown(
      z.union([
        z.looseObject({ id: z.string().min(1) }),
        z.looseObject({ data: z.looseObject({ id: z.string().min(1) }) }),
      ]),
      'assumed',
    ),
  },
} as const satisfies Record<string, Endpoint>

export type Videos = typeof videos
export type VideoEndpoint = keyof Videos
