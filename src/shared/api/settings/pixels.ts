import { z } from 'zod'

// Video, pixels.
export const pixel = z.looseObject({
  id: z.string().min(1),
  base: z.looseObject({ name: z.string().nullish(), type: z.string().nullish() }).optional(),
  tag: z.looseObject({ html: z.string().nullish() }).optional(),
  dispatch: z
    .looseObject({
      active: z.boolean().nullish(),
      mode: z.string().nullish(),
      /** The percent watched or the second played, by `mode`. */
      threshold: z.int().nullish(),
    })
    .optional(),
})
export type Pixel = z.output<typeof pixel>

export const pixels = z.looseObject({
  enabled: z.boolean().nullish(),
  items: z.array(pixel).optional(),
})

export const PIXEL_TYPES = ['facebook', 'google', 'custom'] as const
export const DISPATCH_MODES = ['percent', 'time'] as const
