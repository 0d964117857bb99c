import type { Store } from '../../database/store.ts'
import type { DeskHandlers } from '../../shell/router.ts'
import type { makeBaselines } from './baselines.ts'

interface CurvesParts {
  store: Pick<Store, 'curvesView' | 'changeCurvesView'>
  baseline: ReturnType<typeof makeBaselines>
}

export function curvesHandlers({ store, baseline }: CurvesParts): DeskHandlers['curves'] {
  return {
    baseline,
    view: ({ account_id, player_id }) => store.curvesView(account_id, player_id),
    keepView: ({ account_id, player_id, change }) =>
      store.changeCurvesView(account_id, player_id, change),
  }
}
