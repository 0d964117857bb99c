import { type Group, isCollection } from '../../api/settings/index.ts'
import { isHandBuilt, type Variant } from '../../api/settings/smart-autoplay.ts'
import { type Fields, isFields } from '../../plain.ts'
import { valueIn } from './lay.ts'
import { type EditPlace, ITEM_REGISTERS } from './register.ts'

/** The keys of a selection that may be sent; what else a variant has is the service's. */
const VARIANT_KEYS = ['template_name', 'template_position', 'file_id', 'scale']
const PAIR_KEYS = ['type', 'start']

/** Whether two values of a register are the same to the service; no value is the same as null. */
export function sameValue({ group, register }: EditPlace, one: unknown, other: unknown) {
  if (group === 'traffic_filter' && (Array.isArray(one) || Array.isArray(other))) {
    return asSet(one) === asSet(other)
  }
  return canonical(sendable(register, one)) === canonical(sendable(register, other))
}

/** Whether two items are the same in all that could be sent of them. */
export const sameItem = (group: Group, one: Fields, other: Fields) =>
  registersOf(group).every((register) =>
    sameValue({ group, item_id: null, register }, valueIn(one, register), valueIn(other, register)),
  )

/** Whether an item has all that was wanted of it; the service may have filled in what was not said. */
export const hasAll = (group: Group, item: Fields, want: Fields) =>
  registersOf(group).every((register) => {
    const wanted = valueIn(want, register) ?? null
    const at = { group, item_id: null, register }
    return wanted === null || sameValue(at, valueIn(item, register), wanted)
  })

export const registersOf = (group: Group): string[] =>
  isCollection(group) ? Object.keys(ITEM_REGISTERS[group]) : []

/** A value without what must never leave: hand-built variants and keys that are not ours to send. */
export function sendable(register: string | null, value: unknown): unknown {
  if (value === undefined) return null
  if (register === 'variants' && Array.isArray(value)) {
    return (value as Variant[])
      .filter((variant) => !isHandBuilt(variant))
      .map((variant) => pick(variant, VARIANT_KEYS))
  }
  return register === 'action_after_finish' && isFields(value) ? pick(value, PAIR_KEYS) : value
}

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

/** One text for equal values, whatever the order of their keys; an object of nothing is nothing. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  if (!isFields(value)) return JSON.stringify(value ?? null)
  const keys = Object.keys(value).filter((key) => (value[key] ?? null) !== null)
  if (keys.length === 0) return 'null'
  return `{${keys
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`)
    .join()}}`
}
