import { z } from 'zod'
import { onAccount } from '../../model/ids.ts'
import { type Operation, returns, storedChange } from '../../operation.ts'

const MOST_CHARACTERS = 2000
export const MOST_ALIASES = 5000
const text = z.string().max(MOST_CHARACTERS)

const alias = z.object({
  query_key: text.min(1),
  value: text,
  canonical: text,
  /** The name was typed while IDs were removed, so that what looks like one in it belongs to it. */
  keepsId: z.literal(true).optional(),
})
/** Another spelling of a parameter's value. */
export type Alias = z.output<typeof alias>

/** How values of query parameters are merged. The stored answers stay unchanged. */
export const mergeRules = z.object({
  /** Decodes `%XX` sequences, and `+` as a space. */
  decodes: z.boolean(),
  ignoresCase: z.boolean(),
  /** Treats `name|id` as `name`. */
  dropsIds: z.boolean(),
  /** Of all parameters and players of an account. */
  aliases: z.array(alias).max(MOST_ALIASES),
})
export type MergeRules = z.output<typeof mergeRules>

export const NO_MERGE_RULES: MergeRules = {
  decodes: false,
  ignoresCase: false,
  dropsIds: false,
  aliases: [],
}

interface Reading {
  /** Values with the same key are merged. */
  key: string
  value: string
}

/** Reads a raw value under the rules, but for the aliases. */
function plainReader(rules: MergeRules): (raw: string) => Reading {
  return (raw) => {
    const value = withoutId(rules.decodes ? decoded(raw) : raw, rules)
    return { key: rules.ignoresCase ? value.toLowerCase() : value, value }
  }
}

/** Gives the key of the name to which an alias leads. */
function nameReader(rules: MergeRules): (alias: Alias) => string {
  const [plain, whole] = [plainReader(rules), plainReader({ ...rules, dropsIds: false })]
  return ({ canonical, keepsId }) => (keepsId ? whole : plain)(canonical).key
}

/** A function that gives a raw value's key and display value under the rules. */
export function makeReader(rules: MergeRules, query_key: string): (raw: string) => Reading {
  const [plain, keyOf] = [plainReader(rules), nameReader(rules)]
  const names = new Map(
    rules.aliases
      .filter((one) => one.query_key === query_key)
      .map((one) => [plain(one.value).key, { key: keyOf(one), value: one.canonical }]),
  )
  return (raw) => {
    const read = plain(raw)
    // One step only, so that two aliases of each other cause no endless loop.
    return names.get(read.key) ?? read
  }
}

/** The raw values of a query parameter. */
export type ValuesOf = (query_key: string) => readonly string[]

/** The rules without the aliases of values that do not occur, which change nothing of what is shown. */
export function withOccurring(rules: MergeRules, valuesOf: ValuesOf): MergeRules {
  const read = plainReader(rules)
  const parameters = new Set(rules.aliases.map(({ query_key }) => query_key))
  const occurring = new Map(
    [...parameters].map((query_key) => {
      const keys = new Set(valuesOf(query_key).map((raw) => read(raw).key))
      return [query_key, ({ value }: Alias) => keys.has(read(value).key)]
    }),
  )
  return { ...rules, aliases: rules.aliases.filter((one) => occurring.get(one.query_key)?.(one)) }
}

/**
 * Adds an alias of each of exactly these values, because their other spellings are merged only as long as the
 * rules that do so are on. Existing aliases of a spelling, or that lead to one, are redirected, so that there
 * are no chains.
 */
export function withAliases(
  rules: MergeRules,
  query_key: string,
  values: readonly string[],
  canonical: string,
): MergeRules {
  const [read, keyOf] = [plainReader(rules), nameReader(rules)]
  const to: Omit<Alias, 'value'> = {
    ...{ query_key, canonical },
    ...(rules.dropsIds && canonical.includes('|') && { keepsId: true }),
  }
  const added = values.map((value): Alias => ({ ...to, value }))
  const known = new Set(values)
  const keys = new Set(values.map((value) => read(value).key))
  // The new canonical value must not be an alias itself.
  const name = keyOf({ ...to, value: '' })
  const isRedirected = (one: Alias) => {
    const { key } = read(one.value)
    return key === name || keys.has(key) || keys.has(keyOf(one))
  }
  const others = rules.aliases.filter((one) => one.query_key !== query_key)
  const remaining = rules.aliases
    .filter((one) => one.query_key === query_key && !known.has(one.value))
    .map((one) => (isRedirected(one) ? { ...to, value: one.value } : one))
  const isNeeded = (one: Alias) => one.value !== one.canonical || read(one.value).key !== keyOf(one)
  return { ...rules, aliases: [...others, ...[...remaining, ...added].filter(isNeeded)] }
}

export function withoutAlias(rules: MergeRules, gone: Alias): MergeRules {
  return { ...rules, aliases: rules.aliases.filter((one) => one !== gone) }
}

function decoded(raw: string): string {
  return raw
    .replaceAll('+', ' ')
    .replaceAll(/(?:%[0-9a-f]{2})+/gi, letters)
    .trim()
}

/** Sequences that are not UTF-8 stay unchanged. */
function letters(run: string): string {
  try {
    return decodeURIComponent(run)
  } catch {
    return run
  }
}

function withoutId(value: string, { dropsIds }: MergeRules): string {
  const cut = value.lastIndexOf('|')
  return dropsIds && cut > 0 ? value.slice(0, cut).trimEnd() : value
}

export const trafficCalls = {
  /** The merge rules of the account's query parameters. */
  rules: { input: onAccount, output: returns<MergeRules>(), isStored: true },
  keepRules: { input: onAccount.extend({ rules: mergeRules }), ...storedChange },
} satisfies Record<string, Operation>
