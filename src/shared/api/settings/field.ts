import { z } from 'zod'
import { type NullAsAbsent, notShown, nullAsAbsent } from '../schemas.ts'

/** The type of a value, which the check names for a value of another type. */
export type ValueKind =
  | 'boolean'
  | 'text'
  | 'integer'
  | 'number'
  | 'object'
  | 'list-of-texts'
  | 'list'
  | 'any'

/**
 * A register is the unit of merge: what one edit sets and one conflict is about. A `leaf` is a
 * plain value, a `whole` is an object or list that is only ever set at once, a `list` is a set of
 * texts to which edits add and from which they remove.
 */
export type RegisterKind = 'leaf' | 'whole' | 'list'

/** Rules of the check with a special name for this field. */
type FieldRules<R extends string> = Partial<
  Record<'unknown' | 'missing' | 'negative' | 'beyond', R>
>

/**
 * A key of a settings group. Registers, what may be sent, the check of the value by itself and the
 * editor's control are derived from it. Plain data beside the schema, not zod's own metadata,
 * because the window is built without zod.
 */
export interface Field<S extends z.ZodType = z.ZodType, R extends string = string> {
  schema: S
  kind: ValueKind
  /** Null for an object of registers and for a list of items. */
  register: RegisterKind | null
  /** `name` and `url`: surrounding spaces are ignored. `second`: a second of the video. */
  format?: 'name' | 'url' | 'second'
  /** The values that the document lists. */
  choices?: readonly string[]
  rules?: FieldRules<R>
  /** The keys of an object, or of each object of a list. */
  fields?: FieldSet<R>
}

export type FieldSet<R extends string = string> = Readonly<Record<string, Field<z.ZodType, R>>>

/** The names of the rules in fields. */
export type RuleOf<F extends FieldSet> = F[keyof F] extends Field<z.ZodType, infer R> ? R : never

/** The schema of an object of fields; keys that the document does not name are kept. */
export type ObjectOf<F extends FieldSet> = z.ZodObject<
  { [K in keyof F]: F[K]['schema'] },
  z.core.$loose
>

export function objectOf<F extends FieldSet>(fields: F): ObjectOf<F> {
  const schemas = Object.entries(fields).map(([name, { schema }]) => [name, schema])
  return z.looseObject(Object.fromEntries(schemas)) as unknown as ObjectOf<F>
}

const withRules = <F extends FieldSet>(fields: F) => fields as unknown as FieldSet<RuleOf<F>>

type Nullish<S extends z.ZodType> = z.ZodOptional<z.ZodNullable<S>>
type Notes<R extends string> = Pick<Field<z.ZodType, R>, 'format' | 'choices' | 'rules'>

function leaf<S extends z.ZodType, R extends string = never>(
  kind: ValueKind,
  schema: S,
  notes: Notes<R> = {},
): Field<Nullish<S>, R> {
  return { schema: z.nullish(schema), kind, register: 'leaf', ...notes }
}

export const flag = () => leaf('boolean', z.boolean())
export const text = () => leaf('text', z.string())
export const name = () => leaf('text', z.string(), { format: 'name' })
export const url = () => leaf('text', z.string(), { format: 'url' })
export const integer = () => leaf('integer', z.int())
export const number = () => leaf('number', z.number())

/** A second of the video, from its start to its end. */
export const second = <const N extends FieldRules<string> = {}>(rules?: N) =>
  leaf('integer', z.int(), { format: 'second', ...named(rules) })

/**
 * One of the values that the document lists. Other values are read too, because the service may
 * have them.
 */
export const choice = <const N extends FieldRules<string> = {}>(
  choices: readonly string[],
  rules?: N,
) => leaf('text', z.string(), { choices, ...named(rules) })

// Inferred from the object of rules: inferred from a field within a list, the name would widen to
// any text.
const named = <N extends FieldRules<string>>(rules: N | undefined) =>
  ({ rules: rules ?? {} }) as unknown as { rules: FieldRules<Extract<N[keyof N], string>> }

/** A set of plain texts. */
export const texts = (): Field<Nullish<z.ZodArray<z.ZodString>>, never> => ({
  schema: z.nullish(z.array(z.string())),
  kind: 'list-of-texts',
  register: 'list',
})

/** A key whose values the document does not show. */
export const unshown = (): Field<z.ZodOptional<z.ZodUnknown>, never> => ({
  schema: notShown(z.optional(z.unknown()), 'assumed'),
  kind: 'any',
  register: 'leaf',
})

/** An object whose keys are registers. */
export const part = <F extends FieldSet>(
  fields: F,
): Field<NullAsAbsent<ObjectOf<F>>, RuleOf<F>> => ({
  schema: nullAsAbsent(objectOf(fields)),
  kind: 'object',
  register: null,
  fields: withRules(fields),
})

/** An object that is set as a whole, with these keys. */
export const whole = <F extends FieldSet>(fields: F): Field<Nullish<ObjectOf<F>>, RuleOf<F>> => ({
  schema: z.nullish(objectOf(fields)),
  kind: 'object',
  register: 'whole',
  fields: withRules(fields),
})

/** An object that is set as a whole, with any keys. */
export const anyObject = (): Field<Nullish<z.ZodRecord<z.ZodString, z.ZodUnknown>>, never> => ({
  schema: z.nullish(z.record(z.string(), z.unknown())),
  kind: 'object',
  register: 'whole',
})

type ListOf<F extends FieldSet> = NullAsAbsent<z.ZodArray<ObjectOf<F>>>

/** A list of objects without ids, which is set as a whole. */
export const wholeList = <F extends FieldSet>(fields: F): Field<ListOf<F>, RuleOf<F>> => ({
  schema: nullAsAbsent(z.array(objectOf(fields))),
  kind: 'list',
  register: 'whole',
  fields: withRules(fields),
})

type WithId<F> = F & { id: Field<z.ZodString, never> }

/** The items of a collection, which have ids. */
export const items = <F extends FieldSet>(fields: F): Field<ListOf<WithId<F>>, RuleOf<F>> => ({
  schema: nullAsAbsent(z.array(objectOf({ id: ID, ...fields } as WithId<F>))),
  kind: 'list',
  register: null,
  fields: withRules(fields),
})

const ID: Field<z.ZodString, never> = { schema: z.string().min(1), kind: 'text', register: null }

export type Place<R extends string = string> = readonly [place: string, field: Field<z.ZodType, R>]

/** Every field by its dotted path; an object of registers comes before its keys. */
export function placesIn<R extends string>(fields: FieldSet<R>, above = ''): Place<R>[] {
  return Object.entries(fields).flatMap(([key, field]): Place<R>[] => {
    const place = `${above}${key}`
    const isPart = field.kind === 'object' && field.register === null
    const inside = isPart ? placesIn(field.fields ?? {}, `${place}.`) : []
    return [[place, field], ...inside]
  })
}
