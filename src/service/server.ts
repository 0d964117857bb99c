import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { Service } from './service.ts'
import { sendFaulty } from './wire.ts'

export interface Listening {
  base_url: string
  api_base_url: string
  close(): Promise<void>
}

/** The largest request that is read: a video may be sent many megabytes of HTML, or a picture. */
const LONGEST_REQUEST = 1024 * 1024
const LONGEST_VIDEO_REQUEST = 32 * 1024 * 1024

/** Opens a service on a loopback port; 0 takes any that is free. */
export async function listen(
  service: Service,
  options: { port: number; latencyMs?: number },
): Promise<Listening> {
  const server = createServer((message, reply) => {
    serve({ service, latencyMs: options.latencyMs ?? 0 }, message, reply).catch(() => {
      message.socket.destroy()
    })
  })
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

async function serve(
  { service, latencyMs }: { service: Service; latencyMs: number },
  message: IncomingMessage,
  reply: ServerResponse,
) {
  const request = await readRequest(message)
  if (latencyMs > 0) await wait(latencyMs, undefined, { ref: false })
  const response = request ? await service.answer(request) : new Response(null, { status: 413 })
  const fault = service.wireFaultOf(response)
  if (fault) return sendFaulty(message.socket, response, fault)
  const body = Buffer.from(await response.arrayBuffer())
  reply.writeHead(response.status, {
    ...Object.fromEntries(response.headers),
    'content-length': body.length,
  })
  reply.end(body)
}

const longestAt = (path: string) =>
  path.startsWith('/v1/') ? LONGEST_VIDEO_REQUEST : LONGEST_REQUEST

/** The message as a Request; null when it is too long. */
async function readRequest(message: IncomingMessage): Promise<Request | null> {
  const pieces: Buffer[] = []
  const longest = longestAt(message.url ?? '/')
  let length = 0
  for await (const piece of message as AsyncIterable<Buffer>) {
    length += piece.length
    // Read to its end all the same, so that the connection can carry the next request.
    if (length <= longest) pieces.push(piece)
  }
  if (length > longest) return null
  const headers = headersOf(message)
  const method = message.method ?? 'GET'
  const body = method === 'GET' || method === 'HEAD' ? {} : { body: Buffer.concat(pieces) }
  return new Request(`http://127.0.0.1${message.url ?? '/'}`, { method, headers, ...body })
}

function headersOf(message: IncomingMessage): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(message.headers)) {
    if (value !== undefined) headers.set(name, String(value))
  }
  return headers
}
