import { createServer } from 'node:http'
import { createServer as createSafe } from 'node:https'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { makeLinks } from '../../../../src/main/features/links/links.ts'
import { makeRequest } from '../../../../src/main/http/request.ts'
import type { LinkResult } from '../../../../src/shared/features/links/link.ts'
import { failing } from '../../../support/accounts.ts'
import { hasOpenssl, selfSigned } from '../../../support/certificates.ts'
import { testClock } from '../../../support/clock.ts'
import { connectedDesk } from '../../../support/connected.ts'
import { storeIn } from '../../../support/edited-store.ts'
import { closedLater } from '../../../support/opened.ts'
import { ACCOUNT, aFolder } from '../../../support/store-folder.ts'
import { answerWorker } from '../../../support/threads.ts'

async function aDesk() {
  const server = createServer((request, response) => {
    if (request.url === '/slow') return
    response.writeHead(request.url === '/gone' ? 404 : 200).end()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', () => done()))
  const desk = await connectedDesk({ timezone: 'UTC', service: { players: 1, days: 2 } })
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  })
  const { links } = desk.handlers
  const { port } = server.address() as AddressInfo
  const account_id = desk.account.id
  const ended = async () => {
    for (;;) {
      const state = await links.state({ account_id })
      if (state?.status !== 'running') return state
      await new Promise((next) => setTimeout(next, 5))
    }
  }
  const at = (path: string, host = '127.0.0.1') => `http://${host}:${port}${path}`
  return { desk, links, account_id, ended, at }
}

test('the addresses of a selection are checked in the background, each once, and the results are kept', async () => {
  const { desk, links, account_id, ended, at } = await aDesk()
  expect(await links.state({ account_id })).toBeNull()
  const urls = [at('/page'), at('/gone', 'localhost'), at('/page'), 'nothing']
  desk.heard.splice(0)
  const started = await links.check({ account_id, urls, allowPrivate: true })
  expect(started).toMatchObject({ status: 'running', total: 3, done: 0 })
  expect(await ended()).toMatchObject({ status: 'done', done: 3, failure: null })
  expect(desk.heard).toContain('links')
  const all = await links.results({ account_id, urls: null })
  expect(all.map(({ url, status, failure }) => ({ url, status, failure }))).toEqual([
    { url: at('/page'), status: 200, failure: null },
    { url: at('/gone', 'localhost'), status: 404, failure: null },
    { url: 'nothing', status: null, failure: 'bad-address' },
  ])
  const [one] = await links.results({ account_id, urls: [at('/page'), 'http://elsewhere.test'] })
  expect(one).toEqual(all[0])
})

test('working offline ends a running check with that as the reason, and nothing more is sent', async () => {
  const { desk, links, account_id, ended, at } = await aDesk()
  const urls = [at('/page'), at('/slow'), at('/gone')]
  await links.check({ account_id, urls, allowPrivate: true })
  await desk.handlers.app.prefer({ isOffline: true })
  expect(await ended()).toMatchObject({
    status: 'failed',
    failure: { kind: 'offline', reason: 'chosen' },
  })
  const done = (await links.results({ account_id, urls: null })).length
  expect(done).toBeLessThan(urls.length)
})

test('private addresses are not requested without permission', async () => {
  const { links, account_id, ended, at } = await aDesk()
  await links.check({ account_id, urls: [at('/page')], allowPrivate: false })
  await ended()
  const [result] = await links.results({ account_id, urls: null })
  expect(result).toMatchObject({ failure: 'not-allowed', status: null })
})

test('one check of an account runs at a time, and can be stopped', async () => {
  const { links, account_id, ended, at } = await aDesk()
  const urls = [at('/slow')]
  await links.check({ account_id, urls, allowPrivate: true })
  expect(await failing(links.check({ account_id, urls, allowPrivate: true }))).toMatchObject({
    kind: 'refused',
  })
  await links.stop({ account_id })
  expect(await ended()).toMatchObject({ status: 'stopped', done: 0, failure: null })
  expect(await links.results({ account_id, urls: null })).toEqual([])
})

test('nothing is checked while working offline', async () => {
  const { desk, links, account_id, at } = await aDesk()
  await desk.handlers.app.prefer({ isOffline: true })
  const check = links.check({ account_id, urls: [at('/page')], allowPrivate: true })
  expect(await failing(check)).toMatchObject({ kind: 'offline', reason: 'chosen' })
  expect(await links.state({ account_id })).toBeNull()
})

test('after a fault of the app nothing is checked, with the restart as the remedy', async () => {
  const { desk, links, account_id, ended, at } = await aDesk()
  const check = () => links.check({ account_id, urls: [at('/slow')], allowPrivate: true })
  await check()
  desk.stopSending()
  const failure = { kind: 'offline', reason: 'halted' }
  expect(await ended()).toMatchObject({ status: 'failed', failure })
  expect(await failing(check())).toMatchObject(failure)
})

