import { parsedAddress } from '../../address.ts'
import type { Video } from '../../api/video.ts'
import { shortValue } from '../videos/check/rules.ts'
import { at, textAt } from '../videos/check/values.ts'
import { shownCallActions } from './call-actions.ts'
import { type FoundInVideo, setting } from './problem.ts'

/** The address of a call to action. */
export interface Address {
  item_id: string
  url: string
  host: string
  hasUtm: boolean
}

/**
 * The valid addresses that viewers can open. Addresses in HTML are ignored, and an invalid URL is a
 * problem of its own.
 */
export function addressesOf(video: Video): Address[] {
  return shownCallActions(video).flatMap((item) => {
    const url = textAt(item, 'action.url')
    if (at(item, 'action.as_html') === true || !/^https?:\/\//i.test(url)) return []
    const host = hostOf(url)
    if (host === null) return []
    const hasUtm = /[?&]utm_/i.test(url.split('#', 1)[0] ?? '')
    return [{ item_id: textAt(item, 'id'), url, host, hasUtm }]
  })
}

// Most addresses match this; parsing each as a URL would take most of the time.
const PLAIN = /^https?:\/\/([a-z0-9-]+(?:\.[a-z0-9-]+)*)(?:[/?#]|$)/

/** The host as browsers parse it; null for an invalid URL. */
function hostOf(url: string): string | null {
  const plain = PLAIN.exec(url)?.[1]
  // An address of digits only can be written in several ways.
  if (plain !== undefined && /[a-z]/.test(plain)) return plain
  return parsedAddress(url)?.hostname ?? null
}

const place = ({ item_id }: Address) =>
  ({ group: 'call_actions', item_id, register: 'action.url' }) as const

/** Finds addresses that are not encrypted, or that do not name a public host. */
export function* checkAddress(address: Address): Generator<FoundInVideo> {
  const { url, host } = address
  if (/^http:/i.test(url)) {
    yield {
      ...place(address),
      rule: 'address-http',
      details: { value: shortValue(url) },
      ...fixOf(address),
    }
  }
  if (!isInternetHost(host)) {
    yield { ...place(address), rule: 'address-without-host', details: { value: shortValue(url) } }
  }
}

/** No fix with a port, which answers http only. */
function fixOf(address: Address) {
  const { register, ...at } = place(address)
  const secure = address.url.replace(/^http:/i, 'https:')
  // Parsed as https, because http would drop port 80.
  const parsed = parsedAddress(secure)
  if (parsed && parsed.host !== parsed.hostname) return {}
  return { fix: [setting(at, register, secure)], before: address.url }
}

// `https:///offer` is parsed with the host `offer`, and `https://localhost` is this computer.
const isInternetHost = (host: string) => /[^.]\.[^.]|:/.test(host)

interface OfVideo {
  addresses: readonly Address[]
}

/** Counts over the account's addresses, with which single ones are compared. */
interface AddressHabits {
  count: number
  withUtm: number
  hosts: ReadonlyMap<string, number>
  usualHost: string | null
}

/** Fewer addresses do not show what is usual. */
const FEWEST = 10
const USUAL_SHARE = 0.8

export function habitsOf(videos: readonly OfVideo[]): AddressHabits {
  const hosts = new Map<string, number>()
  let count = 0
  let withUtm = 0
  for (const { addresses } of videos) {
    for (const { host, hasUtm } of addresses) {
      count += 1
      withUtm += Number(hasUtm)
      hosts.set(host, (hosts.get(host) ?? 0) + 1)
    }
  }
  const usual = [...hosts].find(([, of]) => count >= FEWEST && of >= USUAL_SHARE * count)
  return { count, withUtm, hosts, usualHost: usual?.[0] ?? null }
}

/**
 * Finds addresses that lack what most others have: compared within their video first, then within
 * the account.
 */
export function* checkSiblings({ addresses }: OfVideo, habits: AddressHabits) {
  const own = habitsOf([{ addresses }])
  for (const address of addresses) {
    yield* checkUtm(address, own, habits)
    yield* checkHost(address, own, habits)
  }
}

function* checkUtm(address: Address, own: AddressHabits, all: AddressHabits) {
  if (address.hasUtm) return
  const isUsual = all.count >= FEWEST && 2 * all.withUtm >= all.count
  if (own.withUtm === 0 && !isUsual) return
  const count = own.withUtm || all.withUtm
  const details = { value: shortValue(address.url), count }
  yield { ...place(address), rule: 'address-without-utm', details } satisfies FoundInVideo
}

function* checkHost(address: Address, own: AddressHabits, all: AddressHabits) {
  const [other, more] = [...own.hosts].filter(([host]) => host !== address.host)
  const isOnlyOne = other !== undefined && more === undefined && own.hosts.get(address.host) === 1
  const usual = isOnlyOne && other[1] >= 2 ? other[0] : all.usualHost
  if (usual === null || usual === address.host) return
  const count = (usual === other?.[0] ? other[1] : all.hosts.get(usual)) ?? 0
  const details = { value: address.host, usual, count }
  yield { ...place(address), rule: 'address-unlike-siblings', details } satisfies FoundInVideo
}
