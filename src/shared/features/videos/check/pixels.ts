import { type About, type Found, found } from './rules.ts'
import { secondAt, textAt } from './values.ts'

/** Rules about several keys of a pixel. */
export function* checkPixel(item: unknown, about: About): Generator<Found> {
  if (textAt(item, 'base.type') === 'custom' && textAt(item, 'tag.html').trim() === '') {
    yield found('pixel-without-snippet', 'tag.html')
  }
  yield* checkThreshold(item, about)
}

// Video, pixels: `threshold` is the percent watched or the second played, by `mode`.
function* checkThreshold(item: unknown, { duration }: About): Generator<Found> {
  const register = 'dispatch.threshold'
  const value = secondAt(item, register)
  if (value === null) return
  if (textAt(item, 'dispatch.mode') === 'percent') {
    if (value < 0 || value > 100) yield found('percent-out-of-range', register, { value })
  } else if (value < 0) {
    yield found('second-negative', register, { value })
  } else if (textAt(item, 'dispatch.mode') === 'time' && duration !== null && value > duration) {
    yield found('pixel-beyond-duration', register, { value, limit: duration })
  }
}
