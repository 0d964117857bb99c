import { z } from 'zod'
import type { Field, ValueKind } from '../../api/settings/field.ts'
import { GROUPS, isCollection } from '../../api/settings/index.ts'
import type { Video } from '../../api/video.ts'
import { getOrCreate } from '../../maps.ts'
import { folded } from '../../tables/table.ts'
import { fieldAt, isSecret, type RegisterAt } from '../publishing/register.ts'
import { shortValue } from '../videos/check/rules.ts'
import { at, isObject, objectsAt, textAt } from '../videos/check/values.ts'
import { readTyped, TIME } from '../videos/codec.ts'
import { codesMeant, codesOf, isCoded, isWithin } from '../videos/regions.ts'
import { type AccountProblem, itemLabel, ownRuleName, SEVERITIES } from './problem.ts'

const OWN_COMPARISONS = [
  'has',
  'hasNot',
  'is',
  'isNot',
  'less',
  'greater',
  'empty',
  'notEmpty',
] as const
export type Comparison = (typeof OWN_COMPARISONS)[number]

/** Whether a comparison needs a value. */
export const takesValue = (comparison: Comparison) =>
  comparison !== 'empty' && comparison !== 'notEmpty'

export const MOST_RULES = 100

/** A rule that the user made: whatever matches it is a problem. */
export const ownRuleFields = z.object({
  name: z.string().trim().min(1).max(80),
  group: z.enum(GROUPS),
  register: z.string().min(1).max(60),
  comparison: z.enum(OWN_COMPARISONS),
  /** As typed: numbers and seconds in digits, a switch as `true` or `false`. */
  value: z.string().max(500),
  severity: z.enum(SEVERITIES),
  /** Only videos whose player has this tag; null for all. */
  tag: z.string().trim().min(1).max(40).nullable(),
})
export type OwnRuleFields = z.output<typeof ownRuleFields>

export const ownRule = ownRuleFields.extend({ id: z.string().regex(/^[a-z0-9]{1,32}$/) })
export type OwnRule = z.output<typeof ownRule>

const fieldOf = ({ group, register }: Pick<RegisterAt, 'group' | 'register'>): Field | undefined =>
  fieldAt({ group, item_id: isCollection(group) ? 'item' : null, register })

const OF_ANY: readonly Comparison[] = ['empty', 'notEmpty']
const OF_NUMBER: readonly Comparison[] = ['is', 'isNot', 'less', 'greater', ...OF_ANY]

const BY_KIND: Readonly<Record<ValueKind, readonly Comparison[]>> = {
  boolean: ['is'],
  integer: OF_NUMBER,
  number: OF_NUMBER,
  text: ['has', 'hasNot', 'is', 'isNot', ...OF_ANY],
  'list-of-texts': ['has', 'hasNot', ...OF_ANY],
  list: OF_ANY,
  object: OF_ANY,
  any: OF_ANY,
}

/** The comparisons that make sense for a setting. */
export function comparisonsOf(of: Pick<RegisterAt, 'group' | 'register'>): readonly Comparison[] {
  const { kind = 'any', choices } = fieldOf(of) ?? {}
  return choices ? ['is', 'isNot', ...OF_ANY] : BY_KIND[kind]
}

/** The type of a rule's value. */
export function valueKindOf(of: Pick<RegisterAt, 'group' | 'register'>) {
  const { kind, format, choices = [] } = fieldOf(of) ?? {}
  if (format === 'second') return { kind: 'second', choices } as const
  if (kind === 'boolean') return { kind: 'switch', choices } as const
  if (kind === 'integer' || kind === 'number') return { kind: 'number', choices } as const
  return { kind: choices.length > 0 ? 'choice' : 'text', choices } as const
}

/**
 * The value of a rule for a typed text; empty when it cannot be read. A time is read as in the
 * editor of the `longest` video, in seconds.
 */
