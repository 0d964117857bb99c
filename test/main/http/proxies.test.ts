import { expect, test } from 'vitest'
import { makeProxies } from '../../../src/main/http/proxies.ts'
import { virtualClock } from '../../support/clock.ts'

const never = () => Promise.reject(new Error('not asked'))

/** Where an address is reached through, with an environment. */
async function wayOf(address: string, environment: Record<string, string>) {
  const clock = virtualClock()
  const routesTo = makeProxies({ environment, readPac: never, system: never, clock })
  return (await routesTo(new URL(address))).map((route) => route?.href ?? 'direct')
}

const PROXY = 'http://proxy.example:3128/'

test.each([
  ['nothing', '', PROXY],
  ['all hosts', '*', 'direct'],
  ['the host', 'api.example.com', 'direct'],
  ['a host above it', 'example.com', 'direct'],
  ['a host above it with a dot', '.example.com', 'direct'],
  ['a host above it with a star', '*.example.com', 'direct'],
  ['another among more', 'a.test, API.EXAMPLE.COM b.test', 'direct'],
  ['the host at its port', 'api.example.com:443', 'direct'],
  ['the host at another port', 'api.example.com:8443', PROXY],
  ['a host that only ends alike', 'ple.com', PROXY],
  ['an address', '10.0.0.1', PROXY],
])('NO_PROXY with %s', async (_, no_proxy, way) => {
  const environment = { https_proxy: 'proxy.example:3128', NO_PROXY: no_proxy }
  expect(await wayOf('https://api.example.com/v1', environment)).toEqual([way])
})

test.each([
  ['10.1.2.3', '10.0.0.0/8', 'direct'],
  ['11.1.2.3', '10.0.0.0/8', PROXY],
  ['10.1.2.3', '10.1.2.3', 'direct'],
  ['10.1.2.3', '*', 'direct'],
  ['10.1.2.3', '10.0.0.0/255.0.0.0', PROXY],
  ['10.1.2.3', '10.0.0.0/', PROXY],
  ['10.1.2.3', '10.0.0.0/33 10.0.0.0/8', 'direct'],
  ['[fd00::1]', 'fd00::/8', 'direct'],
  ['[fd00::1]', '10.0.0.0/8', PROXY],
  ['10.1.2.3', '10.1.2.3:443', 'direct'],
  ['10.1.2.3', '10.1.2.3:8443', PROXY],
  ['10.1.2.3:8443', '10.1.2.3:8443', 'direct'],
  ['[fd00::1]', '[fd00::1]:443', 'direct'],
  ['[fd00::1]', '[fd00::1]:8443', PROXY],
  ['[fd00::1]', '[fd00::1]', 'direct'],
  ['[fd00::1]', 'fd00::1', 'direct'],
  ['[fd00::443]', 'fd00::443', 'direct'],
  ['[fd00::]', 'fd00::443', PROXY],
])('the address %s with NO_PROXY %s', async (host, no_proxy, way) => {
  const environment = { https_proxy: PROXY, no_proxy }
  expect(await wayOf(`https://${host}`, environment)).toEqual([way])
})

test('the order of the environment’s proxies is HTTPS_PROXY, ALL_PROXY, HTTP_PROXY', async () => {
  const all = { HTTP_PROXY: 'http://a', ALL_PROXY: 'socks5://b', HTTPS_PROXY: 'http://c' }
  const { HTTPS_PROXY: _, ...two } = all
  const { ALL_PROXY: __, ...one } = two
  expect(await wayOf('https://x.test', all)).toEqual(['http://c/'])
  expect(await wayOf('https://x.test', two)).toEqual(['socks5://b'])
  expect(await wayOf('https://x.test', one)).toEqual(['http://a/'])
})

function ofSystem(answer: (url: string) => string | Promise<string>) {
  const clock = virtualClock()
  const asked: string[] = []
  const world = { network: 'home', readings: 0 }
  const routesTo = makeProxies({
    environment: {},
    clock,
    network: () => world.network,
    readPac: () => Promise.resolve(`pac ${++world.readings}`),
    system: async (url) => {
      asked.push(url)
      return answer(url)
    },
  })
  const ways = async (address = 'https://x.test/a') =>
    (await routesTo(new URL(address))).map((route) => route?.href ?? 'direct')
  return { clock, asked, world, ways }
}

test('the system’s proxy list is parsed like the result of a PAC file, in its order', async () => {
  const said = 'PROXY a:8080; HTTPS b:443;SOCKS c:1080; SOCKS5 d:1080 ; QUIC e:1; DIRECT'
  expect(await ofSystem(() => said).ways()).toEqual([
    'http://a:8080/',
    'https://b/',
    'socks4://c:1080',
    'socks5://d:1080',
    'direct',
  ])
  for (const nothing of ['', 'QUIC e:1', 'PROXY', 'nonsense']) {
    expect(await ofSystem(() => nothing).ways()).toEqual(['direct'])
  }
})

test('the system proxy is looked up once per origin, and again after a minute or a network change', async () => {
  const { asked, ways, clock, world } = ofSystem(() => 'DIRECT')
  await ways('https://x.test/a')
  await ways('https://x.test/b')
  await ways('https://y.test')
  expect(asked).toEqual(['https://x.test', 'https://y.test'])
  world.network = 'office'
  await ways('https://x.test/a')
  expect(asked).toHaveLength(3)
  await clock.advance(60_000)
  await ways('https://x.test/a')
  expect(asked).toHaveLength(4)
})

test('the system’s PAC file is read once for all origins, and again after a minute or a network change', async () => {
  const { ways, clock, world } = ofSystem(() => 'DIRECT')
  for (let number = 0; number < 50; number++) await ways(`https://host${number}.test`)
  expect(world.readings).toBe(1)
  world.network = 'office'
  await ways('https://x.test')
  expect(world.readings).toBe(2)
  await clock.advance(60_000)
  await ways('https://y.test')
  expect(world.readings).toBe(3)
})

test('only the most recent origins are cached', async () => {
  const { asked, ways } = ofSystem(() => 'DIRECT')
  for (let number = 0; number < 20; number++) await ways(`https://host${number}.test`)
  await ways('https://host19.test')
  expect(asked).toHaveLength(20)
  await ways('https://host0.test')
  expect(asked).toHaveLength(21)
})

test('if the system’s proxy lookup fails or hangs, the connection is direct', async () => {
  const failing = ofSystem(() => Promise.reject(new Error('no')))
  expect(await failing.ways()).toEqual(['direct'])
  const silent = ofSystem(() => new Promise(() => undefined))
  const waiting = silent.ways()
  await silent.clock.advance(10_000)
  expect(await waiting).toEqual(['direct'])
})
