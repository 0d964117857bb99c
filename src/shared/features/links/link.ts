import { z } from 'zod'
import { parsedAddress, type WebAddress } from '../../address.ts'
import { groupBy } from '../../maps.ts'
import { instant } from '../../time/time.ts'

/** Maximum number of redirects followed from one address. */
export const MOST_HOPS = 10
/** Maximum number of addresses per check. */
export const MOST_LINKS = 20_000
/** In characters. */
const LONGEST_LINK = 8000
/** In characters of JSON: as many addresses, with long parameters. */
export const LARGEST_CHECK = 8 * 1024 * 1024
/** Number of hosts checked in parallel. */
export const HOSTS_AT_ONCE = 8
/** The pause between two requests to one host. */
export const PACE_MS = 1000

export const LINK_FAILURES = [
  /** Not a web address. */
  'bad-address',
  'no-host',
  /** The address, or the target of one of its redirects, is inside a private network. */
  'not-allowed',
  'timeout',
  /** The host name was resolved, but no connection could be made. */
  'unreachable',
  /** The connection ended before a response came. */
  'interrupted',
  'tls',
  'proxy',
  /** The response is not one of a web server. */
  'answer',
  /** A redirect leads to an address that was requested before. */
  'loop',
  'too-many-redirects',
  /** A redirect leads to something that is not a web address, such as an app. */
  'not-web',
] as const
export type LinkFailure = (typeof LINK_FAILURES)[number]

export const linkAddress = z.string().min(1).max(LONGEST_LINK)

const hop = z.object({ url: z.string(), status: z.int() })

export const linkResult = z.object({
  /** As written in the setting. */
  url: linkAddress,
  /** Status of the last response; null when there was none. */
  status: z.int().nullable(),
  /** The final address, or the last one that was requested. */
  final_url: z.string(),
  /** The redirects, in order. */
  hops: z.array(hop).max(MOST_HOPS + 1),
  /** Epoch milliseconds. */
  at: instant,
  failure: z.enum(LINK_FAILURES).nullable(),
})
export type LinkResult = z.output<typeof linkResult>

type LinkState =
  | 'alive'
  /** Alive at another address. */
  | 'moved'
  /** 404 or 410: there is no such page. */
  | 'dead'
  /** The host responds, but does not show the page to programs; people may still see it. */
  | 'refused'
  /** Any other response that is not a page. */
  | 'error'
  | LinkFailure

const GONE = [404, 410]
const REFUSED = [401, 403, 405, 406, 407, 429, 451, 501]

export function linkState({ status, failure, hops }: LinkResult): LinkState {
  if (failure) return failure
  if (status === null) return 'answer'
  if (status >= 200 && status < 400) return hops.length > 0 ? 'moved' : 'alive'
  if (GONE.includes(status)) return 'dead'
  return REFUSED.includes(status) ? 'refused' : 'error'
}

const UNCLEAR: readonly LinkState[] = [
  'refused',
  'not-allowed',
  'proxy',
  'not-web',
  // A page that sets a cookie redirects to itself until it gets the cookie, and a check sends none.
  'loop',
  'too-many-redirects',
]

/** Whether visitors probably reach nothing: these results need attention first. */
export function isBroken(result: LinkResult): boolean {
  const state = linkState(result)
  return state !== 'alive' && state !== 'moved' && !UNCLEAR.includes(state)
}

/** A web address without personal data; null when it is not a web address. */
export function webAddress(text: string, base?: string): WebAddress | null {
  const url = parsedAddress(text.trim(), base)
  if (!url || !isWeb(url)) return null
  url.username = ''
  url.password = ''
  url.hash = ''
  return url
}

const isWeb = ({ protocol }: WebAddress) => protocol === 'http:' || protocol === 'https:'

/**
 * The distinct addresses of a check by host; those that are not web addresses have the host `''`.
 */
export const byHost = (urls: readonly string[]): Map<string, string[]> =>
  groupBy(new Set(urls), (url) => webAddress(url)?.hostname ?? '')

interface CheckCost {
  addresses: number
  hosts: number
  /** A lower limit; redirects and slow pages take longer. */
  seconds: number
}

/** The addresses that one check can have, in their order. */
export function checkable(urls: readonly string[]): string[] {
  // What else the call says takes a little.
  let room = 0.99 * LARGEST_CHECK
  return urls
    .filter(({ length }) => length <= LONGEST_LINK)
    .slice(0, MOST_LINKS)
    .filter((url) => (room -= JSON.stringify(url).length + 1) >= 0)
}

/** The number of requests and the duration of a check, limited by the pause per host. */
export function checkCost(urls: readonly string[]): CheckCost {
  const hosts = byHost(urls)
  const sizes = [...hosts].filter(([host]) => host !== '').map(([, own]) => own.length)
  const addresses = sizes.reduce((sum, size) => sum + size, 0)
  const longest = sizes.reduce((most, size) => Math.max(most, size), 0)
  const seconds = Math.max(longest, Math.ceil(addresses / HOSTS_AT_ONCE)) * (PACE_MS / 1000)
  return { addresses, hosts: sizes.length, seconds }
}
