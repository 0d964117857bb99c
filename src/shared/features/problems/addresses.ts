import type { Video } from '../../api/video.ts'
import { told } from '../videos/check/rules.ts'
import { at, textAt } from '../videos/check/values.ts'
import { shownCallActions } from './call-actions.ts'
import { type FoundInVideo, setting } from './problem.ts'

/** Where a call to action leads. */
export interface Address {
  item_id: string
  url: string
  host: string
  hasUtm: boolean
}

// Browsers and Node have it alike; the types of neither are here.
declare const URL: new (text: string) => { hostname: string }

/** The addresses that viewers can open. Those in HTML are not read, and what is no URL has its own problem. */
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

// Nearly all addresses are so; reading each as a URL would take most of the time.
const PLAIN = /^https?:\/\/([a-z0-9-]+(?:\.[a-z0-9-]+)*)(?:[/?#]|$)/

/** The host as a browser reads it; null of what is no URL. */
function hostOf(url: string): string | null {
  const plain = PLAIN.exec(url)?.[1]
  // Of digits alone it is an address that is written in several ways.
  if (plain !== undefined && /[a-z]/.test(plain)) return plain
  try {
    return new URL(url).hostname
  } catch {
    return null
  }
}

const place = ({ item_id }: Address) =>
  ({ group: 'call_actions', item_id, register: 'action.url' }) as const

/** An address that is not encrypted, or that names no computer of the internet. */
export function* checkAddress(address: Address): Generator<FoundInVideo> {
  const { url, host } = address
  if (/^http:/i.test(url)) {
    const { register, ...at } = place(address)
    const fix = [setting(at, register, url.replace(/^http:/i, 'https:'))]
    yield {
      ...place(address),
      rule: 'address-http',
      details: { value: told(url) },
      fix,
      before: url,
    }
  }
  if (!isInternetHost(host)) {
    yield { ...place(address), rule: 'address-without-host', details: { value: told(url) } }
  }
}

// `https:///offer` is read as the host `offer`, and `https://localhost` is this computer.
const isInternetHost = (host: string) => /[^.]\.[^.]|:/.test(host)

interface OfVideo {
  addresses: readonly Address[]
}

/** How many addresses of the account have what, to compare one with. */
export interface AddressHabits {
  count: number
  withUtm: number
  hosts: ReadonlyMap<string, number>
  usualHost: string | null
}

/** Of fewer addresses nothing is usual. */
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

/** Addresses of a video that lack what the others have, first those of the video, then of the account. */
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
  const details = { value: told(address.url), count }
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
