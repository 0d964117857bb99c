import { z } from 'zod'

/** Characters: 16 MB of a picture as base64. */
const LARGEST = Math.ceil((16 * 1024 * 1024 * 4) / 3)

/** With what stands around the picture in its JSON, and marks of SVG that JSON writes twice as long. */
export const LARGEST_PICTURE_CALL = 2 * LARGEST

export const pngPicture = z.object({ png: z.string().min(1).max(LARGEST) })

/** A picture of a chart on its way to a file; `content` is the SVG's text, or the PNG as base64. */
export const pictureFile = z.object({
  /** What the file is named after. */
  name: z.string().max(1000),
  kind: z.enum(['png', 'svg']),
  content: z.string().min(1).max(LARGEST),
})
export type PictureFile = z.output<typeof pictureFile>
