import type { Group } from '../../api/settings/index.ts'
import type { Video } from '../../api/video.ts'
import type { Change, Problem } from '../publishing/edit.ts'
import { itemName } from '../publishing/value-text.ts'
import type { Rule } from '../videos/check/rules.ts'
import { textAt } from '../videos/check/values.ts'

export const SEVERITIES = ['error', 'warning', 'note'] as const
export type Severity = (typeof SEVERITIES)[number]

/**
 * The rules that need more than one video, or the player's pitch. Names must not change, because
 * texts and stored mutes refer to them.
 */
export const ACCOUNT_RULES = {
  'call-action-after-end': 'error',
  'pixel-never-fires': 'error',
  'fallback-loops': 'error',

  'call-action-before-pitch': 'warning',
  'address-http': 'warning',
  'address-without-host': 'warning',
  'address-without-utm': 'warning',
  'address-unlike-siblings': 'warning',
  'pixel-twice': 'warning',
  'pixel-without-event': 'warning',
  'fallback-filters-too': 'warning',

  'no-pitch': 'note',
  'name-twice': 'note',
} as const satisfies Record<string, Severity>

export type AccountRule = keyof typeof ACCOUNT_RULES

export const isAccountRule = (rule: string): rule is AccountRule =>
  Object.hasOwn(ACCOUNT_RULES, rule)

/**
 * The severity of rules of the check for viewers, where it differs from their severity for a post.
 */
export const SEVERITY_IN_ACCOUNT: Partial<Record<Rule, Severity>> = {
  'fallback-is-itself': 'error',
  'fallback-unknown': 'error',
  'filter-list-empty': 'note',
  'filter-token-set': 'note',
  'group-off-with-items': 'note',
}

const OWN = 'own:'

export const ownRuleName = (id: string) => `${OWN}${id}`

export const ownRuleId = (rule: string) => (rule.startsWith(OWN) ? rule.slice(OWN.length) : null)

/** The parts of a list of problems: a severity each, and the user's own rules. */
export const SECTIONS = [...SEVERITIES, 'own'] as const
type Section = (typeof SECTIONS)[number]

export const sectionOf = ({
  rule,
  severity,
}: Pick<AccountProblem, 'rule' | 'severity'>): Section =>
  ownRuleId(rule) === null ? severity : 'own'

/** A problem of a video after posting the edits, among all videos of the account. */
export interface AccountProblem extends Omit<Problem, 'severity' | 'group'> {
  severity: Severity
  /** Null when it concerns the video as a whole. */
  group: Group | null
  /** The name of the item; empty when it concerns none. */
  item: string
  /** Changes that solve it, when there is exactly one solution. */
  fix?: Change[]
  /** With a fix: the value that its first change replaces. */
  before?: unknown
}

/** A rule's finding in a video; the caller adds the video. */
export type FoundInVideo = Omit<AccountProblem, 'video_id' | 'severity' | 'item'> & {
  rule: AccountRule
}

/** Identifies a problem for mutes and first sightings. */
export type ProblemPlace = Pick<AccountProblem, 'video_id' | 'group' | 'item_id' | 'rule'>

/** A key that is equal for equal places and rules. */
export const problemKey = ({ video_id, group, item_id, rule }: ProblemPlace) =>
  JSON.stringify([video_id, group, item_id, rule])

/** The video in a key of `problemKey`. */
export const videoOfKey = (key: string): string => (JSON.parse(key) as [string])[0]

/**
 * The key of each problem of a list, numbered where a rule finds a place more than once. It does not
 * depend on other places, so that it stays when they are solved.
 */
export function rowKeys(problems: readonly ProblemPlace[]): string[] {
  const counts = new Map<string, number>()
  return problems.map((problem) => {
    const key = problemKey(problem)
    const count = counts.get(key) ?? 0
    counts.set(key, count + 1)
    return `${key} ${count}`
  })
}

/** What the keys of an item's problems start with. */
export const itemKeyStart = ({ video_id, group, item_id }: Omit<ProblemPlace, 'rule'>) =>
  JSON.stringify([video_id, group, item_id]).slice(0, -1)

export const nameOf = ({ id, name }: Video) => name || id

/** The name of an item, or else its id. */
export const itemLabel = (item: unknown) => itemName(item).trim() || textAt(item, 'id')

export const setting = (
  at: { group: Group; item_id: string | null },
  register: string,
  value: null | string | number | boolean | Record<string, string | number>,
): Change => ({ kind: 'set', ...at, register, value })
