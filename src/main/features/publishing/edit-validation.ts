import { type Collection, type Group, settings } from '../../../shared/api/settings/index.ts'
import { AppError } from '../../../shared/failure.ts'
import { withValue } from '../../../shared/features/publishing/lay.ts'
import {
  type EditPlace,
  fieldAt,
  ITEM_REGISTERS,
  type RegisterAt,
  registerKind,
} from '../../../shared/features/publishing/register.ts'
import type { Rule } from '../../../shared/features/videos/check/rules.ts'

// A million characters of HTML with all their JSON escapes. The document names no limit.
const LARGEST = 4_000_000

/** The failure for an edit that cannot be stored, with the name of its field. */
export function invalid({ group, item_id, register }: EditPlace, message: string): AppError {
  const path = [group, item_id, register].filter((part) => part !== null).join(' ')
  return new AppError({ kind: 'invalid', fields: [{ path, message }], text: `${path}: ${message}` })
}

/** Throws unless the text is valid Unicode and small enough to be sent. */
export function assertStorable(at: EditPlace, value: unknown) {
  if (hasLoneSurrogate(value)) throw invalid(at, 'broken-text' satisfies Rule)
  const size = JSON.stringify(value).length
  if (size > LARGEST) throw new AppError({ kind: 'too-long', size, limit: LARGEST })
}

function hasLoneSurrogate(value: unknown): boolean {
  if (typeof value === 'string') return /\p{Surrogate}/u.test(value)
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(
    ([key, inside]) => hasLoneSurrogate(key) || hasLoneSurrogate(inside),
  )
}

/** Throws unless the value has the type that the document gives the register. */
export function assertValue(at: RegisterAt, value: unknown) {
  const isPlain = value === null || typeof value !== 'object'
  const kind = registerKind(at)
  if (kind === 'leaf' && !isPlain) throw invalid(at, 'is one value')
  // The schema takes null, as an answer may have it; the service has no such list.
  if (kind === 'whole' && value === null && fieldAt(at)?.kind === 'list') {
    throw invalid(at, 'is a list')
  }
  const item = withValue({ id: 'any' }, at.register, value)
  const patch = at.item_id === null ? withValue({}, at.register, value) : { items: [item] }
  assertShape(at, at.group, patch)
}

/** Throws unless the item has only settings of its collection, each of its type. */
export function assertItem(group: Collection, item: Readonly<Record<string, unknown>>) {
  for (const [part, inside] of Object.entries(item)) {
    const names = typeof inside === 'object' && inside !== null ? Object.keys(inside) : ['']
    for (const name of names) {
      const register = name === '' ? part : `${part}.${name}`
      const isKnown = Object.hasOwn(ITEM_REGISTERS[group], register)
      if (!isKnown) throw invalid({ group, item_id: null, register }, 'is not a setting')
    }
  }
  const at = { group, item_id: null, register: null }
  assertShape(at, group, { items: [{ ...item, id: 'any' }] })
}

export function assertTexts(at: RegisterAt, texts: readonly string[]) {
  if (texts.length > 5000) throw invalid(at, 'has more than 5000 values')
}

function assertShape(at: EditPlace, group: Group, patch: unknown) {
  const parsed = settings[group].safeParse(patch)
  if (parsed.success) return
  const [issue] = parsed.error.issues
  const register = at.register ?? (issue?.path.slice(2).join('.') || null)
  throw invalid({ ...at, register }, issue?.message ?? 'is not of its type')
}