export function typedValue(rule: OwnRuleFields, text: string, longest: number | null): string {
  if (valueKindOf(rule).kind !== 'second') return text
  const value = rule.value === '' ? null : Number(rule.value)
  const seconds = readTyped(TIME, text, { value, duration: longest })?.value
  return typeof seconds === 'number' ? String(seconds) : ''
}

/** Whether a rule can find anything: its setting exists, and can be compared in this way. */
export function isUsable(rule: OwnRuleFields): boolean {
  if (isSecret(rule.register) || !comparisonsOf(rule).includes(rule.comparison)) return false
  if (!takesValue(rule.comparison)) return true
  const { kind } = valueKindOf(rule)
  if (kind === 'switch') return rule.value === 'true' || rule.value === 'false'
  if (kind === 'text' || kind === 'choice') return rule.value.trim() !== ''
  return rule.value.trim() !== '' && Number.isFinite(Number(rule.value))
}

interface RuledVideo {
  video: Video
  rules: readonly OwnRule[]
  tags: readonly string[]
}

/** The problems that the user's own rules find in a video. */
export function checkOwnRules({ video, rules, tags }: RuledVideo): AccountProblem[] {
  const isMeant = ({ tag }: OwnRule) =>
    tag === null || tags.some((one) => folded(one) === folded(tag))
  return rules
    .filter((rule) => isMeant(rule) && isUsable(rule))
    .flatMap((rule) => foundBy(rule, video))
}

function foundBy(rule: OwnRule, video: Video): AccountProblem[] {
  const { id, name, group, register, severity, comparison } = rule
  const isOfItems = isCollection(group)
  const parts = isOfItems ? objectsAt(video[group], 'items') : [video[group] ?? {}]
  return parts
    .filter((part) => IS_FOUND[comparison](at(part, register), rule))
    .map((part) => ({
      ...{ severity, group, register, video_id: video.id, rule: ownRuleName(id) },
      item_id: isOfItems ? textAt(part, 'id') : null,
      item: isOfItems ? itemLabel(part) : '',
      details: { name, value: shortValue(at(part, register) ?? '') },
    }))
}

const IS_FOUND: Readonly<Record<Comparison, (value: unknown, rule: OwnRule) => boolean>> = {
  empty: isEmpty,
  notEmpty: (value) => !isEmpty(value),
  has,
  hasNot: (value, rule) => !has(value, rule),
  is: (value, rule) => isEqual(value, rule.value),
  isNot: (value, rule) => !isEqual(value, rule.value),
  less: (value, rule) => typeof value === 'number' && value < Number(rule.value),
  greater: (value, rule) => typeof value === 'number' && value > Number(rule.value),
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null) return true
  if (typeof value === 'string') return value.trim() === ''
  if (Array.isArray(value)) return value.length === 0
  return isObject(value) && Object.keys(value).length === 0
}

/** Ignores case and accents; in a list, it must equal a whole entry. */
function has(value: unknown, rule: OwnRule): boolean {
  const typed = folded(rule.value.trim())
  if (typeof value === 'string') return folded(value).includes(typed)
  if (!Array.isArray(value)) return false
  if (value.some((one) => typeof one === 'string' && folded(one) === typed)) return true
  const { register } = rule
  if (!isCoded(register)) return false
  const wanted = getOrCreate(meant, rule, () => codesMeant(rule.value, register))
  return codesOf(value, register).some((one) => wanted.some((code) => isWithin(one, code)))
}

/** Cached by rule, because names are looked up far slower than codes are compared. */
const meant = new WeakMap<OwnRule, readonly string[]>()

function isEqual(value: unknown, typed: string): boolean {
  if (typeof value === 'number') return value === Number(typed)
  // A switch that was never set counts as off.
  if (typed === 'true' || typed === 'false') {
    if (typeof value !== 'string') return (value === true) === (typed === 'true')
  }
  return typeof value === 'string' && folded(value.trim()) === folded(typed.trim())
}
