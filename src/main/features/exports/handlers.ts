import { AppError } from '../../../shared/failure.ts'
import type { ExportState, PictureFile } from '../../../shared/features/exports/request.ts'
import { type Begun, writeWhole } from '../../disk/atomic-file.ts'
import { namePart } from '../../disk/file-name.ts'
import type { Screen } from '../../options.ts'
import type { CallHandlers } from '../../shell/router.ts'
import { inspect } from '../pictures/inspect.ts'
import type { Exports } from './exports.ts'

interface ExportsHandlersParts extends Pick<Screen, 'showFile' | 'chooseFile' | 'copyPicture'> {
  begun?: Begun | undefined
}

export function exportsHandlers(
  exports: Omit<Exports, 'withTables'>,
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
      if (!file)
        throw new AppError({ kind: 'not-found', what: 'local', text: 'The file does not exist.' })
      showFile(file)
    },
  }
}

interface PictureFileParts {
  begun?: Begun | undefined
  begin: Exports['begin']
  /** Asks the user for a path; null when cancelled. */
  chooseFile: (suggestedName: string) => Promise<string | null>
}

/** Writes a picture of a chart in the background; null when cancelled. */
async function savePicture(
  { begin, begun, chooseFile }: PictureFileParts,
  { name, kind, content }: PictureFile,
): Promise<ExportState | null> {
  const bytes = kind === 'svg' ? svgBytes(content) : pngBytes(content)
  const place = await chooseFile(`cuepoint_${namePart(name) || 'chart'}.${kind}`)
  if (place === null) return null
  return begin('picture', place, async ({ signal }) => {
    await writeWhole(place, (file) => file.write(bytes), { access: 'usual', begun, signal })
    return 0
  })
}

/** Decodes a base64 PNG. Throws `invalid` for anything else. */
function pngBytes(base64: string): Uint8Array<ArrayBuffer> {
  const bytes = Buffer.from(base64, 'base64')
  const found = inspect(bytes)
  if (typeof found === 'string' || found.type !== 'image/png') throw notA('PNG')
  return bytes
}

function svgBytes(text: string): Uint8Array {
  if (!text.startsWith('<svg ') || !text.trimEnd().endsWith('</svg>')) throw notA('SVG')
  return Buffer.from(text)
}

function notA(kind: string) {
  const text = `The picture that was drawn is not a whole ${kind}.`
  return new AppError({ kind: 'invalid', fields: [{ path: 'content', message: text }], text })
}
