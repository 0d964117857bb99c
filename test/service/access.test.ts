import { expect, test } from 'vitest'
import { makeService } from '../../src/service/service.ts'
import { testClock } from '../support/clock.ts'
import { ask } from './asking.ts'

const QUOTA = '/quota/usage'
const RANGE = { start_date: '2026-07-01 00:00:00', end_date: '2026-07-02 23:59:59' }
const NOBODY = { player_id: 'a'.repeat(24), ...RANGE }

test('a missing or empty token is 401 missing token', async () => {
  const service = makeService({ now: testClock.now })
  for (const token of [null, '']) {
    const { status, json } = await ask(service, QUOTA, { headers: { 'x-api-token': token } })
    expect({ status, json }).toEqual({ status: 401, json: { error: 'missing token' } })
  }
})

test('a key that does not exist is 401 invalid credentials', async () => {
  const { status, json } = await ask(makeService({ now: testClock.now }), QUOTA, { key: 'nobody' })
  expect({ status, json }).toEqual({ status: 401, json: { error: 'invalid credentials' } })
})

test('a company without access is 401 with code 516', async () => {
  const service = makeService({ now: testClock.now })
  const { status, json } = await ask(service, QUOTA, { key: service.keys.noAccess })
  expect({ status, json }).toEqual({ status: 401, json: { error: expect.any(String), code: 516 } })
})

test('a query beyond the plan of a key is 401 with code 241, and other queries still work', async () => {
  const service = makeService({ now: testClock.now })
  const key = service.keys.notInPlan
  const field = await ask(service, '/sessions/stats_by_field', {
    key,
    body: { ...NOBODY, field: 'country' },
  })
  expect(field.status).toBe(401)
  expect(field.json).toEqual({ error: expect.any(String), code: 241 })
  expect((await ask(service, '/sessions/stats', { key, body: NOBODY })).status).toBe(200)
})

test('a missing or empty User-Agent is 403 with an HTML document, whatever the key', async () => {
  for (const agent of [null, '']) {
    const answer = await ask(makeService({ now: testClock.now }), QUOTA, {
      headers: { 'user-agent': agent, 'x-api-token': null },
    })
    expect(answer.status).toBe(403)
    expect(answer.type).toContain('text/html')
    expect(answer.text).toMatch(/^<html/)
  }
})

test('a missing or other version is 404 Route Not Found', async () => {
  for (const version of [null, 'v2', '1']) {
    const { status, json } = await ask(makeService({ now: testClock.now }), QUOTA, {
      headers: { 'x-api-version': version },
    })
    expect({ status, json }).toEqual({ status: 404, json: { error_msg: '404 Route Not Found' } })
  }
})

test('an unknown path or method is 404 Route Not Found', async () => {
  const service = makeService({ now: testClock.now })
  expect((await ask(service, '/constructor')).status).toBe(404)
  expect((await ask(service, '/players/list', { method: 'POST', body: {} })).status).toBe(404)
  expect((await ask(service, '/sessions/stats')).status).toBe(404)
})

test('a revoked key stops working and works again once restored', async () => {
  const service = makeService({ now: testClock.now })
  service.setKeyState('revoked')
  expect((await ask(service, QUOTA)).json).toEqual({ error: 'invalid credentials' })
  service.setKeyState('no-access')
  expect((await ask(service, QUOTA)).json).toMatchObject({ code: 516 })
  service.setKeyState('ok')
  expect((await ask(service, QUOTA)).status).toBe(200)
})

test('the log contains the requests, and no key', async () => {
  const service = makeService({ now: testClock.now, analyticsKey: 'canary-key' })
  await ask(service, '/sessions/stats', { body: NOBODY })
  expect(service.log).toMatchObject([{ method: 'POST', path: '/sessions/stats', status: 200 }])
  expect(JSON.stringify(service.log)).not.toContain('canary-key')
})

test('the log drops its oldest requests, and truncates long bodies', async () => {
  const service = makeService({ now: testClock.now, players: 1 })
  const body = { text: 'x'.repeat(2 * 1024 * 1024) }
  for (let sent = 0; sent < 40; sent++) await ask(service, `/players/list?${sent}`, { body })
  expect(service.log.length).toBeLessThan(40)
  expect(service.log.at(-1)).toMatchObject({ query: '?39', body: expect.stringMatching(/^{"text/) })
  expect(service.log.at(-1)?.body.length).toBe(1024 * 1024)
})
