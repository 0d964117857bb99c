import { useState } from 'react'
import { type MergeRules, NO_MERGE_RULES } from '../../../shared/features/traffic/merge-rules.ts'
import { call } from '../../bridge.ts'
import { useMutation } from '../../mutation.ts'
import { useQuery } from '../../query.ts'

export type Rules = ReturnType<typeof useRules>

/** The account's merge rules, with undo for the changes made on this screen. */
export function useRules(account_id: string) {
  const query = useQuery(`traffic rules ${account_id}`, () => call.traffic.rules({ account_id }), [
    'traffic',
  ])
  const [earlier, setEarlier] = useState<readonly MergeRules[]>([])
  // Applied at once, so that a second change builds on the first before that is saved.
  const [changed, setChanged] = useState<MergeRules | null>(null)
  const { mutate, failure } = useMutation()
  const rules = changed ?? query.value ?? NO_MERGE_RULES

  const keep = (next: MergeRules, past: readonly MergeRules[]) => {
    setChanged(next)
    setEarlier(past)
    return mutate(async () => {
      try {
        await call.traffic.keepRules({ account_id, rules: next })
      } catch (thrown) {
        setChanged(null)
        setEarlier(earlier)
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
    change: (next: MergeRules) => keep(next, [...earlier, rules]),
    canUndo: earlier.length > 0,
    undo() {
      const last = earlier.at(-1)
      return last ? keep(last, earlier.slice(0, -1)) : Promise.resolve()
    },
  }
}
