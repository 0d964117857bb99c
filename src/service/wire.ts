import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { WireAction } from './faults.ts'

/** Sends an answer over the raw socket with a fault. */
export async function sendFaulty(socket: Socket, response: Response, action: WireAction) {
  const body = Buffer.from(await response.arrayBuffer())
  switch (action.kind) {
    case 'never':
      return
    case 'slow-headers':
      await inPieces(socket, head(response, body.length), {
        everyMs: action.everyMs ?? 1000,
        bytes: 1,
      })
      socket.end(body)
      return
    case 'drip':
      socket.write(head(response, body.length))
      await inPieces(socket, body, { everyMs: action.everyMs ?? 200, bytes: action.bytes ?? 1 })
      socket.end()
      return
    case 'cut':
      await sendCut(socket, action.at, { response, body })
  }
}

type Cut = (WireAction & { kind: 'cut' })['at']

async function sendCut(socket: Socket, at: Cut, whole: { response: Response; body: Buffer }) {
  const { response, body } = whole
  const half = body.subarray(0, Math.floor(body.length / 2))
  if (at === 'after-headers') await written(socket, head(response, body.length))
  if (at === 'mid-body') await written(socket, Buffer.concat([head(response, body.length), half]))
  // Without a length the end of the connection ends the body, so it looks complete.
  if (at === 'close') socket.end(Buffer.concat([head(response, null), half]))
  else socket.destroy()
}

const written = (socket: Socket, bytes: Buffer) =>
  new Promise<void>((resolve) => socket.write(bytes, () => resolve()))

function head(response: Response, length: number | null): Buffer {
  const lines = [`HTTP/1.1 ${response.status} ${STATUS_CODES[response.status] ?? ''}`]
  response.headers.forEach((value, name) => lines.push(`${name}: ${value}`))
  lines.push('connection: close')
  if (length !== null) lines.push(`content-length: ${length}`)
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1')
}

async function inPieces(
  socket: Socket,
  bytes: Buffer,
  { everyMs, bytes: size }: { everyMs: number; bytes: number },
) {
  for (let at = 0; at < bytes.length && !socket.destroyed; at += size) {
    socket.write(bytes.subarray(at, at + size))
    await wait(everyMs, undefined, { ref: false })
  }
}
