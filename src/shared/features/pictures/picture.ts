import { z } from 'zod'
import { onAccount } from '../../model/ids.ts'
import { type Operation, returns } from '../../operation.ts'

/** The formats that browsers and the sandbox accept; the document only says "image". */
export const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const

/** A picture stored on this computer, identified by the SHA-256 of its bytes. */
export interface Picture {
  hash: string
  name: string
  type: (typeof PICTURE_TYPES)[number]
  /** Bytes. */
  size: number
  width: number
  height: number
  /** Epoch milliseconds. */
  chosenAt: number
}

export interface StoredPicture extends Picture {
  /** The service's id from each upload, newest first. */
  file_ids: string[]
}

/** A file on the service that no known video references. */
interface OrphanFile {
  /** Null when the upload got no response: the file may not exist. */
  file_id: string | null
  name: string
  /** Epoch milliseconds of the upload. */
  at: number
}

export interface PicturesList {
  /** Most recently chosen first. */
  pictures: StoredPicture[]
  /** Newest first. */
  orphans: OrphanFile[]
}

const LOCAL = 'local:'

const HASH = /^[0-9a-f]{64}$/

export const pictureHash = z.string().regex(HASH, 'must be a SHA-256')

/** A placeholder for a picture's `file_id` until the service assigns one. */
export const pictureReference = (hash: string) => `${LOCAL}${hash}`

export const isPictureReference = (file_id: unknown): file_id is string =>
  typeof file_id === 'string' && file_id.startsWith(LOCAL)

/** The hash in a placeholder; null for any other `file_id`. */
export function referredHash(file_id: unknown): string | null {
  if (!isPictureReference(file_id)) return null
  const hash = file_id.slice(LOCAL.length)
  return HASH.test(hash) ? hash : null
}

/** Part of a request body, with the placeholders replaced for which a file id is known. */
export function withFileIds(
  value: unknown,
  fileIdOf: (hash: string) => string | undefined,
): unknown {
  if (Array.isArray(value)) return value.map((each) => withFileIds(each, fileIdOf))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, own]) => {
    const hash = key === 'file_id' ? referredHash(own) : null
    return [key, (hash && fileIdOf(hash)) ?? withFileIds(own, fileIdOf)]
  })
  return Object.fromEntries(entries) as unknown
}

export const picturesCalls = {
  /** Asks for a file, checks it and stores a copy; null when the user cancelled the dialog. */
  choose: { input: onAccount, output: returns<Picture | null>() },
  list: { input: onAccount, output: returns<PicturesList>() },
  /** The picture as a `data:` URL. */
  preview: { input: onAccount.extend({ hash: pictureHash }), output: returns<string>() },
} satisfies Record<string, Operation>
