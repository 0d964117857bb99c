import { TEMPLATE_NAMES, TEMPLATE_POSITIONS } from '../../../api/settings/smart-autoplay.ts'
import { isPictureReference, referredHash } from '../../pictures/picture.ts'
import { type About, type Found, found, told } from './rules.ts'
import { at, checkValues, GROUP_KINDS, objectsAt, textAt, VARIANT_KINDS } from './values.ts'

export const SMALLEST_SCALE = 0.1
export const LARGEST_SCALE = 1

/** Variants are one register, so a problem says by its number which one it is about. */
export function* checkSmartAutoplay(group: unknown, about: About): Generator<Found> {
  yield* checkValues(group, GROUP_KINDS.smart_autoplay)
  for (const [index, variant] of objectsAt(group, 'variants').entries()) {
    for (const { rule, register, details } of checkVariant(variant, about)) {
      yield found(rule, 'variants', { ...details, key: register ?? '', number: index + 1 })
    }
  }
}

function* checkVariant(variant: unknown, about: About): Generator<Found> {
  const name = at(variant, 'template_name')
  // Video, smart_autoplay: one hand-built on the dashboard lacks the selection keys.
  if (typeof name !== 'string') return
  yield* checkValues(variant, VARIANT_KINDS)
  if (!(TEMPLATE_NAMES as readonly string[]).includes(name)) {
    yield found('template-name-unknown', 'template_name', { value: told(name) })
  }
  const position = at(variant, 'template_position')
  if (
    typeof position === 'string' &&
    !(TEMPLATE_POSITIONS as readonly string[]).includes(position)
  ) {
    yield found('template-position-unknown', 'template_position', { value: told(position) })
  }
  yield* name === 'image' ? checkImage(variant, about) : checkNoImage(variant)
}

// Video, PATCH, 5 and 7.
function* checkImage(variant: unknown, { keptPictures }: About): Generator<Found> {
  const file_id = textAt(variant, 'file_id')
  if (file_id === '') yield found('image-without-file', 'file_id')
  if (isPictureReference(file_id) && !isKept(file_id, keptPictures)) {
    yield found('picture-not-kept', 'file_id')
  }
  const scale = at(variant, 'scale')
  if (scale === undefined || scale === null) {
    yield found('image-without-scale', 'scale')
  } else if (typeof scale === 'number' && !(scale >= SMALLEST_SCALE && scale <= LARGEST_SCALE)) {
    yield found('image-scale-out-of-range', 'scale', { value: scale })
  }
}

function isKept(file_id: string, kept: About['keptPictures']) {
  const hash = referredHash(file_id)
  return hash !== null && (kept === null || kept.has(hash))
}

// Video, smart_autoplay: `file_id` and `scale` only with `image`.
function* checkNoImage(variant: unknown): Generator<Found> {
  const file_id = at(variant, 'file_id') ?? null
  const scale = at(variant, 'scale') ?? null
  if (file_id !== null) yield found('file-without-image', 'file_id', { value: told(file_id) })
  if (scale !== null) yield found('scale-without-image', 'scale', { value: told(scale) })
}
