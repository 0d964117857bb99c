import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { Service } from './service.ts'
import { problemAnswer } from './video/problem.ts'
import { sendFaulty } from './wire.ts'

export interface Listening {
  base_url: string
  api_base_url: string
  close(): Promise<void>
}

/** Limits of a request's size: videos may contain megabytes of HTML, or a picture. */
const LONGEST_REQUEST = 1024 * 1024
const LONGEST_VIDEO_REQUEST = 32 * 1024 * 1024

/** Limit for all requests in memory; more is refused. */
const MOST_AT_ONCE = 64 * 1024 * 1024

/** Keep-alive of a connection: closed too early, it could cut off a request on its way. */
const IDLE_MS = 65_000

/** Serves a service on a loopback port; 0 takes a free one. */
export async function listen(
  service: Service,
  options: { port: number; latencyMs?: number },
): Promise<Listening> {
  const serving = { service, latencyMs: options.latencyMs ?? 0, room: makeRoom(MOST_AT_ONCE) }
  const server = createServer((message, reply) => {
    // Only the socket itself can still fail here.
    serve(serving, message, reply).catch(() => message.socket.destroy())
  })
  server.keepAliveTimeout = IDLE_MS
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  const origin = `http://127.0.0.1:${port}`
  return {
    base_url: origin,
    api_base_url: origin,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

type Room = ReturnType<typeof makeRoom>

function makeRoom(most: number) {
  let taken = 0
  return {
    /** Reserves bytes; false when the limit would be exceeded. */
    take(bytes: number): boolean {
      if (taken + bytes > most) return false
      taken += bytes
      return true
    },
    give(bytes: number) {
      taken -= bytes
    },
  }
}

interface Serving {
  service: Service
  latencyMs: number
  room: Room
}

async function serve(
  { service, latencyMs, room }: Serving,
  message: IncomingMessage,
  reply: ServerResponse,
) {
  const read = await readBytes(message, room)
  try {
    if (latencyMs > 0) await wait(latencyMs, undefined, { ref: false })
    const response =
      read.refused ?? (await answered(service, message, Buffer.concat(read.pieces.splice(0))))
    const fault = service.wireFaultOf(response)
    if (fault) return await sendFaulty(message.socket, response, fault)
    const body = Buffer.from(await response.arrayBuffer())
    reply.writeHead(response.status, {
      ...Object.fromEntries(response.headers),
      'content-length': body.length,
    })
    reply.end(body)
  } finally {
    room.give(read.taken)
  }
}

/** The service's answer; a failure of the sandbox itself becomes a 500. */
async function answered(service: Service, message: IncomingMessage, bytes: Buffer<ArrayBuffer>) {
  try {
    const headers = headersOf(message)
    const method = message.method ?? 'GET'
    const body = method === 'GET' || method === 'HEAD' ? {} : { body: bytes }
    const url = `http://127.0.0.1${message.url ?? '/'}`
    return await service.answer(new Request(url, { method, headers, ...body }))
  } catch (thrown) {
    return Response.json({ error: `The sandbox failed: ${String(thrown)}` }, { status: 500 })
  }
}

const isOfVideos = (message: IncomingMessage) => message.url?.startsWith('/v1/') ?? false

interface Read {
  pieces: Buffer[]
  /** Bytes reserved. */
  taken: number
  /** The refusal, when the service is not called. */
  refused: Response | null
}

/** Reads a message, always to its end because the connection is reused. */
async function readBytes(message: IncomingMessage, room: Room): Promise<Read> {
  const read: Read = { pieces: [], taken: 0, refused: null }
  const longest = isOfVideos(message) ? LONGEST_VIDEO_REQUEST : LONGEST_REQUEST
  try {
    for await (const piece of message as AsyncIterable<Buffer>) {
      if (read.refused) continue
      if (read.taken + piece.length > longest) read.refused = tooLong(message, longest)
      else if (!room.take(piece.length)) read.refused = noRoom()
      else {
        read.pieces.push(piece)
        read.taken += piece.length
      }
      if (!read.refused) continue
      read.pieces = []
      room.give(read.taken)
      read.taken = 0
    }
  } catch (thrown) {
    room.give(read.taken)
    throw thrown
  }
  return read
}

function tooLong(message: IncomingMessage, longest: number): Response {
  const rule = `must not be longer than ${longest} bytes`
  // Video, Errors: the documented code for a body that breaks a rule.
  if (isOfVideos(message)) return problemAnswer('unprocessable_content', `The body ${rule}`, 413)
  return Response.json({ error: `body ${rule}` }, { status: 413 })
}

// Analytics, Errors: temporary unavailability; its body is not documented.
const noRoom = () =>
  Response.json({ error: 'Too much is sent at once; try again later' }, { status: 503 })

function headersOf(message: IncomingMessage): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(message.headers)) {
    if (value !== undefined) headers.set(name, String(value))
  }
  return headers
}
