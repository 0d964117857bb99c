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

/** The largest request that is read: a video may be sent many megabytes of HTML, or a picture. */
const LONGEST_REQUEST = 1024 * 1024
const LONGEST_VIDEO_REQUEST = 32 * 1024 * 1024

/** Bytes of requests that are held at once: what is more is refused, whoever sends it. */
const MOST_AT_ONCE = 64 * 1024 * 1024

/** So long a connection waits for its next request: closed sooner, it may cut off one on its way. */
const IDLE_MS = 65_000

/** Opens a service on a loopback port; 0 takes any that is free. */
export async function listen(
  service: Service,
  options: { port: number; latencyMs?: number },
): Promise<Listening> {
  const serving = { service, latencyMs: options.latencyMs ?? 0, room: makeRoom(MOST_AT_ONCE) }
  const server = createServer((message, reply) => {
    // What still fails is the socket itself.
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
    /** Whether there is room for so many bytes more, which are then taken. */
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

/** What the service answers; when it fails itself, a 500 that says so and no cut connection. */
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
  /** Bytes of the room that it has taken. */
  taken: number
  /** The answer, when it is not to be answered by the service. */
  refused: Response | null
}

/** All that a message carries, read to its end in any case: the connection carries the next one. */
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
  // Video, Errors: of the codes that are shown, the one of a body that breaks a rule.
  if (isOfVideos(message)) return problemAnswer('unprocessable_content', `The body ${rule}`, 413)
  return Response.json({ error: `body ${rule}` }, { status: 413 })
}

// Analytics, Errors: temporary unavailability, whose body is not shown.
const noRoom = () =>
  Response.json({ error: 'Too much is sent at once; try again later' }, { status: 503 })

function headersOf(message: IncomingMessage): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(message.headers)) {
    if (value !== undefined) headers.set(name, String(value))
  }
  return headers
}
