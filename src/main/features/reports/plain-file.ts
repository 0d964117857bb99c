import { constants } from 'node:fs'
import { type FileHandle, lstat, mkdtemp, open, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { z } from 'zod'
import { AppError, failureOf, type ReportFileTrouble } from '../../../shared/failure.ts'
import type { DroppedReport } from '../../../shared/features/reports/report.ts'
import { FOLDER_REMOVAL } from '../../disk/atomic-file.ts'
import { readJson } from '../../http/json.ts'

export type Refuse = (reason: ReportFileTrouble, text?: string) => AppError

/** Makes refusals of a file with this name. */
export function refuseNamed(name: string): Refuse {
  return (reason, text = '') =>
    new AppError({ kind: 'report-file', reason, name: shown(name), text: shown(text) })
}

/** Untrusted text made safe to show: one line, at most 160 characters, no controls. */
function shown(text: string): string {
  const line = text.slice(0, 1000).replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
  const characters = Array.from(line.trim())
  return characters.length > 160 ? `${characters.slice(0, 160).join('')}…` : characters.join('')
}

export function messageOf(thrown: unknown): string {
  const failure = failureOf(thrown)
  return 'text' in failure ? failure.text : failure.kind
}

/** The value as the schema reads it. Throws `shape` with the first place that does not fit. */
export function shaped<T>(schema: z.ZodType<T>, value: unknown, whole: string, refuse: Refuse): T {
  const { data, error } = schema.safeParse(value)
  if (!error) return data
  const [issue] = error.issues
  throw refuse('shape', `${issue?.path.join('.') || whole}: ${issue?.message}`)
}

/** The value of untrusted JSON. Throws `not-json` with the place of the first fault. */
export function jsonIn(bytes: Buffer, refuse: Refuse, options?: { ignoreBOM: true }): unknown {
  try {
    return readJson(new TextDecoder('utf-8', { fatal: true, ...options }).decode(bytes))
  } catch (thrown) {
    const where = thrown instanceof AppError && thrown.failure.kind === 'malformed'
    throw refuse('not-json', where ? thrown.failure.where : 'not UTF-8')
  }
}

export interface PlainFile {
  /** Bytes when opened; nothing beyond is read. */
  readonly size: number
  /** Fills `into` completely. */
  read: (into: Buffer, position: number) => Promise<void>
}

interface Manner {
  /** Bytes. */
  limit: number
  /** For an untrusted folder: its links may lead to other files of this computer. */
  refusesLinks?: boolean
}

/**
 * Opens an untrusted path as a regular file and passes it to `work`. Throws `report-file` for
 * anything else, for a file over the limit, and for one that changed meanwhile, whatever `work`
 * returned.
 */
export async function withPlainFile<T>(
  place: string,
  manner: Manner,
  work: (file: PlainFile, refuse: Refuse) => Promise<T>,
): Promise<T> {
  const refuse = refuseNamed(path.basename(place))
  try {
    return await readOpened(place, { ...manner, refuse }, work)
  } catch (thrown) {
    if (thrown instanceof AppError) throw thrown
    throw refuse('unreadable', messageOf(thrown))
  }
}

async function readOpened<T>(
  place: string,
  { limit, refusesLinks, refuse }: Manner & { refuse: Refuse },
  work: (file: PlainFile, refuse: Refuse) => Promise<T>,
): Promise<T> {
  // Opening some devices has effects, so the type is checked before opening and again after.
  refuseUnlessRegular(await (refusesLinks ? lstat(place) : stat(place)), refuse)
  const link = refusesLinks ? (constants.O_NOFOLLOW ?? 0) : 0
  // O_NONBLOCK: opening a named pipe would otherwise wait for its other end.
  const handle = await open(place, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | link)
  try {
    const found = await handle.stat()
    refuseUnlessRegular(found, refuse)
    if (found.size === 0) throw refuse('empty')
    if (found.size > limit) throw refuse('too-large', moreThan(limit))
    return await unchanged(handle, refuse, () => work(fileOf(handle, found.size), refuse))
  } finally {
    await handle.close()
  }
}

export const moreThan = (bytes: number) => `> ${Math.round(bytes / 1024 / 1024)} MB`

function refuseUnlessRegular(
  found: { isDirectory: () => boolean; isFile: () => boolean },
  refuse: Refuse,
) {
  if (found.isDirectory()) throw refuse('folder')
  if (!found.isFile()) throw refuse('not-a-file')
}

async function unchanged<T>(handle: FileHandle, refuse: Refuse, work: () => Promise<T>) {
  const before = await handle.stat()
  const [outcome] = await Promise.allSettled([work()])
  const after = await handle.stat()
  if (after.size !== before.size || after.mtimeMs !== before.mtimeMs) throw refuse('changed')
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}

function fileOf(handle: FileHandle, size: number): PlainFile {
  return {
    size,
    async read(into, position) {
      if (!(position >= 0 && position + into.length <= size)) throw new Error('unexpected end')
      let length = 0
      while (length < into.length) {
        const rest = into.length - length
        const { bytesRead } = await handle.read(into, length, rest, position + length)
        if (bytesRead === 0) throw new Error('unexpected end')
        length += bytesRead
      }
    },
  }
}

/** Reads a copy of the bytes that the window read: its paths are not trusted. */
export async function withDroppedFile<T>(
  { name, bytes }: DroppedReport,
  read: (place: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'cuepoint-dropped-'))
  try {
    const place = path.join(folder, 'dropped.cuepoint')
    await writeFile(place, Buffer.from(bytes, 'base64'), { mode: 0o600, flag: 'wx' })
    return await read(place)
  } catch (thrown) {
    if (!(thrown instanceof AppError) || thrown.failure.kind !== 'report-file') throw thrown
    throw new AppError({ ...thrown.failure, name })
  } finally {
    await rm(folder, FOLDER_REMOVAL)
  }
}
