import { useEffect } from 'react'
import type { FrozenScreen } from '../../shared/features/reports/report.ts'

type Offered = Omit<FrozenScreen, 'calls'>

let offered: Offered | null = null

/** What a report of the screen in view would be made from. */
export const offeredScreen = () => offered

export function useOffered(screen: Offered) {
  useEffect(() => {
    offered = screen
  }, [screen])
}
