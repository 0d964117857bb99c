import type { Field } from '../../api/settings/field.ts'
import {
  GROUPS,
  type Group,
  isCollection,
  isHandBuilt,
  type Variant,
} from '../../api/settings/index.ts'
import type { Video } from '../../api/video.ts'
import { type Fields, fieldsOf, isFields } from '../../plain.ts'
import { type Item, valueIn } from './lay.ts'
import { type EditPlace, GROUP_REGISTERS, ITEM_REGISTERS, wholeNamed } from './register.ts'

/** Whether two values of a register are equal for the service; an absent value equals null. */
export function sameValue({ group, register }: EditPlace, one: unknown, other: unknown) {
  const isList = GROUP_REGISTERS[group][register ?? '']?.register === 'list'
  if (isList && (Array.isArray(one) || Array.isArray(other))) {
    return asSet(one) === asSet(other)
  }
  return canonical(sendable(register, one)) === canonical(sendable(register, other))
}

/** Whether two items are equal in all registers that can be sent. */
export const sameItem = (group: Group, one: Fields, other: Fields) =>
  registersOf(group).every((register) =>
    sameValue({ group, item_id: null, register }, valueIn(one, register), valueIn(other, register)),
  )

/**
 * Whether two states of a group are equal in all that the document names. Other keys may differ at
 * each read, as the address of a picture or a counter does, and the order means nothing.
 */
export function sameGroup(group: Group, one: unknown, other: unknown): boolean {
  // Usually nothing changed, which this comparison finds faster.
  if (JSON.stringify(one) === JSON.stringify(other)) return true
  return canonical(documentedIn(group, one)) === canonical(documentedIn(group, other))
}

/** Whether two states of a video are equal in all settings. */
export const sameSettings = (one: Video, other: Video) =>
  GROUPS.every((group) => sameGroup(group, one[group], other[group]))

function documentedIn(group: Group, value: unknown): unknown[] {
  const items = ((fieldsOf(value)['items'] ?? []) as Item[]).map((item) => [
    item.id,
    ...itemValues(group, item),
  ])
  return [groupValues(group, value), items.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1))]
}

/** What the document names of a group without its items. */
export const groupValues = (group: Group, value: unknown): unknown[] =>
  Object.entries(GROUP_REGISTERS[group]).map(([register, { register: kind }]) => {
    const there = valueIn(fieldsOf(value), register)
    return kind === 'list' ? asSet(there) : documented(register, there)
  })

/** What the document names of an item, without its id. */
export const itemValues = (group: Group, item: Fields): unknown[] =>
  registersOf(group).map((register) => documented(register, valueIn(item, register)))

/** A value without the keys that the document does not name; a hand-built variant is one of its values. */
function documented(register: string, value: unknown): unknown {
  const { kind, fields } = wholeNamed(register) ?? {}
  if (!fields) return value
  const keys = Object.keys(fields)
  if (kind !== 'list') return isFields(value) ? pick(value, keys) : value
  const variants = Array.isArray(value) ? (value as Variant[]) : []
  return variants.map((variant) => (isHandBuilt(variant) ? variant : pick(variant, keys)))
}

/**
 * Whether an item has all wanted values. Values that were not specified are ignored, because the service
 * fills them in.
 */
export const hasWantedValues = (group: Group, item: Fields, want: Fields) =>
  registersOf(group).every((register) => {
    const wanted = valueIn(want, register) ?? null
    const at = { group, item_id: null, register }
    return wanted === null || sameValue(at, valueIn(item, register), wanted)
  })

/** The registers of an item of this group; empty for a group without items. */
export const registersOf = (group: Group): string[] =>
  isCollection(group) ? Object.keys(ITEM_REGISTERS[group]) : []

/** A value without the parts that must never be sent: hand-built variants, and keys maintained by the service. */
export function sendable(register: string | null, value: unknown): unknown {
  if (value === undefined) return null
  const { kind, fields } = wholeNamed(register) ?? {}
  if (!fields) return value
  const keys = Object.keys(fields)
  if (kind === 'list' && Array.isArray(value)) {
    return (value as Variant[])
      .filter((variant) => !isHandBuilt(variant))
      .map((variant) => pick(variant, keys))
  }
  return kind === 'object' && isFields(value) ? pick(value, keys) : value
}

/**
 * Whether any of these values of a register is a list with a hand-built variant. It cannot be sent, so
 * such a list is neither set nor replaced by another.
 */
export const isHandBuiltList = (
  { register }: Pick<EditPlace, 'register'>,
  ...values: readonly unknown[]
) =>
  wholeNamed(register)?.kind === 'list' &&
  values.some(
    (value) =>
      Array.isArray(value) && value.some((each) => isFields(each) && isHandBuilt(each as Variant)),
  )

function pick(fields: Fields, keys: string[]): Fields {
  return Object.fromEntries(
    keys.filter((key) => (fields[key] ?? null) !== null).map((key) => [key, fields[key]]),
  )
}

const asSet = (value: unknown) =>
  [...new Set<unknown>(Array.isArray(value) ? value : [])]
    .map((one) => JSON.stringify(one))
    .sort()
    .join()

/** Equal texts for equal values, independent of the order of keys; an empty object equals null. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  if (!isFields(value)) return JSON.stringify(value ?? null)
  const keys = Object.keys(value).filter((key) => (value[key] ?? null) !== null)
  if (keys.length === 0) return 'null'
  return `{${keys
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`)
    .join()}}`
}

/** Whether a value has its field's type, as deeply as the field specifies. */
export const fits = (field: Field, found: unknown): boolean =>
  found === null || found === undefined || OF_KIND[field.kind](found, field)

const OF_KIND: Readonly<Record<Field['kind'], (found: unknown, field: Field) => boolean>> = {
  boolean: (found) => typeof found === 'boolean',
  text: (found) => typeof found === 'string',
  integer: (found) => Number.isSafeInteger(found),
  number: (found) => Number.isFinite(found),
  object: (found, field) => fitsInside(field, found),
  'list-of-texts': (found) => Array.isArray(found) && found.every((one) => typeof one === 'string'),
  list: (found, field) => Array.isArray(found) && found.every((one) => fitsInside(field, one)),
  // A register that is not set as a whole is a single value.
  any: (found) => typeof found !== 'object',
}

const fitsInside = ({ fields = {} }: Field, found: unknown): boolean =>
  isFields(found) && Object.entries(fields).every(([key, inner]) => fits(inner, ownOf(found, key)))

const ownOf = (fields: Fields, key: string) => (Object.hasOwn(fields, key) ? fields[key] : null)
