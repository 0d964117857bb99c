import { hexadecimal } from '../random.ts'
import { unprocessable } from './problem.ts'

/** Content types and the test for a file's first bytes (Latin-1). */
const PICTURES: [string, (head: string) => boolean][] = [
  ['image/png', (head) => head.startsWith('\x89PNG\r\n\x1a\n')],
  ['image/jpeg', (head) => head.startsWith('\xff\xd8\xff')],
  ['image/gif', (head) => /^GIF8[79]a/.test(head)],
  ['image/webp', (head) => /^RIFF[^]{4}WEBP/.test(head)],
]

/** Number of bytes that identify a file's type. */
const HEAD = 16

const sniffed = (bytes: Uint8Array): string => {
  const head = Buffer.from(bytes).toString('latin1')
  const picture = PICTURES.find(([, isOne]) => isOne(head))
  return picture?.[0] ?? 'application/octet-stream'
}

/** An uploaded file. Video, Other resources: only its id is documented. */
export interface StoredFile {
  id: string
  name: string
  /** By its bytes, not by the request. */
  content_type: string
  size: number
}

export type Files = ReturnType<typeof makeFiles>

/** Limits of remembered files and of their names; the oldest files are dropped. */
const MOST_FILES = 10_000
const LONGEST_NAME = 255

/** The files of an account, without their bytes: those of the world, and uploaded ones. */
export function makeFiles(seed: number) {
  const own = new Map<string, StoredFile>()
  const uploaded = new Map<string, StoredFile>()
  let count = 0
  const find = (id: string) => own.get(id) ?? uploaded.get(id)
  return {
    isImage: (id: string) => find(id)?.content_type.startsWith('image/') ?? false,
    keep(file: StoredFile) {
      own.set(file.id, file)
    },
    all: () => [...own.values(), ...uploaded.values()],
    /** Video, POST /v1/files: the request is not documented (assumed: one part `file`). */
    async upload(request: Request): Promise<StoredFile> {
      const part = (await formOf(request))?.get('file')
      if (!part || typeof part === 'string') {
        throw unprocessable('file', 'must be a part of the form, with a file name')
      }
      if (part.size === 0) throw unprocessable('file', 'must not be empty')
      const head = new Uint8Array(await part.slice(0, HEAD).arrayBuffer())
      const file = {
        id: hexadecimal(24, seed, 0xf11e, count),
        // Copied, since a slice would keep the whole text in memory.
        name: Buffer.from(part.name.slice(0, LONGEST_NAME)).toString(),
        content_type: sniffed(head),
        size: part.size,
      }
      count += 1
      uploaded.set(file.id, file)
      for (const oldest of uploaded.keys()) {
        if (uploaded.size <= MOST_FILES) break
        uploaded.delete(oldest)
      }
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
