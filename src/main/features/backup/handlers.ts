import type { DeskHandlers } from '../../shell/router.ts'
import type { Backup } from './backup.ts'

export function backupHandlers(backup: Backup): DeskHandlers['backup'] {
  return {
    state: () => backup.state(),
    make: (contents) => backup.make(contents),
    open: () => backup.open(),
    cancel: () => backup.cancel(),
    discard: () => backup.discard(),
    restore: ({ id }) => backup.restore(id),
    reveal: () => backup.reveal(),
    eraseKept: ({ name }) => backup.eraseKept(name),
  }
}
