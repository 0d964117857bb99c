import fc from 'fast-check'
import { expect, test } from 'vitest'
import { linksCalls } from '../../../../src/shared/features/links/calls.ts'
import {
  byHost,
  checkable,
  checkCost,
  isBroken,
  LARGEST_CHECK,
  LINK_FAILURES,
  type LinkResult,
  linkState,
  webAddress,
} from '../../../../src/shared/features/links/link.ts'

const aResult = (change: Partial<LinkResult>): LinkResult => ({
  ...{ url: 'https://a.test/', final_url: 'https://a.test/', status: 200, hops: [], at: 1 },
  ...{ failure: null, ...change },
})
const HOP = { url: 'http://a.test/', status: 301 }

test.each([
  [200, 'alive', false],
  [204, 'alive', false],
  [404, 'dead', true],
  [410, 'dead', true],
  [401, 'refused', false],
  [403, 'refused', false],
  [429, 'refused', false],
  [400, 'error', true],
  [500, 'error', true],
  [503, 'error', true],
] as const)('a response of %i is %s', (status, state, broken) => {
  expect(linkState(aResult({ status }))).toBe(state)
  expect(isBroken(aResult({ status }))).toBe(broken)
})

test('a redirect to a working page is “moved”, and one to a missing page is “dead”', () => {
  expect(linkState(aResult({ hops: [HOP] }))).toBe('moved')
  expect(linkState(aResult({ hops: [HOP], status: 404 }))).toBe('dead')
})

test('an address that a visitor may still reach is not broken', () => {
  const broken = LINK_FAILURES.filter((failure) => isBroken(aResult({ failure, status: null })))
  expect(LINK_FAILURES.filter((failure) => !broken.includes(failure))).toEqual([
    ...['not-allowed', 'proxy', 'loop', 'too-many-redirects', 'not-web'],
  ])
})

test('the reason for a missing response is the state, whatever preceded it', () => {
  for (const failure of LINK_FAILURES) {
    expect(linkState(aResult({ failure, status: 302, hops: [HOP] }))).toBe(failure)
  }
})

test('user name, password and fragment of an address are not sent', () => {
  expect(webAddress(' https://me:secret@A.test/x?y=1#z ')?.href).toBe('https://a.test/x?y=1')
  expect(webAddress('../c', 'https://a.test/x/y')?.href).toBe('https://a.test/c')
})

test('a check is described by its hosts and addresses, and lasts a second per address of the largest host', () => {
  const urls = [
    'https://a.test/1',
    'https://a.test/2',
    'http://b.test/',
    'https://a.test/1',
    'none',
  ]
  expect(checkCost(urls)).toEqual({ addresses: 3, hosts: 2, seconds: 2 })
  expect(checkCost(['none'])).toEqual({ addresses: 0, hosts: 0, seconds: 0 })
})

test('every address is checked once, under its own host', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.webUrl(), fc.string({ minLength: 1 }))), (urls) => {
      const hosts = byHost(urls)
      expect([...hosts.values()].flat().sort()).toEqual([...new Set(urls)].sort())
      for (const [host, own] of hosts)
        for (const url of own) expect(webAddress(url)?.hostname ?? '').toBe(host)
    }),
    { numRuns: 30 },
  )
})

test('of too many or too long addresses a check has those that it may have, in their order', () => {
  const many = Array.from({ length: 20_001 }, (_, index) => `https://a.test/${index}`)
  const long = (character: string) => `https://a.test/${character.repeat(7900)}`
  const account_id = 'acc000000001'
  for (const urls of [many, [...many, long('a').repeat(2)], ['a', 'b', 'c'].map(long)]) {
    const chosen = checkable(urls)
    expect(
      linksCalls.check.input.safeParse({ account_id, urls: chosen, allowPrivate: false }).success,
    ).toBe(true)
    expect(urls.slice(0, chosen.length)).toEqual(chosen)
  }
  const size = (some: readonly string[]) => JSON.stringify(some).length
  for (const character of ['a', '"']) {
    const chosen = checkable(Array.from({ length: 2000 }, () => long(character)))
    expect(size(chosen)).toBeLessThan(LARGEST_CHECK)
    expect(size(chosen)).toBeGreaterThan(0.95 * LARGEST_CHECK)
  }
  const usual = Array.from(
    { length: 17_000 },
    (_, index) => `https://a.test/${index}?${'u'.repeat(240)}`,
  )
  expect(checkable(usual)).toHaveLength(usual.length)
  expect(checkable([long('a').repeat(2), 'https://a.test/'])).toEqual(['https://a.test/'])
})
