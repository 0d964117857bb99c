import { z } from 'zod'
import { onAccount } from '../../model/ids.ts'
import { type Operation, returns } from '../../operation.ts'

/** What the sandbox and browsers agree to call a picture; the document says only "image". */
export const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const

/** A picture kept on this computer, known by the SHA-256 of its bytes. */
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

export interface KeptPicture extends Picture {
  /** What the service called it, each time it was uploaded; the newest first. */
  file_ids: string[]
}

/** A file on the service that no video names, as far as this desk knows. */
export interface OrphanFile {
  /** Null when its upload was never answered: it may not be there at all. */
  file_id: string | null
  name: string
  /** When it was uploaded, epoch milliseconds. */
  at: number
}

export interface PicturesList {
  /** The last chosen first. */
  pictures: KeptPicture[]
  /** The newest first. */
  orphans: OrphanFile[]
}

const LOCAL = 'local:'

const HASH = /^[0-9a-f]{64}$/

export const pictureHash = z.string().regex(HASH, 'must be a SHA-256')

/** What stands for a picture's `file_id` until the service gives one. */
export const pictureReference = (hash: string) => `${LOCAL}${hash}`

export const isPictureReference = (file_id: unknown): file_id is string =>
  typeof file_id === 'string' && file_id.startsWith(LOCAL)

/** The hash in a reference; null when it is none, or not a hash. */
export function referredHash(file_id: unknown): string | null {
  if (!isPictureReference(file_id)) return null
  const hash = file_id.slice(LOCAL.length)
  return HASH.test(hash) ? hash : null
}

/** A part of a body with the references replaced for which there is a file id. */
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

/** What the window may ask of pictures. */
export const picturesCalls = {
  /** Asks which file, checks it and keeps a copy; null when the person chose none. */
  choose: { input: onAccount, output: returns<Picture | null>() },
  list: { input: onAccount, output: returns<PicturesList>() },
  /** A kept picture as a `data:` address. */
  preview: { input: onAccount.extend({ hash: pictureHash }), output: returns<string>() },
} satisfies Record<string, Operation>
