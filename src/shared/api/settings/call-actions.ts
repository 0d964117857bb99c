import { z } from 'zod'
import { notShown } from '../schemas.ts'

/** The typography and styles of a text button: documented by their keys alone, so values are free. */
export const designPart = z.record(z.string(), z.unknown())

// Video, call_actions.
export const callAction = z.looseObject({
  id: z.string().min(1),
  base: z
    .looseObject({
      name: z.string().nullish(),
      type: z.string().nullish(),
      active: z.boolean().nullish(),
    })
    .optional(),
  window: z
    .looseObject({
      start: z.int().nullish(),
      end: z.int().nullish(),
      persist_on_video_end: z.boolean().nullish(),
    })
    .optional(),
  action: z
    .looseObject({
      content: z.string().nullish(),
      url: z.string().nullish(),
      open_in_new_tab: z.boolean().nullish(),
      html: z.string().nullish(),
      as_html: z.boolean().nullish(),
    })
    .optional(),
  design: z
    .looseObject({ typography: designPart.nullish(), styles: designPart.nullish() })
    .optional(),
  // The document names it without its place: of the item is assumed, and any value is kept.
  image_as_button: notShown(z.unknown().optional(), 'assumed'),
})
export type CallAction = z.output<typeof callAction>

export const callActions = z.looseObject({
  enabled: z.boolean().nullish(),
  items: z.array(callAction).optional(),
})

export const CALL_ACTION_TYPES = ['inside_video', 'outside_video'] as const

// Video, call_actions: the keys that complete typography names; of styles the document names these.
export const TYPOGRAPHY_KEYS = [
  'family',
  'letter_spacing',
  'line_height',
  'size',
  'weight',
] as const
export const STYLE_KEYS = ['border_radius', 'padding', 'shadow'] as const
