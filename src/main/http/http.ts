import { isIP, type LookupFunction, type Socket } from 'node:net'
import { createSecureContext, type SecureContext } from 'node:tls'
import type * as Undici from 'undici'
import type { Dispatcher, FormData } from 'undici'
import { failureOf } from '../../shared/failure.ts'
import { untilCancelled } from '../threads/ending.ts'
import { bare, type Route } from './proxies.ts'
import { openTunnel } from './tunnel.ts'

/** How this computer reaches the internet: its proxies, and the authorities it trusts. */
export interface Network {
  /** The routes to a service, in the order in which to try them. */
  routesTo: (url: URL) => Promise<Route[]>
  /** The certificates of the trusted authorities, as PEM. */
  authorities: () => Promise<string[]>
}

/** No proxy, and the authorities of Node. */
export const PLAIN_NETWORK: Network = { routesTo: async () => [null], authorities: async () => [] }

type RequestOptions = Pick<Dispatcher.RequestOptions, 'method' | 'headers' | 'body'> & {
  signal: AbortSignal
}

/** One request to an untrusted address. */
export interface ProbeOptions {
  method: 'HEAD' | 'GET'
  headers: Record<string, string>
  /**
   * The IP addresses of a host to which a connection is allowed. Throws when there is none. A network that has a
   * proxy may resolve outside names only there.
   */
  addressesOf: (hostname: string, hasProxy: boolean) => Promise<readonly string[]>
  signal: AbortSignal
}

export interface ProbeAnswer {
  status: number
  /** The target of a redirect, as received. */
  location: string | null
}

type Connector = ReturnType<typeof Undici.buildConnector>
type Options = Parameters<Connector>[0]
type Callback = Parameters<Connector>[1]

export type Http = Awaited<ReturnType<typeof loadHttp>>

const LARGEST_HEADERS_BYTES = 32 * 1024
const CONNECT_TIMEOUT_MS = 10_000
const MOST_PROXIES = 8
/** How much of a probed address's body is read: enough to see that it sends something. */
const PROBE_BODY_BYTES = 4 * 1024

/** The HTTP client. Loaded at first use: undici would slow every start by 10s of ms. */
export async function loadHttp(network: Network) {
  const undici = await import('undici')
  const secureContext = once(async () => trusting(await network.authorities()))
  const plain = undici.buildConnector({ timeout: CONNECT_TIMEOUT_MS })
  const safe = once(async () => {
    // Explicit, so that NODE_TLS_REJECT_UNAUTHORIZED cannot turn verification off.
    const trust = { secureContext: await secureContext(), rejectUnauthorized: true }
    return undici.buildConnector({ timeout: CONNECT_TIMEOUT_MS, ...trust })
  })

  const tunnelTo = async (proxy: URL, { hostname, port }: Pick<Options, 'hostname' | 'port'>) =>
    openTunnel({
      proxy,
      to: { host: hostname, port: Number(port || 443) },
      secureContext: await secureContext(),
      timeoutMs: CONNECT_TIMEOUT_MS,
    })

  async function connect(proxy: Route, options: Options, callback: Callback) {
    if (options.protocol !== 'https:') return plain(options, callback)
    try {
      const connectSafely = await safe()
      const through = proxy && { httpSocket: await tunnelTo(proxy, options) }
      connectSafely({ ...options, ...through }, callback)
    } catch (thrown) {
      callback(thrown as Error, null)
    }
  }

  const agentBy = (proxy: Route) =>
    new undici.Agent({
      // No limit of connections: each account's queue has one, and accounts share the host of a service.
      pipelining: 1,
      keepAliveTimeout: 20_000,
      maxHeaderSize: LARGEST_HEADERS_BYTES,
      // Off: these measure silence only, which a slow drip avoids. The total deadline covers both.
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: (options, callback) => void connect(proxy, options, callback),
    })

  const agents = new Map<string, Dispatcher>()
  function agentOf(proxy: Route): Dispatcher {
    const name = proxy?.href ?? ''
    const agent = agents.get(name) ?? agentBy(proxy)
    agents.delete(name)
    agents.set(name, agent)
    const [oldest] = agents.keys()
    if (agents.size > MOST_PROXIES && oldest !== undefined) {
      void agents.get(oldest)?.close()
      agents.delete(oldest)
    }
    return agent
  }

  const probe = makeProbe({ undici, network, secureContext, tunnelTo })

  return {
    probe,
    async request(url: URL, options: RequestOptions): Promise<Dispatcher.ResponseData> {
      const routes = await untilCancelled(network.routesTo(url), options.signal)
      return byRoutes(routes, (proxy) =>
        undici.request(url, { ...options, dispatcher: agentOf(proxy) }),
      )
    },
    newForm: (): FormData => new undici.FormData(),
    /** Requests from now on connect anew: a connection lost in a sleep takes a request and never answers. */
    reconnect() {
      for (const agent of agents.values()) void agent.close()
      agents.clear()
    },
    destroy: async () => {
      await Promise.all([...agents.values()].map((agent) => agent.destroy()))
    },
  }
}

