import { DeskError } from '../../../shared/failure.ts'
import type { DeskHandlers } from '../../shell/router.ts'

/** The desk's window is nobody's paper. */
export function pressHandlers(): DeskHandlers['press'] {
  return {
    settled: () => {
      throw new DeskError({ kind: 'refused', text: 'Only a page that is being printed says this.' })
    },
  }
}
