import { makeTold } from '../../change-events.ts'
import type { Store } from '../../database/store.ts'
import type { DeskHandlers } from '../../shell/router.ts'

interface TrafficParts {
  store: Pick<Store, 'trafficRules' | 'keepTrafficRules'>
  onChange: () => void
}

export function trafficHandlers({ store, onChange }: TrafficParts): DeskHandlers['traffic'] {
  const told = makeTold(onChange)
  return {
    rules: ({ account_id }) => store.trafficRules(account_id),
    keepRules: ({ account_id, rules }) => told(store.keepTrafficRules(account_id, rules)),
  }
}
