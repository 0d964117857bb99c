import { z } from 'zod'
import { onAccount } from '../../model/ids.ts'
import { done, type Operation, returns } from '../../operation.ts'

const MOST_CHARACTERS = 2000
const text = z.string().max(MOST_CHARACTERS)

const alias = z.object({ query_key: text.min(1), value: text, canonical: text })
/** A value of one parameter that is another written differently. */
export type Alias = z.output<typeof alias>

/** How values of query parameters are read as one. Nothing of the service's answer is changed. */
export const mergeRules = z.object({
  /** `+` and `%20` are spaces, and every other `%XX` is its letter. */
  decodes: z.boolean(),
  ignoresCase: z.boolean(),
  /** Of `name|id` only the name counts. */
  dropsIds: z.boolean(),
  aliases: z.array(alias).max(500),
})
export type MergeRules = z.output<typeof mergeRules>

export const NO_MERGE_RULES: MergeRules = {
  decodes: false,
  ignoresCase: false,
  dropsIds: false,
  aliases: [],
}

export interface Reading {
  /** Values that share it are one. */
  key: string
  value: string
}

/** How the values of a parameter read under the rules. */
export function makeReader(rules: MergeRules, query_key: string): (raw: string) => Reading {
  const plain = (raw: string): Reading => {
    const value = withoutId(rules.decodes ? decoded(raw) : raw, rules)
    return { key: rules.ignoresCase ? value.toLowerCase() : value, value }
  }
  const canonicals = new Map(
    rules.aliases
      .filter((one) => one.query_key === query_key)
      .map(({ value, canonical }) => [plain(value).key, canonical]),
  )
  return (raw) => {
    const read = plain(raw)
    const canonical = canonicals.get(read.key)
    // One step only, so that two rules that name each other cannot go round.
    return canonical === undefined ? read : { key: plain(canonical).key, value: canonical }
  }
}

/** Adds an alias; what already led to its value now leads where it leads, so that none is a chain. */
export function withAlias(rules: MergeRules, added: Alias): MergeRules {
  const read = makeReader({ ...rules, aliases: [] }, added.query_key)
  const isSame = (a: string, b: string) => read(a).key === read(b).key
  const others = rules.aliases.filter(({ query_key }) => query_key !== added.query_key)
  const own = rules.aliases.filter(({ query_key }) => query_key === added.query_key)
  // Whatever is chosen now as the canonical one is no alias of another any more.
  const kept = own
    .filter(({ value }) => !isSame(value, added.value) && !isSame(value, added.canonical))
    .map((one) =>
      isSame(one.canonical, added.value) ? { ...one, canonical: added.canonical } : one,
    )
  const isNeeded = !isSame(added.value, added.canonical)
  return { ...rules, aliases: [...others, ...kept, ...(isNeeded ? [added] : [])] }
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

/** What is no UTF-8 stays as it is. */
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

/** What the window may ask of rules of traffic. */
export const trafficCalls = {
  /** How the account's query parameters are read as one. */
  rules: { input: onAccount, output: returns<MergeRules>() },
  keepRules: { input: onAccount.extend({ rules: mergeRules }), output: done },
} satisfies Record<string, Operation>
