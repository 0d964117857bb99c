import type { Clock } from '../clock.ts'
import type { DeskHandlers } from '../router.ts'
import type { Store } from '../store/store.ts'

interface AbTestsParts {
  store: Pick<Store, 'abTests' | 'keepAbChoice' | 'addAbDecision'>
  clock: Clock
  onChange: () => void
}

export function abTestsHandlers({ store, clock, onChange }: AbTestsParts): DeskHandlers['abTests'] {
  return {
    list: ({ account_id }) => store.abTests(account_id),
    async choose({ account_id, group_id, choice }) {
      await store.keepAbChoice(account_id, group_id, choice)
      onChange()
    },
    async decide({ account_id, group_id, decided }) {
      await store.addAbDecision(account_id, group_id, { ...decided, at: clock.now() })
      onChange()
    },
  }
}
