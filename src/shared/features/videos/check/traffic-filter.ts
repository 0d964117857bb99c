import { GROUP_REGISTERS } from '../../publishing/register.ts'
import { isBrowserLanguage, isCountryCode } from '../codes.ts'
import { type About, type Found, found, isBroken, shortValue } from './rules.ts'
import { at, textAt } from './values.ts'

const LISTS = Object.entries(GROUP_REGISTERS.traffic_filter)
  .filter(([, { register }]) => register === 'list')
  .map(([name]) => name)

export function* checkTrafficFilter(group: unknown, about: About): Generator<Found> {
  yield* checkCodes(group)
  yield* checkFallback(group, about)
  if (textAt(group, 'token') !== '') yield found('filter-token-set', 'token')
  if (at(group, 'enabled') === true) yield* checkLists(group)
}

/** A name instead of a code, such as "Estados Unidos", would let nobody pass. */
function* checkCodes(group: unknown): Generator<Found> {
  for (const text of textsAt(group, 'countries')) {
    if (!isCountryCode(text))
      yield found('country-unknown', 'countries', { value: shortValue(text) })
  }
  for (const text of textsAt(group, 'languages')) {
    if (!isBrowserLanguage(text))
      yield found('language-unknown', 'languages', { value: shortValue(text) })
  }
}

/** The valid texts of a list; any other entry is a problem of its own. */
function textsAt(group: unknown, name: string): string[] {
  const list = at(group, name)
  if (!Array.isArray(list)) return []
  return list.filter((each): each is string => typeof each === 'string' && !isBroken(each))
}

function* checkFallback(group: unknown, { video_id, knownVideoIds }: About): Generator<Found> {
  const register = 'fallback_video_id'
  const id = textAt(group, register)
  const value = shortValue(id)
  if (id === '') {
    if (at(group, 'enabled') === true) yield found('fallback-missing', register)
  } else if (id === video_id) {
    yield found('fallback-is-itself', register, { value })
  } else if (knownVideoIds && !knownVideoIds.has(id)) {
    yield found('fallback-unknown', register, { value })
  }
}

/** An empty list may let everybody pass, or nobody: the document does not say. */
function* checkLists(group: unknown): Generator<Found> {
  const filled = LISTS.filter((name) => countAt(group, name) > 0)
  if (filled.length === 0 && at(group, 'block_proxy') !== true) {
    yield found('filter-without-rules', null)
    return
  }
  for (const name of LISTS) {
    if (countAt(group, name) === 0) yield found('filter-list-empty', name)
  }
}

/** The length of a list; -1 when there is none. */
function countAt(group: unknown, name: string) {
  const list = at(group, name)
  return Array.isArray(list) ? list.length : -1
}
