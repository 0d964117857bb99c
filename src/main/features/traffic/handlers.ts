import { notifyAfter } from '../../change-events.ts'
import type { Store } from '../../database/store.ts'
import type { DeskHandlers } from '../../shell/router.ts'

interface TrafficParts {
  store: Pick<Store, 'trafficRules' | 'keepTrafficRules'>
  onChange: () => void
}

export function trafficHandlers({ store, onChange }: TrafficParts): DeskHandlers['traffic'] {
  const thenNotify = notifyAfter(onChange)
  return {
    rules: ({ account_id }) => store.trafficRules(account_id),
    keepRules: ({ account_id, rules }) => thenNotify(store.keepTrafficRules(account_id, rules)),
  }
}
