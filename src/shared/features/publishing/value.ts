import { type Group, isCollection, isHandBuilt, type Variant } from '../../api/settings/index.ts'
import { type Fields, isFields } from '../../plain.ts'
import { valueIn } from './lay.ts'
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
