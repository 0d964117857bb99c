import { type Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { AppError } from '../../shared/failure.ts'
import { failpoint } from '../failpoint.ts'

const DECODERS = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
} as const

type Coding = keyof typeof DECODERS

export const ACCEPTED_CODINGS = 'gzip, deflate, br'

/** Receives the next bytes; resolves when it can take more. */
export type Take = (part: Uint8Array) => Promise<void> | void

/**
 * Passes a body's decoded bytes to `take` as they arrive. Throws `malformed` when they exceed
 * `limit`: it counts decoded bytes, since a few compressed ones can decode to gigabytes.
 */
export async function readBody(
  body: Readable,
  { coding, limit }: { coding: string; limit: number },
  take: Take,
): Promise<void> {
  let size = 0
  const taken = new Writable({
    // A pipe keeps the parts as they arrived; `for await` would join those that arrived meanwhile.
    async write(part: Uint8Array, _encoding, done) {
      try {
        size += part.byteLength
        if (size > limit) throw malformed('too-large', `more than ${limit} bytes`)
        await take(part)
        failpoint('mid-answer')
        done()
      } catch (thrown) {
        done(thrown as Error)
      }
    },
  })
  try {
    await pipeline(decode(body, coding, limit), taken)
  } finally {
    body.destroy()
  }
}

const malformed = (reason: 'truncated' | 'too-large' | 'encoding', where: string) =>
  new AppError({ kind: 'malformed', reason, where })

function decode(body: Readable, coding: string, limit: number): Readable {
  const codings = coding
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity')
  const [only, ...more] = codings
  if (only === undefined) return body
  if (more.length > 0 || !Object.hasOwn(DECODERS, only)) {
    body.on('error', () => undefined).destroy()
    throw malformed('encoding', 'content-encoding')
  }
  const decoder = DECODERS[only as Coding]()
  let size = 0
  // Not piped: backpressure would pause the body, and undici drops the unread rest when the server
  // closes the connection after sending everything.
  body
    .on('data', (chunk: Uint8Array) => {
      size += chunk.byteLength
      if (size > limit) decoder.destroy(malformed('too-large', `more than ${limit} bytes`))
      else decoder.write(chunk)
    })
    .on('end', () => decoder.end())
    .on('error', (error) => decoder.destroy(error))
  return decoder
}

/** The failure for an error code of zlib; null when the code is not of decompression. */
export function decodingFailure(code: string | undefined): AppError | null {
  if (code === 'Z_BUF_ERROR') return malformed('truncated', 'compressed body')
  if (code?.startsWith('Z_') || code?.startsWith('ERR__ERROR_') || code?.startsWith('ERR_BROTLI')) {
    return malformed('encoding', 'compressed body')
  }
  return null
}
