import { z } from 'zod'
import { onAccount } from '../../model/ids.ts'
import { type Operation, returns, storedChange } from '../../operation.ts'
import { type MutedProblem, muteFields, problemPlace } from './mute.ts'
import { type OwnRule, ownRule, ownRuleFields } from './own-rule.ts'
import type { AccountProblem, Severity } from './problem.ts'

export const PROBLEM_VIEWS = ['all', 'new', 'fixable', 'muted'] as const
export type ProblemView = (typeof PROBLEM_VIEWS)[number]

/** A problem with facts about its video. */
export type ListedProblem = (AccountProblem | MutedProblem) & {
  video: string
  /** In seconds; null when unknown, or when there is no pitch. */
  duration: number | null
  pitch: number | null
  /** Whether it was first seen yesterday or today. */
  isNew: boolean
}

export interface RuleFindings {
  rule: string
  severity: Severity
  /** The total number; `problems` contains the first of them. */
  count: number
  videos: number
  isNew: boolean
  problems: ListedProblem[]
}

export interface ProblemList {
  /** Sorted by severity, then by number of videos; the user's own rules come last. */
  findings: RuleFindings[]
  /** Number of videos with a problem, by severity; the user's own rules are counted separately. */
  videos: Record<Severity | 'own', number>
  /** Number of problems in each view. */
  counts: Record<ProblemView, number>
  /** Number of checked videos. */
  checked: number
  /** How many of them have plays in the downloaded data; null when all videos were requested. */
  active: number | null
  /** Epoch milliseconds. */
  checkedAt: number
  /** Problems that disappeared yesterday or today. */
  gone: number
  /** Duration of the longest video, in seconds; null when unknown. */
  longest: number | null
  rules: OwnRule[]
}

/** Longer lists would make the window slow; the others appear once these are solved. */
export const MOST_LISTED = 200

export const problemsCalls = {
  list: {
    input: onAccount.extend({
      view: z.enum(PROBLEM_VIEWS),
      /** Part of the name of a video or an item. */
      search: z.string().max(200),
      /**
       * Rules whose title matches the search: they are listed whatever they found, because only the
       * window knows the titles.
       */
      rules: z.array(z.string().max(80)).max(200),
      /** Only videos with plays in the downloaded data; all when omitted. */
      isActiveOnly: z.boolean().optional(),
      /** Maximum number of problems listed per rule: `MOST_LISTED` when omitted. */
      most: z.int().min(1).max(100_000).optional(),
    }),
    output: returns<ProblemList>(),
    isLarge: true,
  },
  /** The number of videos with an error, for the sidebar. */
  videosWithErrors: { input: onAccount, output: returns<number>() },
  mute: { input: onAccount.extend({ mute: muteFields }), ...storedChange },
  unmute: { input: onAccount.extend({ place: problemPlace }), ...storedChange },
  /** Saves a rule; a new one has no id. Returns its id. */
  saveRule: {
    input: onAccount.extend({ id: ownRule.shape.id.nullable(), fields: ownRuleFields }),
    output: returns<string>(),
    isStored: true,
    changes: true,
  },
  removeRule: { input: onAccount.extend({ id: ownRule.shape.id }), ...storedChange },
} satisfies Record<string, Operation>
