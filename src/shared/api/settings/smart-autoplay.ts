import { z } from 'zod'

/** Either the two selection keys (and those of an image), or a full object hand-built on the dashboard. */
export const variant = z.looseObject({
  template_name: z.string().nullish(),
  template_position: z.string().nullish(),
  file_id: z.string().nullish(),
  scale: z.number().nullish(),
})
export type Variant = z.output<typeof variant>

// Video, smart_autoplay. `mode` and `active_number` are read-only and stay among the unknown keys.
export const smartAutoplay = z.looseObject({
  enabled: z.boolean().nullish(),
  variants: z.array(variant).optional(),
})

export const TEMPLATE_NAMES = [
  'default',
  'discrete',
  'modern',
  'sightcare',
  'fullscreen',
  'image',
] as const
export const TEMPLATE_ROWS = ['top', 'middle', 'bottom'] as const
export const TEMPLATE_COLUMNS = ['left', 'center', 'right'] as const

/** Slots of the 3x3 grid, row by row. */
export const TEMPLATE_POSITIONS = TEMPLATE_ROWS.flatMap((row) =>
  TEMPLATE_COLUMNS.map((column) => `${row}-${column}` as const),
)

/** A variant that was not chosen by the selection keys: it is shown, kept, and never sent. */
export const isHandBuilt = ({ template_name }: Variant) => typeof template_name !== 'string'
