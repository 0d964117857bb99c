import { request as plainRequest } from 'node:http'
import { request as safeRequest } from 'node:https'
import { isIP, type Socket } from 'node:net'
import type { SecureContext } from 'node:tls'
import { AppError, type Failure } from '../../shared/failure.ts'
import { failureOnTheWay } from './connection-failure.ts'
import { bare } from './proxies.ts'

interface Tunnel {
  proxy: URL
  /** The service's host and port. */
  to: { host: string; port: number }
  /** Used when the proxy itself is reached by https. */
  secureContext: SecureContext
  timeoutMs: number
}

/** Connects to a service through a proxy. Every failure is the proxy's: nothing was sent. */
export const openTunnel = (tunnel: Tunnel): Promise<Socket> =>
  tunnel.proxy.protocol.startsWith('socks') ? throughSocks(tunnel) : throughHttp(tunnel)

function throughHttp({ proxy, to, secureContext, timeoutMs }: Tunnel): Promise<Socket> {
  const target = `${to.host}:${to.port}`
  const isSafe = proxy.protocol === 'https:'
  const request = (isSafe ? safeRequest : plainRequest)({
    method: 'CONNECT',
    host: bare(proxy.hostname),
    port: proxy.port || (isSafe ? 443 : 80),
    path: target,
    headers: { host: target, ...authorization(proxy) },
    agent: false,
    signal: AbortSignal.timeout(timeoutMs),
    // Without `servername` Node would take it from the Host header, which names the service.
    ...(isSafe && { secureContext, rejectUnauthorized: true, servername: nameOf(proxy) }),
  })
  return new Promise((resolve, reject) => {
    const refuse = (failure: Failure) => reject(new AppError(failure))
    request.once('connect', ({ statusCode = 0 }, socket: Socket, head: Buffer) => {
      if (statusCode >= 200 && statusCode < 300) {
        if (head.length > 0) socket.unshift(head)
        return resolve(socket)
      }
      socket.destroy()
      refuse(refusal(proxy, to.host, statusCode))
    })
    // A proxy that answers CONNECT with an ordinary response.
    request.once('response', (response) => {
      response.destroy()
      refuse(refusal(proxy, to.host, response.statusCode ?? 0))
    })
    request.on('error', (thrown) => refuse(notReached(proxy, to.host, thrown)))
    request.end()
  })
}

function refusal(proxy: URL, host: string, status: number): Failure {
  if (status === 407) return { kind: 'offline', reason: 'proxy-login', host, proxy: proxy.host }
  const answer = `HTTP ${status}`
  return { kind: 'offline', reason: 'proxy-refused', host, proxy: proxy.host, answer }
}

/** An untrusted certificate here is the proxy's, so the failure names the proxy's host. */
function notReached(proxy: URL, host: string, thrown: unknown): Failure {
  const failure = failureOnTheWay(thrown, proxy.host)
  const isOfCertificate =
    failure.kind === 'offline' && (failure.reason === 'tls' || failure.reason === 'authority')
  if (isOfCertificate) return failure
  return { kind: 'offline', reason: 'proxy-unreachable', host, proxy: proxy.host }
}

function authorization({ username, password }: URL) {
  if (username === '') return {}
  const credentials = `${plain(username)}:${plain(password)}`
  return { 'proxy-authorization': `Basic ${Buffer.from(credentials).toString('base64')}` }
}

async function throughSocks({ proxy, to, timeoutMs }: Tunnel): Promise<Socket> {
  // Loaded on demand, because few networks have such a proxy.
  const { SocksClient } = await import('socks')
  try {
    const { socket } = await SocksClient.createConnection({
      proxy: {
        host: bare(proxy.hostname),
        port: Number(proxy.port || 1080),
        type: proxy.protocol === 'socks4:' ? 4 : 5,
        ...(proxy.username !== '' && {
          userId: plain(proxy.username),
          password: plain(proxy.password),
        }),
      },
      command: 'connect',
      destination: { host: bare(to.host), port: to.port },
      timeout: timeoutMs,
    })
    return socket
  } catch (thrown) {
    throw new AppError(socksFailure(proxy, to.host, String(thrown)))
  }
}

/** Classified by the library's message, which is not shown: it may contain a password. */
function socksFailure(proxy: URL, host: string, words: string): Failure {
  const of = { kind: 'offline', host, proxy: proxy.host } as const
  if (/authentication/i.test(words)) return { ...of, reason: 'proxy-login' }
  if (/rejected/i.test(words)) return { ...of, reason: 'proxy-refused', answer: 'SOCKS' }
  return { ...of, reason: 'proxy-unreachable' }
}

const nameOf = ({ hostname }: URL) => (isIP(bare(hostname)) === 0 ? hostname : '')

/** Decodes percent escapes; a text with an invalid escape is taken as it is. */
function plain(text: string) {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
