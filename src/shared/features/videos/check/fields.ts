import { parsedAddress } from '../../../address.ts'
import { type FieldSet, type Place, placesIn, type ValueKind } from '../../../api/settings/field.ts'
import type { FieldRule } from '../../../api/settings/index.ts'
import { type About, type Found, found, isBroken, shortValue } from './rules.ts'
import { at, isObject, textAt } from './values.ts'

type Places = readonly Place<FieldRule>[]
type Field = Places[number][1]

/** The fields of each kind of rule, collected once because there may be thousands of items. */
export type Checked = Readonly<Record<'all' | 'texts' | 'ranges', Places>>

export function checkedIn(fields: FieldSet<FieldRule>): Checked {
  const all = placesIn(fields)
  return {
    all,
    texts: all.filter(([, { choices, format }]) => choices || format === 'url'),
    ranges: all.filter(([, field]) => field.format === 'second' || isPair(field)),
  }
}

/** Rules about several keys together. */
export type OwnRules = (part: unknown, about: About) => Iterable<Found>

/** Checks the known keys of a group, an item or a variant. */
export function* checkFields(
  part: unknown,
  { all, texts, ranges }: Checked,
  about: About,
  ownRules?: OwnRules,
): Generator<Found> {
  yield* checkTypes(part, all)
  yield* checkTexts(part, texts)
  if (ownRules) yield* ownRules(part, about)
  yield* checkRanges(part, ranges, about)
}

const IS: Readonly<Record<ValueKind, (value: unknown) => boolean>> = {
  boolean: (value) => typeof value === 'boolean',
  text: (value) => typeof value === 'string',
  integer: Number.isSafeInteger,
  number: Number.isFinite,
  object: isObject,
  list: Array.isArray,
  'list-of-texts': (value) =>
    Array.isArray(value) && value.every((item) => typeof item === 'string'),
  any: () => true,
}

/**
 * Finds wrong types and unpaired surrogates in the known keys; the content of unknown ones is not
 * checked.
 */
function* checkTypes(part: unknown, places: Places): Generator<Found> {
  for (const [register, field] of places) {
    const value = at(part, register)
    if (value === undefined || value === null) continue
    if (!IS[field.kind](value)) {
      yield found('wrong-type', register, { value: shortValue(value), expected: field.kind })
    } else if (carriesText(field) && hasBroken(value)) {
      yield found('broken-text', register, { value: shortValue(firstBroken(value)) })
    } else if (isPair(field)) {
      // Its parts are no separate registers.
      for (const { rule, register: key, details } of checkTypes(value, entriesOf(field))) {
        yield found(rule, register, { ...details, key: key ?? '' })
      }
    }
  }
}

const isPair = ({ kind, register, fields }: Field) =>
  kind === 'object' && register === 'whole' && fields !== undefined

const entriesOf = ({ fields = {} }: Field): Places => Object.entries(fields)

/** Other objects and lists have keys that are checked separately, or unknown ones. */
const carriesText = ({ kind, fields }: Field) =>
  kind === 'text' || kind === 'list-of-texts' || (kind === 'object' && fields === undefined)

const hasBroken = (value: unknown) => firstBroken(value) !== undefined

/** The first text in a value, including keys, with an unpaired surrogate. */
function firstBroken(value: unknown): string | undefined {
  const waiting = [value]
  while (waiting.length > 0) {
    const next = waiting.pop()
    if (typeof next === 'string') {
      if (isBroken(next)) return next
    } else if (Array.isArray(next)) {
      for (const item of next) waiting.push(item)
    } else if (isObject(next)) {
      for (const pair of Object.entries(next)) waiting.push(...pair)
    }
  }
  return undefined
}

/** Finds texts that are not among the choices, or not a URL. */
function* checkTexts(part: unknown, places: Places): Generator<Found> {
  for (const [register, field] of places) {
    const text = textAt(part, register)
    if (field.choices) yield* checkChoice(at(part, register), { register, field })
    else if (text !== '' && !isHttp(text)) {
      yield found('url-not-http', register, { value: shortValue(text) })
    }
  }
}

interface Chosen {
  register: string
  field: Field
  isRequired?: boolean
}

/** A value that is no text has the wrong type, which is reported already. */
function* checkChoice(value: unknown, { register, field, isRequired = false }: Chosen) {
  const { choices = [], rules } = field
  if (choices.includes(value as string) || (typeof value !== 'string' && !isRequired)) return
  const details = { value: shortValue(value) }
  yield rules?.unknown
    ? found(rules.unknown, register, details)
    : found('wrong-type', register, { ...details, expected: choices.join(', ') })
}

/** Video, call_actions: an http(s) URL that browsers can parse. */
export const isHttp = (url: string) => /^https?:\/\//i.test(url) && parsedAddress(url) !== null

function* checkRanges(part: unknown, places: Places, { duration }: About): Generator<Found> {
  for (const [register, field] of places) {
    const value = at(part, register)
    const ranged = { register, field, duration }
    if (field.format !== 'second') yield* isObject(value) ? checkPair(value, ranged) : []
    else if (Number.isSafeInteger(value)) yield* checkSecond(value as number, ranged)
  }
}

interface Ranged extends Pick<About, 'duration'> {
  register: string
  field: Field
}

function* checkSecond(value: number, { register, field, duration }: Ranged) {
  const { negative = 'second-negative', beyond = 'window-beyond-duration' } = field.rules ?? {}
  if (value < 0) yield found(negative, register, { value })
  if (duration !== null && value > duration) {
    yield found(beyond, register, { value, limit: duration })
  }
}

/** Values that are validated together are one register, whichever part is wrong. */
function* checkPair(pair: unknown, { register, field, duration }: Ranged): Generator<Found> {
  for (const [key, inner] of entriesOf(field)) {
    const value = at(pair, key) ?? null
    const { missing } = inner.rules ?? {}
    if (inner.choices) {
      yield* checkChoice(value ?? '', { register, field: inner, isRequired: true })
    } else if (value === null) {
      if (missing) yield found(missing, register)
    } else if (inner.format === 'second' && typeof value === 'number') {
      yield* checkSecond(value, { register, field: inner, duration })
    }
  }
}
