import { z } from 'zod'
import { onAccount } from '../../model/ids.ts'
import { noOutput, type Operation, returns } from '../../operation.ts'
import { type MutedProblem, muteFields, problemPlace } from './mute.ts'
import { type OwnRule, ownRule, ownRuleFields } from './own-rule.ts'
import type { AccountProblem, Severity } from './problem.ts'

export const PROBLEM_VIEWS = ['all', 'new', 'fixable', 'muted'] as const
export type ProblemView = (typeof PROBLEM_VIEWS)[number]

/** A problem with what is said of its video. */
export type ListedProblem = (AccountProblem | MutedProblem) & {
  video: string
  /** In seconds; null when they are not known, or there is no pitch. */
  duration: number | null
  pitch: number | null
  /** Whether it was first seen yesterday or today. */
  isNew: boolean
}

/** What one rule found. */
export interface RuleFindings {
  rule: string
  severity: Severity
  /** All that it found; `problems` are the first of them. */
  count: number
  videos: number
  isNew: boolean
  problems: ListedProblem[]
}

export interface ProblemList {
  /** By severity, most videos first; the person's own rules last. */
  findings: RuleFindings[]
  /** Videos with a problem, by severity; those of the person's own rules apart. */
  videos: Record<Severity | 'own', number>
  /** Problems in each view. */
  counts: Record<ProblemView, number>
  /** Videos that were looked at. */
  checked: number
  /** How many of them have plays in the downloaded data; null when all were asked for. */
  active: number | null
  /** Epoch milliseconds. */
  checkedAt: number
  /** Problems that yesterday or today ended. */
  gone: number
  rules: OwnRule[]
}

/** More of one rule would make the window slow; the others come once these are solved. */
export const MOST_LISTED = 200

export const problemsCalls = {
  list: {
    input: onAccount.extend({
      view: z.enum(PROBLEM_VIEWS),
      /** Part of the name of a video or an item. */
      search: z.string().max(200),
      /** Rules that the search means, whatever they found: their titles are the window's. */
      rules: z.array(z.string().max(80)).max(200),
      /** Only videos with plays in the downloaded data; of all when omitted. */
      isActiveOnly: z.boolean().optional(),
      /** Problems of each rule that are listed: `MOST_LISTED` when omitted. */
      most: z.int().min(1).max(100_000).optional(),
    }),
    output: returns<ProblemList>(),
    isLarge: true,
  },
  /** How many videos have an error, for the sidebar. */
  videosWithErrors: { input: onAccount, output: returns<number>() },
  mute: {
    input: onAccount.extend({ mute: muteFields }),
    output: noOutput,
    isStored: true,
    changes: true,
  },
  unmute: {
    input: onAccount.extend({ place: problemPlace }),
    output: noOutput,
    isStored: true,
    changes: true,
  },
  /** A new one without an id. Returns its id. */
  saveRule: {
    input: onAccount.extend({ id: ownRule.shape.id.nullable(), fields: ownRuleFields }),
    output: returns<string>(),
    isStored: true,
    changes: true,
  },
  removeRule: {
    input: onAccount.extend({ id: ownRule.shape.id }),
    output: noOutput,
    isStored: true,
    changes: true,
  },
} satisfies Record<string, Operation>
