import type { DeskHandlers } from '../../shell/router.ts'
import type { Updates } from './updates.ts'

export function updatesHandlers(updates: Updates): DeskHandlers['updates'] {
  return {
    state: () => updates.state(),
    check: () => updates.check(),
    download: () => updates.download(),
    cancel: () => updates.cancel(),
    open: () => updates.open(),
    dismiss: () => updates.dismiss(),
  }
}
