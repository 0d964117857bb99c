import type { PictureTrouble } from '../../../shared/failure.ts'
import {
  LARGEST_LOGO,
  MOST_LOGO_PIXELS,
  type ReportSender,
} from '../../../shared/features/reports/cover.ts'
import { inspect } from '../pictures/inspect.ts'

/** On covers: who sends the reports, and the bytes of a checked picture. */
export interface StoredBrand extends ReportSender {
  logo: Uint8Array | null
}

/** Why these bytes cannot be a logo; null when they can. */
export function logoTrouble(bytes: Uint8Array): PictureTrouble | null {
  if (bytes.length > LARGEST_LOGO) return 'too-large'
  const found = inspect(bytes)
  if (typeof found === 'string') return found
  return Math.max(found.width, found.height) > MOST_LOGO_PIXELS ? 'too-many-pixels' : null
}

/** The logo for a page, checked again: it may come from a backup. Null when it is not a picture. */
export function logoUrl(bytes: Uint8Array | null): string | null {
  if (!bytes || logoTrouble(bytes) !== null) return null
  const found = inspect(bytes)
  if (typeof found === 'string') return null
  return `data:${found.type};base64,${Buffer.from(bytes).toString('base64')}`
}
