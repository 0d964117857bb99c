import { BlockList, isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import { isLoopback } from '../../shared/address.ts'
import type { Clock } from '../clock.ts'

/** A proxy's address (http:, https:, socks4: or socks5:); null for a direct connection. */
export type Route = URL | null

export type Environment = Readonly<Record<string, string | undefined>>

interface ProxyParts {
  environment: Environment
  /** The PAC file that the system's settings name; null when there is none. */
  readPac: () => Promise<string | null>
  /** The system's proxy settings for an address, in the syntax of a PAC file's result. */
  system: (url: string, pac: string | null) => Promise<string>
  clock: Pick<Clock, 'monotonic' | 'wait'>
  /** A text that changes when this computer moves to another network. */
  network?: () => string
}

/** The system's settings are read again after this time, since a user may change them. */
const REFRESH_MS = 60_000
/** An unreadable PAC file may delay the system's answer. */
const SYSTEM_TIMEOUT_MS = 10_000
const MOST_KNOWN = 16

interface Moment {
  network: string
  at: number
}

interface Known extends Moment {
  routes: Promise<Route[]>
}

/**
 * The routes to a service, in the order in which to try them: direct to this computer itself; by
 * the environment's proxy variables when there are any, by the system's settings otherwise.
 */
export function makeProxies(parts: ProxyParts) {
  const { environment, readPac, system, clock, network = addresses } = parts
  const known = new Map<string, Known>()
  const named = proxyIn(environment)
  let pac: (Moment & { script: Promise<string | null> }) | undefined

  const isFresh = (last: Moment, now: Moment) =>
    last.network === now.network && now.at - last.at < REFRESH_MS

  function bySystem({ origin }: URL): Promise<Route[]> {
    const now = { network: network(), at: clock.monotonic() }
    const last = known.get(origin)
    if (last && isFresh(last, now)) return last.routes
    // Once for all hosts: it is downloaded, and a check of links asks about thousands.
    if (!pac || !isFresh(pac, now)) pac = { ...now, script: readPac() }
    const routes = askSystem(origin, pac.script)
    known.delete(origin)
    known.set(origin, { ...now, routes })
    const [oldest] = known.keys()
    if (known.size > MOST_KNOWN && oldest !== undefined) known.delete(oldest)
    return routes
  }

  async function askSystem(origin: string, script: Promise<string | null>): Promise<Route[]> {
    const stop = new AbortController()
    const late = clock.wait(SYSTEM_TIMEOUT_MS, stop.signal).then(() => '')
    // A failed or late answer counts as no proxy.
    const answer = script.then((read) => system(origin, read))
    const list = await Promise.race([answer, late]).catch(() => '')
    late.catch(() => undefined)
    stop.abort()
    return routesIn(list)
  }

  return async (url: URL): Promise<Route[]> => {
    if (isLoopback(url.hostname)) return [null]
    if (named === null) return bySystem(url)
    return [isExcepted(url, environment) ? null : named]
  }
}

/** All addresses of this computer in its networks. */
const addresses = () =>
  Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .filter(({ internal }) => !internal)
    .map(({ address }) => address)
    .join(' ')

/** The environment's proxy for https. An invalid address counts as an unreachable proxy. */
function proxyIn(environment: Environment): URL | null {
  const names = ['https_proxy', 'all_proxy', 'http_proxy']
  const text = names.map((name) => variable(environment, name)).find((value) => value !== '')
  return text === undefined ? null : (proxyAt(text) ?? new URL('http://invalid'))
}

const variable = (environment: Environment, name: string) =>
  (environment[name] || environment[name.toUpperCase()] || '').trim()

const SCHEMES: Readonly<Record<string, string>> = {
  http: 'http',
  https: 'https',
  socks: 'socks5',
  socks4: 'socks4',
  socks4a: 'socks4',
  socks5: 'socks5',
  socks5h: 'socks5',
}

/** An address without a scheme is an http proxy, as curl reads it. */
function proxyAt(text: string): URL | null {
  const [, name = 'http', rest = ''] = /^(?:([a-z0-9]+):\/\/)?(.+)$/i.exec(text) ?? []
  const scheme = SCHEMES[name.toLowerCase()]
  return scheme === undefined ? null : parsed(`${scheme}://${rest}`)
}

function parsed(text: string): URL | null {
  try {
    const url = new URL(text)
    return url.hostname === '' ? null : url
  } catch {
    return null
  }
}

/** NO_PROXY: hosts with their subdomains, addresses, networks such as 10.0.0.0/8, or *; at a port or any. */
function isExcepted({ hostname, port }: URL, environment: Environment): boolean {
  const entries = variable(environment, 'no_proxy')
    .toLowerCase()
    .split(/[\s,]+/)
  return entries.filter(Boolean).some((entry) => {
    // An IPv6 address has colons of its own, so that a port follows only its brackets.
    const [, name = entry, ofPort] = /^(\[.*\]|[^:]*):(\d+)$/.exec(entry) ?? []
    if (ofPort !== undefined && ofPort !== (port || '443')) return false
    if (isIP(bare(hostname)) !== 0) return isWithin(bare(hostname), name)
    const host = name.replace(/^\*?\./, '')
    return name === '*' || hostname === host || hostname.endsWith(`.${host}`)
  })
}

export const bare = (hostname: string) => hostname.replace(/^\[|\]$/g, '')

/** Whether an IP address equals the entry or is in the entry's network. */
function isWithin(address: string, entry: string): boolean {
  if (entry === '*') return true
  const [, named = '', prefix] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(bare(entry)) ?? []
  const [family, bits] = isIP(named) === 6 ? (['ipv6', 128] as const) : (['ipv4', 32] as const)
  const length = Number(prefix ?? bits)
  if (isIP(named) === 0 || length > bits) return false
  const list = new BlockList()
  list.addSubnet(named, length, family)
  return list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

/** The names of proxy types in a PAC file's result. */
const PAC_SCHEMES: Readonly<Record<string, string>> = {
  PROXY: 'http',
  HTTP: 'http',
  HTTPS: 'https',
  SOCKS: 'socks4',
  SOCKS4: 'socks4',
  SOCKS5: 'socks5',
}

/** Parses a PAC file's result, such as `PROXY a:8080; SOCKS5 b:1080; DIRECT`. */
function routesIn(list: string): Route[] {
  const routes = list.split(';').flatMap((each): Route[] => {
    const [kind = '', address = ''] = each.trim().split(/\s+/)
    if (kind.toUpperCase() === 'DIRECT') return [null]
    const scheme = PAC_SCHEMES[kind.toUpperCase()]
    const proxy = scheme === undefined ? null : parsed(`${scheme}://${address}`)
    return proxy ? [proxy] : []
  })
  return routes.length > 0 ? routes : [null]
}
