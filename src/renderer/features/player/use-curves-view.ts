import { useDebouncedCallback } from '@mantine/hooks'
import type { Failure } from '../../../shared/failure.ts'
import { CURVES_VIEW, type CurvesView } from '../../../shared/features/player/curves/view.ts'
import { call } from '../../bridge.ts'
import { useSessionState } from '../../kept-list.ts'
import { useMutation } from '../../mutation.ts'
import { useQuery } from '../../query.ts'
import { type About, curvesViewOf } from './queries.ts'

/** A dragged pitch is stored when the drag pauses, not at each second. */
const RESTS_MS = 300

interface Kept<T> {
  value: T
  set: (value: T) => void
  /** Why it could not be stored: it then lasts until the window is closed. */
  failure: Failure | null
}

/** One of the user's settings of the player's curves, stored per player. */
export function useCurvesView<K extends keyof CurvesView>(
  { account_id, player }: About,
  part: K,
): Kept<CurvesView[K]> {
  const of = { account_id, player_id: player.id }
  const kept = useQuery(...curvesViewOf(account_id, player.id))
  // The stored answer is not read again, and a report stores none.
  const [chosen, setChosen] = useSessionState<{ value: CurvesView[K] } | null>(
    `curves ${part} ${player.id}`,
    null,
  )
  const { mutate, failure } = useMutation()
  const keep = (value: CurvesView[K]) =>
    void mutate(() => call.curves.keepView({ ...of, change: { [part]: value } }))
  const keepAtRest = useDebouncedCallback(keep, { delay: RESTS_MS, flushOnUnmount: true })
  return {
    value: chosen ? chosen.value : (kept.value ?? CURVES_VIEW)[part],
    set: (value) => {
      setChosen({ value })
      if (part === 'trial') keepAtRest(value)
      else keep(value)
    },
    failure,
  }
}
