import { z } from 'zod'

// Video, playback; PATCH, 6: `action_after_finish` is validated as a pair.
export const playback = z.looseObject({
  enabled: z.boolean().nullish(),
  disable_pause: z.boolean().nullish(),
  smart_pause: z.boolean().nullish(),
  scroll_to_action_in: z.int().nullish(),
  action_after_finish: z
    .looseObject({ type: z.string().nullish(), start: z.int().nullish() })
    .nullish(),
})
