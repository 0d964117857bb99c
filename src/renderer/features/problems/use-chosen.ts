import { useState } from 'react'
import { isCollection } from '../../../shared/api/settings/index.ts'
import type { ListedProblem, RuleFindings } from '../../../shared/features/problems/calls.ts'
import { problemKey } from '../../../shared/features/problems/problem.ts'
import { withKeys } from '../../../shared/maps.ts'
import { call } from '../../bridge.ts'
import { goTo } from '../../view.ts'

/** The sheet has rows for items and for groups without items, and does not know muted problems. */
function groupInSheet(problem: ListedProblem | undefined) {
  if (!problem || 'mute' in problem || problem.group === null) return null
  return problem.item_id === null && isCollection(problem.group) ? null : problem.group
}

type Mutate = (act: () => Promise<unknown>) => Promise<void>

export type Chosen = ReturnType<typeof useChosen>

/**
 * Which problems of a rule are ticked, current and being muted. Those with a fix are ticked at
 * first.
 */
export function useChosen(account_id: string, findings: RuleFindings | undefined, mutate: Mutate) {
  const [unticked, setUnticked] = useState<ReadonlySet<string>>(new Set())
  const [currentKey, setCurrentKey] = useState<string | null>(null)
  const [mutingKey, setMutingKey] = useState<string | null>(null)
  const problems = findings?.problems ?? []
  const withKey = (key: string | null) => problems.find((one) => problemKey(one) === key)
  const fixable = problems.filter((one) => one.fix && !('mute' in one))
  const without = (keys: readonly string[], isTicked: boolean) =>
    setUnticked(withKeys(unticked, keys, !isTicked))
  return {
    fixable,
    ticked: fixable.filter((one) => !unticked.has(problemKey(one))),
    /** The tab of the sheet that has rows for these problems; null when none has. */
    sheetGroup: groupInSheet(withKey(currentKey) ?? problems[0]),
    /** The current problem: it is drawn, and the shortcuts open and mute it. */
    current: withKey(currentKey) ?? problems[0],
    muting: withKey(mutingKey) ?? null,
    tick: (problem: ListedProblem, isTicked: boolean) => without([problemKey(problem)], isTicked),
    tickAll: (isTicked: boolean) => without(fixable.map(problemKey), isTicked),
    choose: (problem: ListedProblem) => setCurrentKey(problemKey(problem)),
    mute: (problem: ListedProblem | null) => setMutingKey(problem && problemKey(problem)),
    unmute({ video_id, group, item_id, rule }: ListedProblem) {
      const place = { video_id, group, item_id, rule }
      void mutate(() => call.problems.unmute({ account_id, place }))
    },
    open({ video_id, group, item_id }: ListedProblem) {
      goTo('video', { video_id }, group, item_id)
    },
  }
}
