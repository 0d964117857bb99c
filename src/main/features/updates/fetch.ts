import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { z } from 'zod'
import { AppError, type Failure, failureOf } from '../../../shared/failure.ts'
import {
  LARGEST_MANIFEST_BYTES,
  MANIFEST_PATH,
  type UpdateFile,
} from '../../../shared/features/updates/manifest.ts'
import type { Endpoint } from '../../../shared/operation.ts'
import { writeWhole } from '../../disk/atomic-file.ts'
import { type Receive, type Send, SLOWEST_BYTES_A_MS } from '../../http/request.ts'
import { refuseWhenCancelled } from '../../threads/ending.ts'
import { updateError } from './manifest.ts'

export interface UpdateHttp {
  send: Send
  receive: Receive
}

const MANIFEST = {
  method: 'GET',
  path: MANIFEST_PATH,
  input: z.object({}),
  output: z.unknown(),
} satisfies Endpoint

/** The only header: it does not identify the installation. */
const HEADERS = { 'user-agent': 'Cuepoint' }

export interface Deadlines {
  manifestMs: number
  /** Allowed for a file in addition to the time for its size. */
  fileMs: number
}

export const DEADLINES: Deadlines = { manifestMs: 30_000, fileMs: 60_000 }

/** The content at the manifest's address, unverified. Throws `update` or `offline`. */
export async function fetchManifest(
  { send }: UpdateHttp,
  { address, deadlines, signal }: Pick<Download, 'address' | 'deadlines' | 'signal'>,
): Promise<unknown> {
  try {
    const { value } = await send(
      MANIFEST,
      {},
      {
        base_url: address,
        headers: HEADERS,
        deadlineMs: deadlines.manifestMs,
        largestBytes: LARGEST_MANIFEST_BYTES,
        signal,
      },
    )
    return value
  } catch (thrown) {
    throw ofManifest(failureOf(thrown))
  }
}

interface Download {
  /** The folder at the update address. */
  address: string
  file: UpdateFile
  place: string
  deadlines: Deadlines
  signal: AbortSignal
  onBytes: (count: number) => void
}

/** Downloads a file; it appears only with the signed hash. Throws `update` or `offline`. */
export async function fetchFile(
  { receive }: UpdateHttp,
  { address, file, place, deadlines, signal, onBytes }: Download,
) {
  const hash = createHash('sha256')
  let size = 0
  const options = {
    headers: HEADERS,
    deadlineMs: deadlines.fileMs + file.size / SLOWEST_BYTES_A_MS,
    largestBytes: file.size,
    signal,
  }
  try {
    await writeWhole(
      place,
      async (sink) => {
        await receive(`${address}/${file.name}`, options, async (bytes) => {
          hash.update(bytes)
          size += bytes.byteLength
          await sink.write(bytes)
          onBytes(bytes.byteLength)
        })
        refuseWhenCancelled(signal)
        if (size !== file.size) throw updateError('file-size', file.name)
        if (hash.digest('hex') !== file.sha256) throw updateError('file-hash', file.name)
      },
      { access: 'private', signal },
    )
  } catch (thrown) {
    throw ofFile(failureOf(thrown), { address, file })
  }
}

/** Whether a file exists with the signed size and hash. */
export async function isWhole(place: string, { size, sha256 }: UpdateFile): Promise<boolean> {
  const hash = createHash('sha256')
  let found = 0
  try {
    for await (const part of createReadStream(place) as AsyncIterable<Buffer>) {
      found += part.byteLength
      if (found > size) return false
      hash.update(part)
    }
  } catch {
    return false
  }
  return found === size && hash.digest('hex') === sha256
}

function ofManifest(failure: Failure): AppError {
  if (failure.kind !== 'malformed') return ofAddress(failure)
  if (failure.reason === 'redirect') return updateError('redirect', failure.where)
  if (failure.reason === 'too-large') return updateError('too-large')
  return updateError('not-a-manifest', failure.where)
}

function ofFile(failure: Failure, { address, file }: Pick<Download, 'address' | 'file'>) {
  if (failure.kind !== 'malformed') return ofAddress(failure)
  if (failure.reason === 'redirect') return updateError('redirect', failure.where)
  if (failure.reason !== 'truncated') return updateError('file-size', file.name)
  const { host } = new URL(address)
  return new AppError({ kind: 'offline', reason: 'interrupted', host, service: 'updates' })
}

/** From an update address these statuses only mean that there is no manifest or file. */
const NO_ANSWER: Partial<Record<Failure['kind'], string>> = {
  'not-found': 'HTTP 404',
  unauthorized: 'HTTP 401',
  'not-in-plan': 'HTTP 401',
  forbidden: 'HTTP 403',
  quota: 'HTTP 429',
  invalid: 'HTTP 4xx',
}

function ofAddress(failure: Failure): AppError {
  if (failure.kind === 'offline') return new AppError({ ...failure, service: 'updates' })
  const status = 'status' in failure ? `HTTP ${failure.status}` : NO_ANSWER[failure.kind]
  return status === undefined ? new AppError(failure) : updateError('answer', status)
}
