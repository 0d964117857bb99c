import { AppError } from '../../../shared/failure.ts'
import type { Begun } from '../../disk/atomic-file.ts'
import type { Screen } from '../../options.ts'
import type { CallHandlers } from '../../shell/router.ts'
import type { Exports } from './exports.ts'
import { pngBytes, savePicture } from './picture-file.ts'

interface ExportsHandlersParts extends Pick<Screen, 'showFile' | 'chooseFile' | 'copyPicture'> {
  begun?: Begun | undefined
}

export function exportsHandlers(
  exports: Exports,
  { showFile, chooseFile, copyPicture, begun }: ExportsHandlersParts,
): CallHandlers['exports'] {
  return {
    start: ({ request, flavour, language }) => exports.start(request, flavour, language),
    copy: ({ request, language }) => exports.copy(request, language),
    picture: (file) => savePicture({ begin: exports.begin, begun, chooseFile }, file),
    copyPicture: ({ png }) => copyPicture(pngBytes(png)),
    cancel: ({ id }) => exports.cancel(id),
    list: () => exports.list(),
    reveal({ id }) {
      const file = exports.fileOf(id)
      if (!file) throw new AppError({ kind: 'not-found', text: 'The file does not exist.' })
      showFile(file)
    },
  }
}
