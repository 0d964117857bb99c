import { createServer, type IncomingMessage } from 'node:http'
import { createServer as createSafeServer } from 'node:https'
import { type AddressInfo, connect, createServer as createPlainServer, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Pair } from './certificates.ts'
import { closedLater } from './opened.ts'

interface Mood {
  /** The name and password that it requires, as `name:password`. */
  login?: string
  /** The status with which it refuses everything. */
  refuses?: number
  /** Ends the connection instead of answering. */
  drops?: boolean
}

interface ProxyOptions extends Mood {
  /** Its own certificate, when it is reached by https. */
  pair?: Pair
}

/** A proxy on loopback, which resolves every host to this computer, so that tests need no DNS. */
export async function startProxy({ pair, ...options }: ProxyOptions = {}) {
  let mood: Mood = options
  const asked: string[] = []
  const sockets = new Set<Duplex>()
  const server = pair ? createSafeServer(pair) : createServer()
  server.on('connection', (socket: Socket) => sockets.add(socket))
  server.on('connect', ({ url = '', headers }: IncomingMessage, client: Duplex) => {
    const { login, refuses, drops } = mood
    asked.push(url)
    client.on('error', () => undefined)
    if (drops) return client.destroy()
    const said = headers['proxy-authorization'] ?? ''
    const isKnown = !login || said === `Basic ${Buffer.from(login).toString('base64')}`
    const status = isKnown ? refuses : 407
    if (status) return client.end(`HTTP/1.1 ${status} No\r\ncontent-length: 0\r\n\r\n`)
    const host = connect(Number(url.split(':').at(-1)), '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n')
      host.pipe(client).pipe(host)
    })
    sockets.add(host)
    host.on('error', () => client.destroy())
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    host: `127.0.0.1:${port}`,
    url: `${pair ? 'https' : 'http'}://127.0.0.1:${port}`,
    /** The requested destinations, in order. */
    asked,
    become(next: Mood) {
      mood = next
    },
    /** Ends the open connections. */
    cut() {
      for (const socket of sockets) socket.destroy()
      sockets.clear()
    },
    close: closedLater(() => closeAll(server, sockets)),
  }
}

/** A SOCKS 5 proxy on loopback, like `startProxy`. */
export async function startSocks({ login }: Pick<Mood, 'login'> = {}) {
  const asked: string[] = []
  const sockets = new Set<Duplex>()
  const server = createPlainServer((client) => {
    sockets.add(client)
    client.on('error', () => undefined)
    serve(client).catch(() => client.destroy())
  })
  async function serve(client: Socket) {
    const [, methods = 0] = await bytes(client, 2)
    await bytes(client, methods)
    client.write(Buffer.from([5, login ? 2 : 0]))
    if (login && !(await isLogin(client, login))) return client.end(Buffer.from([1, 1]))
    if (login) client.write(Buffer.from([1, 0]))
    const [, , , , length = 0] = await bytes(client, 5)
    const name = (await bytes(client, length)).toString()
    const port = (await bytes(client, 2)).readUInt16BE()
    asked.push(`${name}:${port}`)
    const host = connect(port, '127.0.0.1', () => {
      client.write(Buffer.from([5, 0, 0, 1, 127, 0, 0, 1, 0, 0]))
      host.pipe(client).pipe(host)
    })
    sockets.add(host)
    host.on('error', () => client.destroy())
    return undefined
  }
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const host = `127.0.0.1:${port}`
  return {
    host,
    url: `socks5://${host}`,
    asked,
    close: closedLater(() => closeAll(server, sockets)),
  }
}

async function isLogin(client: Socket, login: string) {
  const [, length = 0] = await bytes(client, 2)
  const name = (await bytes(client, length)).toString()
  const [ofPassword = 0] = await bytes(client, 1)
  return `${name}:${(await bytes(client, ofPassword)).toString()}` === login
}

async function bytes(socket: Socket, count: number): Promise<Buffer> {
  if (count === 0) return Buffer.alloc(0)
  while (!socket.readableEnded && !socket.destroyed) {
    const read = socket.read(count) as Buffer | null
    if (read) return read
    await new Promise<void>((next) => {
      socket.once('readable', next)
      socket.once('close', next)
    })
  }
  throw new Error('the other side is gone')
}

function closeAll(server: { close: (done: () => void) => void }, sockets: Set<Duplex>) {
  for (const socket of sockets) socket.destroy()
  return new Promise<void>((done) => server.close(() => done()))
}
