import { hexadecimal } from '../random.ts'
import { unprocessable } from './problem.ts'

/** What the first bytes of each kind of picture are, in Latin-1. */
const PICTURES: [string, (head: string) => boolean][] = [
  ['image/png', (head) => head.startsWith('\x89PNG\r\n\x1a\n')],
  ['image/jpeg', (head) => head.startsWith('\xff\xd8\xff')],
  ['image/gif', (head) => /^GIF8[79]a/.test(head)],
  ['image/webp', (head) => /^RIFF[^]{4}WEBP/.test(head)],
]

const sniffed = (bytes: Uint8Array): string => {
  const head = Buffer.from(bytes.subarray(0, 16)).toString('latin1')
  const picture = PICTURES.find(([, isOne]) => isOne(head))
  return picture?.[0] ?? 'application/octet-stream'
}

/** A file as it was uploaded. Video, Other resources: of its fields only the id is shown. */
export interface StoredFile {
  id: string
  name: string
  /** By its bytes, whatever the request said. */
  content_type: string
  size: number
}

export type Files = ReturnType<typeof makeFiles>

/** The uploaded files of an account, remembered without their bytes. */
export function makeFiles(seed: number) {
  const files = new Map<string, StoredFile>()
  return {
    isImage: (id: string) => files.get(id)?.content_type.startsWith('image/') ?? false,
    keep(file: StoredFile) {
      files.set(file.id, file)
    },
    all: () => [...files.values()],
    /** Video, POST /v1/files: the request is not shown (assumed: one part `file`). */
    async upload(request: Request): Promise<StoredFile> {
      const part = (await formOf(request))?.get('file')
      if (!part || typeof part === 'string') {
        throw unprocessable('file', 'must be a part of the form, with a file name')
      }
      const bytes = new Uint8Array(await part.arrayBuffer())
      if (bytes.length === 0) throw unprocessable('file', 'must not be empty')
      const file = {
        id: hexadecimal(24, seed, 0xf11e, files.size),
        name: part.name,
        content_type: sniffed(bytes),
        size: bytes.length,
      }
      files.set(file.id, file)
      return file
    },
  }
}

async function formOf(request: Request): Promise<FormData | null> {
  try {
    return await request.formData()
  } catch {
    return null
  }
}
