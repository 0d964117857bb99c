import { isHandBuilt, SETTINGS } from '../../../api/settings/index.ts'
import { isPictureReference, referredHash } from '../../pictures/picture.ts'
import { checkedIn, checkFields } from './fields.ts'
import { type About, type Found, found, shortValue } from './rules.ts'
import { at, objectsAt, textAt } from './values.ts'

const SMALLEST_SCALE = 0.1
const LARGEST_SCALE = 1

const FIELDS = checkedIn(SETTINGS.smart_autoplay.variants.fields ?? {})

/** Variants are one register, so a problem identifies its variant by number. */
export function* checkVariants(group: unknown, about: About): Generator<Found> {
  for (const [index, variant] of objectsAt(group, 'variants').entries()) {
    // Video, smart_autoplay: one hand-built on the dashboard lacks the selection keys.
    if (isHandBuilt(variant)) continue
    for (const { rule, register, details } of checkFields(variant, FIELDS, about, checkImage)) {
      yield found(rule, 'variants', { ...details, key: register ?? '', number: index + 1 })
    }
  }
}

const checkImage = (variant: unknown, about: About) =>
  at(variant, 'template_name') === 'image' ? checkPicture(variant, about) : checkNoPicture(variant)

// Video, PATCH, 5 and 7.
function* checkPicture(variant: unknown, { keptPictures }: About): Generator<Found> {
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
function* checkNoPicture(variant: unknown): Generator<Found> {
  const file_id = at(variant, 'file_id') ?? null
  const scale = at(variant, 'scale') ?? null
  if (file_id !== null) yield found('file-without-image', 'file_id', { value: shortValue(file_id) })
  if (scale !== null) yield found('scale-without-image', 'scale', { value: shortValue(scale) })
}