interface ProbeRoute {
  proxy: Route
  addresses: readonly string[]
}

const portOf = ({ protocol, port }: { protocol: string; port: string }) =>
  port || (protocol === 'https:' ? '443' : '80')

/** Replaces the system's lookup, which could now give other addresses than the checked ones. */
const lookupOf = (addresses: readonly string[]): LookupFunction => {
  const all = addresses.map((address) => ({ address, family: isIP(address) }))
  return (_hostname, options, callback) => {
    if (options.all) callback(null, all)
    else callback(null, all[0]?.address ?? '', all[0]?.family)
  }
}

interface ProbeParts {
  undici: typeof Undici
  network: Pick<Network, 'routesTo'>
  secureContext: () => Promise<SecureContext>
  tunnelTo: (proxy: URL, to: { hostname: string; port: string }) => Promise<Socket>
}

/**
 * Asks an address for its status, without sending anything known about the user or the services.
 * Does not follow redirects.
 */
function makeProbe({ undici, network, secureContext, tunnelTo }: ProbeParts) {
  const trustIn = async ({ protocol }: Options) =>
    protocol === 'https:'
      ? { secureContext: await secureContext(), rejectUnauthorized: true }
      : undefined

  async function tunnelOf({ proxy, addresses }: ProbeRoute, options: Options) {
    if (!proxy) return null
    const [first = options.hostname] = addresses
    const hostname = isIP(first) === 6 ? `[${first}]` : first
    return tunnelTo(proxy, { hostname, port: portOf(options) })
  }

  /** Connects to one of the checked addresses, whatever the host name resolves to by now. */
  async function connect(route: ProbeRoute, options: Options, callback: Callback) {
    try {
      const httpSocket = await tunnelOf(route, options)
      // undici only accepts a socket for TLS.
      if (httpSocket && options.protocol !== 'https:') return callback(null, httpSocket)
      const connector = undici.buildConnector({
        timeout: CONNECT_TIMEOUT_MS,
        lookup: lookupOf(route.addresses),
        autoSelectFamily: true,
        ...(await trustIn(options)),
      })
      connector({ ...options, ...(httpSocket && { httpSocket }) }, callback)
    } catch (thrown) {
      callback(thrown as Error, null)
    }
  }

  /** On a separate connection, so that no address learns about another. */
  async function probeBy(route: ProbeRoute, url: URL, options: ProbeOptions): Promise<ProbeAnswer> {
    const { method, headers, signal } = options
    const dispatcher = new undici.Client(url.origin, {
      maxHeaderSize: LARGEST_HEADERS_BYTES,
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: (of, callback) => void connect(route, of, callback),
    })
    try {
      const response = await undici.request(url, { method, headers, signal, dispatcher })
      await readBeginning(response.body)
      const { location } = response.headers
      const first = Array.isArray(location) ? location[0] : location
      return { status: response.statusCode, location: first === undefined ? null : escaped(first) }
    } finally {
      void dispatcher.destroy()
    }
  }

  return async (url: URL, options: ProbeOptions): Promise<ProbeAnswer> => {
    const { signal } = options
    const routes = await untilCancelled(network.routesTo(url), signal)
    const hasProxy = routes.some((route) => route !== null)
    const known = options.addressesOf(bare(url.hostname), hasProxy)
    const addresses = await untilCancelled(known, signal)
    return byRoutes(routes, (proxy) => probeBy({ proxy, addresses }, url, options))
  }
}

/** A header's bytes outside ASCII, each of which undici gives as a character, as a browser requests them. */
const escaped = (location: string) =>
  location.replace(
    /[\u0080-\u00ff]/g,
    (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/** Tries the next route only when a proxy cannot be reached: nothing was sent by then. */
async function byRoutes<T>(routes: readonly Route[], send: (proxy: Route) => Promise<T>) {
  for (const proxy of routes.slice(0, -1)) {
    try {
      return await send(proxy)
    } catch (thrown) {
      if (!isProxyGone(thrown)) throw thrown
    }
  }
  return send(routes.at(-1) ?? null)
}

async function readBeginning(body: Dispatcher.ResponseData['body']) {
  body.on('error', () => undefined)
  let size = 0
  for await (const part of body) {
    size += (part as Uint8Array).byteLength
    if (size >= PROBE_BODY_BYTES) break
  }
}

/** Created once: parsing all the certificates takes longer than a connection. */
const trusting = (authorities: string[]) =>
  createSecureContext(authorities.length > 0 ? { ca: authorities } : {})

function isProxyGone(thrown: unknown) {
  const failure = failureOf(thrown)
  return failure.kind === 'offline' && failure.reason === 'proxy-unreachable'
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}
