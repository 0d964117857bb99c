import { useState } from 'react'
import { type MergeRules, NO_MERGE_RULES } from '../../../shared/features/traffic/merge-rules.ts'
import { call } from '../../bridge.ts'
import { useMutation } from '../../mutation.ts'
import { useCall } from '../../query.ts'

export type Rules = ReturnType<typeof useRules>

/** The account's merge rules, with undo for the changes made on this screen. */
export function useRules(account_id: string) {
  const query = useCall('traffic', 'rules', { account_id })
  const [history, setHistory] = useState<readonly MergeRules[]>([])
  // Applied at once, so that a second change builds on the first before that is saved.
  const [changed, setChanged] = useState<MergeRules | null>(null)
  const { mutate, failure } = useMutation()
  const rules = changed ?? query.value ?? NO_MERGE_RULES

  const save = (next: MergeRules, nextHistory: readonly MergeRules[]) => {
    setChanged(next)
    setHistory(nextHistory)
    return mutate(async () => {
      try {
        await call.traffic.keepRules({ account_id, rules: next })
      } catch (thrown) {
        setChanged(null)
        setHistory(history)
        throw thrown
      }
    })
  }

  return {
    rules,
    /** Loading failed, or the last change was not saved. */
    failure: failure ?? query.failure ?? null,
    isKnown: query.value !== undefined,
    refetch: query.refetch,
    change: (next: MergeRules) => save(next, [...history, rules]),
    canUndo: history.length > 0,
    undo() {
      const last = history.at(-1)
      return last ? save(last, history.slice(0, -1)) : Promise.resolve()
    },
  }
}
