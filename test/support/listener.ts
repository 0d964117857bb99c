import { createSocket } from 'node:dgram'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'

/** Ports on loopback that count connections over TCP and packets over UDP. */
export async function startListener() {
  const knocks: string[] = []
  const tcp = createServer((socket) => {
    socket.once('data', (data) => knocks.push(`tcp: ${data.length} bytes`))
    socket.on('error', () => undefined)
    knocks.push('tcp')
    socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\naccess-control-allow-origin: *\r\n\r\n')
  })
  await new Promise<void>((done) => tcp.listen(0, '127.0.0.1', done))
  const { port } = tcp.address() as AddressInfo
  const udp = createSocket('udp4')
  udp.on('message', () => knocks.push('udp'))
  await new Promise<void>((done) => udp.bind(port, '127.0.0.1', done))
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    knocks,
    close() {
      tcp.close()
      udp.close()
    },
  }
}
