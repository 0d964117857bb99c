import { notifyAfter } from '../../change-events.ts'
import type { Clock } from '../../clock.ts'
import type { Store } from '../../database/store.ts'
import type { DeskHandlers } from '../../shell/router.ts'

interface AbTestsParts {
  store: Pick<Store, 'abTests' | 'abTest' | 'keepAbChoice' | 'addAbDecision'>
  clock: Clock
  onChange: () => void
}

export function abTestsHandlers({ store, clock, onChange }: AbTestsParts): DeskHandlers['abTests'] {
  const thenNotify = notifyAfter(onChange)
  return {
    list: ({ account_id }) => store.abTests(account_id),
    test: ({ account_id, group_id }) => store.abTest(account_id, group_id),
    choose: ({ account_id, group_id, choice }) =>
      thenNotify(store.keepAbChoice(account_id, group_id, choice)),
    decide: ({ account_id, group_id, decided }) =>
      thenNotify(store.addAbDecision(account_id, group_id, { ...decided, at: clock.now() })),
  }
}
