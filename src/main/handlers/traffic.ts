import type { DeskHandlers } from '../router.ts'
import type { Store } from '../store/store.ts'

interface TrafficParts {
  store: Pick<Store, 'trafficRules' | 'keepTrafficRules'>
  onChange: () => void
}

export function trafficHandlers({ store, onChange }: TrafficParts): DeskHandlers['traffic'] {
  return {
    rules: ({ account_id }) => store.trafficRules(account_id),
    async keepRules({ account_id, rules }) {
      await store.keepTrafficRules(account_id, rules)
      onChange()
    },
  }
}