test('without a network a check fails, and no address is reported as broken', async () => {
  const { desk, links, account_id, ended, at } = await aDesk()
  const closed = createServer()
  await new Promise<void>((done) => closed.listen(0, '127.0.0.1', () => done()))
  const { port } = closed.address() as AddressInfo
  await new Promise((done) => closed.close(done))
  const gone = `http://127.0.0.1:${port}/`
  await links.check({ account_id, urls: [gone], allowPrivate: true })
  expect(await ended()).toMatchObject({ status: 'done' })
  await desk.goAway()
  const urls = [at('/page'), `${gone}again`]
  await links.check({ account_id, urls, allowPrivate: true })
  expect(await ended()).toMatchObject({ status: 'failed', failure: { kind: 'offline' } })
  const results = await links.results({ account_id, urls: null })
  expect(new Map(results.map(({ url, failure }) => [url, failure]))).toEqual(
    new Map([
      [at('/page'), null],
      [gone, 'unreachable'],
    ]),
  )
})

test('what answers in place of the service, as a login page does, is not reported as a fault of the sites', async () => {
  const { desk, links, account_id, ended, at } = await aDesk()
  const urls = [at('/page').replace('http:', 'https:')]
  await links.check({ account_id, urls, allowPrivate: true })
  expect(await ended()).toMatchObject({ status: 'done' })
  const [before] = await links.results({ account_id, urls: null })
  expect(before).toMatchObject({ failure: 'tls' })
  await desk.goAway()
  await links.check({ account_id, urls: [...urls, `${urls[0]}/2`], allowPrivate: true })
  expect(await ended()).toMatchObject({ status: 'failed', failure: { kind: 'offline' } })
  await links.check({ account_id, urls: [at('/page')], allowPrivate: false })
  expect(await ended()).toMatchObject({ status: 'failed', failure: { kind: 'offline' } })
  expect(await links.results({ account_id, urls: null })).toEqual([before])
})

test.skipIf(!hasOpenssl)(
  'while the account’s service does not respond, a secure page that answers is proof enough of a network',
  async () => {
    const pair = selfSigned()
    const page = createSafe(pair, (_request, response) => response.end('hello'))
    await new Promise<void>((done) => page.listen(0, '127.0.0.1', () => done()))
    const network = {
      routesTo: async () => [null],
      authorities: async () => [pair.cert.toString()],
    }
    const http = makeRequest({ clock: testClock, answerWorker, network })
    onTestFinished(async () => {
      await http.close()
      page.closeAllConnections()
      await new Promise((done) => page.close(done))
    })
    const kept: LinkResult[] = []
    const links = makeLinks({
      ...{ probe: http.probe, clock: testClock, pause: () => null, onChange: () => undefined },
      store: { keepLinkResult: async (_account_id, result) => void kept.push(result) },
      isConnected: async () => false,
      resolve: async (hostname) => {
        if (hostname === 'localhost') return ['127.0.0.1']
        throw Object.assign(new Error('unknown'), { code: 'ENOTFOUND' })
      },
    })
    const check = async (...urls: string[]) => {
      await links.check(ACCOUNT, urls, true)
      while (links.state(ACCOUNT)?.status === 'running') await testClock.wait(5)
      return links.state(ACCOUNT)
    }
    const gone = 'http://gone.test/'
    const answers = `https://localhost:${(page.address() as AddressInfo).port}/`
    expect(await check(gone)).toMatchObject({ status: 'failed', failure: { host: 'gone.test' } })
    expect(kept).toEqual([])
    expect(await check(gone, answers)).toMatchObject({ status: 'done', done: 2 })
    expect(new Map(kept.map(({ url, failure }) => [url, failure]))).toEqual(
      new Map([
        [gone, 'no-host'],
        [answers, null],
      ]),
    )
  },
)

test('forgetting an account ends its check and deletes its results', async () => {
  const { desk, links, account_id, ended, at } = await aDesk()
  await links.check({ account_id, urls: [at('/page')], allowPrivate: true })
  await ended()
  await links.check({ account_id, urls: [at('/slow')], allowPrivate: true })
  await desk.handlers.accounts.forget({ account_id })
  expect(await links.state({ account_id })).toBeNull()
  expect(await links.results({ account_id, urls: null })).toEqual([])
})

test('a newer result replaces the older one, and old results are deleted', () => {
  const verbs = storeIn(aFolder())
  closedLater(verbs.close)
  const now = testClock.now()
  const keep = (url: string, at: number, status: number) =>
    verbs.keepLinkResult(ACCOUNT, { url, final_url: url, status, hops: [], at, failure: null })
  keep('http://old.test/', now - 200 * 24 * 3_600_000, 200)
  keep('http://a.test/', now - 10, 200)
  keep('http://a.test/', now, 404)
  const results = verbs.links.results({ account_id: ACCOUNT, urls: null })
  expect(results.map(({ url, status }) => [url, status])).toEqual([['http://a.test/', 404]])
})
