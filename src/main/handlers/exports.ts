import { DeskError } from '../../shared/failure.ts'
import type { Exports } from '../exports/exports.ts'
import type { DeskHandlers } from '../router.ts'

export function exportsHandlers(
  exports: Exports,
  showFile: (file: string) => void,
): DeskHandlers['exports'] {
  return {
    start: ({ question, flavour, language }) => exports.start(question, flavour, language),
    cancel: ({ id }) => exports.cancel(id),
    list: () => exports.list(),
    reveal({ id }) {
      const file = exports.fileOf(id)
      if (!file) throw new DeskError({ kind: 'not-found', text: 'This file is not there.' })
      showFile(file)
    },
  }
}
