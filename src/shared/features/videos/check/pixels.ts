import { DISPATCH_MODES, PIXEL_TYPES } from '../../../api/settings/pixels.ts'
import { type About, type Found, found, told } from './rules.ts'
import { at, checkValues, PIXEL_KINDS, secondAt, textAt } from './values.ts'

/** One pixel. */
export function* checkPixel(item: unknown, about: About): Generator<Found> {
  yield* checkValues(item, PIXEL_KINDS)
  yield* checkKnown(item, 'base.type', { known: PIXEL_TYPES, rule: 'pixel-type-unknown' })
  yield* checkKnown(item, 'dispatch.mode', {
    known: DISPATCH_MODES,
    rule: 'dispatch-mode-unknown',
  })
  if (textAt(item, 'base.type') === 'custom' && textAt(item, 'tag.html').trim() === '') {
    yield found('pixel-without-snippet', 'tag.html')
  }
  yield* checkThreshold(item, about)
}

interface Known {
  known: readonly string[]
  rule: 'pixel-type-unknown' | 'dispatch-mode-unknown'
}

function* checkKnown(item: unknown, register: string, { known, rule }: Known): Generator<Found> {
  const value = at(item, register)
  if (typeof value === 'string' && !known.includes(value)) {
    yield found(rule, register, { value: told(value) })
  }
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
