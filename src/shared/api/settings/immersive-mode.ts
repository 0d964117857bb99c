import { z } from 'zod'

const flag = z.boolean().nullish()

// Video, immersive_mode: all keys boolean.
export const immersiveMode = z.looseObject({
  enabled: flag,
  desktop: flag,
  mobile: flag,
  disable_scrolling: flag,
  expand_on_play: flag,
  minimize_on_pause: flag,
})
