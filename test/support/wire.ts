import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'
import { closedLater } from './opened.ts'

/** What a raw server does with a socket once a complete request has arrived. */
export type Behaviour = (socket: Socket, request: string) => void

/** A server on loopback that may break any rule of HTTP. */
export async function rawServer(behaviour: Behaviour) {
  const requests: string[] = []
  const sockets = new Set<Socket>()
  let behave = behaviour

  const server = createServer((socket) => {
    let received = ''
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    // The other side may disconnect at any moment, which is what the tests are about.
    socket.on('error', () => undefined)
    socket.setEncoding('latin1')
    socket.on('data', (piece: string) => {
      received += piece
      const request = wholeRequest(received)
      if (request === null) return
      received = received.slice(request.length)
      requests.push(request)
      behave(socket, request)
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo

  return {
    base_url: `http://127.0.0.1:${port}`,
    requests,
    become(next: Behaviour) {
      behave = next
    },
    close: closedLater(
      () =>
        new Promise<void>((done) => {
          for (const socket of sockets) socket.destroy()
          server.close(() => done())
        }),
    ),
  }
}

function wholeRequest(received: string): string | null {
  const end = received.indexOf('\r\n\r\n')
  if (end < 0) return null
  const length = Number(/^content-length: (\d+)/im.exec(received)?.[1] ?? 0)
  const whole = end + 4 + length
  return received.length >= whole ? received.slice(0, whole) : null
}

interface Raw {
  status?: number
  headers?: Record<string, string>
  body?: string | Uint8Array
  /** A Content-Length other than the body's; null for none, so that closing ends the body. */
  length?: number | null
}

/** An answer as bytes. */
export function rawAnswer({ status = 200, headers = {}, body = '', length }: Raw): Buffer {
  const bytes = Buffer.from(body)
  const size = length === undefined ? bytes.length : length
  const lines = [
    `HTTP/1.1 ${status} Status`,
    'content-type: application/json',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(size === null ? ['connection: close'] : [`content-length: ${size}`]),
  ]
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), bytes])
}

export const answers =
  (raw: Raw): Behaviour =>
  (socket) =>
    raw.length === undefined ? socket.write(rawAnswer(raw)) : socket.end(rawAnswer(raw))
