import { z } from 'zod'
import { notShown } from './not-shown.ts'
import { settings } from './settings/index.ts'

export const videoId = z.string().regex(/^[\w-]{1,64}$/, 'not the id of a video')

/** A video as the service gave it. Video, Other resources: fields beyond the groups are not shown. */
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
