import type { Group } from '../../api/settings/index.ts'
import type { Video } from '../../api/video.ts'
import type { Change, Problem } from '../publishing/edit.ts'
import type { Rule } from '../videos/check/rules.ts'
import { textAt } from '../videos/check/values.ts'

export const SEVERITIES = ['error', 'warning', 'note'] as const
export type Severity = (typeof SEVERITIES)[number]

/**
 * The rules that need more than one video, or the pitch of the player. A name stays: sentences and mutes
 * hang on it.
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

/** What a rule of the check means for viewers, where that differs from what it means for a post. */
export const SEVERITY_IN_ACCOUNT: Partial<Record<Rule, Severity>> = {
  'fallback-is-itself': 'error',
  'fallback-unknown': 'error',
  'filter-list-empty': 'note',
  'filter-token-set': 'note',
  'group-off-with-items': 'note',
}

const OWN = 'own:'

/** The name of a rule that the person made. */
export const ownRuleName = (id: string) => `${OWN}${id}`

export const ownRuleId = (rule: string) => (rule.startsWith(OWN) ? rule.slice(OWN.length) : null)

/** A problem of a video as it would be, among all videos of the account. */
export interface AccountProblem extends Omit<Problem, 'severity' | 'group'> {
  severity: Severity
  /** Null when it is about the video as a whole. */
  group: Group | null
  /** What the item is called; empty when it is about none. */
  item: string
  /** Changes that solve it, where only one way is clear. */
  fix?: Change[]
  /** With a fix: the value that its first change replaces. */
  before?: unknown
}

/** What a rule finds in a video; the video is known to those who ask. */
export type FoundInVideo = Omit<AccountProblem, 'video_id' | 'severity' | 'item'> & {
  rule: AccountRule
}

/** What a mute and a first sighting are of. */
export type ProblemPlace = Pick<AccountProblem, 'video_id' | 'group' | 'item_id' | 'rule'>

/** One text per place and rule, equal for equal ones. */
export const problemKey = ({ video_id, group, item_id, rule }: ProblemPlace) =>
  JSON.stringify([video_id, group, item_id, rule])

export const nameOf = ({ id, name }: Video) => name || id

/** What an item is called, as in the editors: the text on the button, or its label. */
export const itemLabel = (item: unknown) =>
  textAt(item, 'action.content').trim() || textAt(item, 'base.name').trim() || textAt(item, 'id')

/** One change of a value. */
export const setting = (
  at: { group: Group; item_id: string | null },
  register: string,
  value: null | string | number | boolean | Record<string, string | number>,
): Change => ({ kind: 'set', ...at, register, value })
