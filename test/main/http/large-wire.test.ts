import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { isLargeJson, opened } from '../../../src/main/threads/large-json.ts'
import { analytics } from '../../../src/shared/api/analytics.ts'
import { failureOf } from '../../../src/shared/failure.ts'
import type { Endpoint } from '../../../src/shared/operation.ts'
import { requestsToRawServer } from '../../support/raw-request.ts'
import { aPlayer } from '../../support/store-data.ts'
import { answers, type Behaviour } from '../../support/wire.ts'

const { request, server } = requestsToRawServer()
const rows = Array.from({ length: 12_000 }, (_, index) => aPlayer(index))
const text = JSON.stringify(rows)

function send(behaviour: Behaviour, endpoint: Endpoint = analytics.players) {
  server().become(behaviour)
  const options = { base_url: server().base_url, headers: {}, deadlineMs: 20_000 }
  return request.send(endpoint, {}, options)
}

/** Runs some work with every text noted that this thread parses meanwhile. */
async function parsedMeanwhile(work: () => Promise<unknown>) {
  const parse = JSON.parse
  const sizes: number[] = []
  JSON.parse = (...[json, revive]: Parameters<typeof parse>) => {
    sizes.push(json.length)
    return parse(json, revive)
  }
  await work().finally(() => {
    JSON.parse = parse
  })
  return Math.max(0, ...sizes)
}

test('a response over 1 MB is not parsed on this thread, and has the same value', async () => {
  expect(text.length).toBeGreaterThan(1024 * 1024)
  let value: unknown
  const largest = await parsedMeanwhile(async () => {
    ;({ value } = await send(answers({ body: text })))
  })
  expect(largest).toBeLessThan(10_000)
  expect(isLargeJson(value)).toBe(true)
  expect(opened(value)).toEqual(rows)
})

test('a compressed response counts as large by its uncompressed size', async () => {
  const headers = { 'content-encoding': 'gzip' }
  const { value } = await send(answers({ body: gzipSync(text), headers }))
  expect(isLargeJson(value)).toBe(true)
  expect(opened(value)).toEqual(rows)
})

test.each([
  ['a row of another shape', text.replace('"duration":1805', '"duration":null'), 'shape'],
  ['a list cut off', text.slice(0, -100), 'truncated'],
  ['no JSON', `[${'nonsense '.repeat(200_000)}]`, 'not-json'],
])('a large answer with %s is refused', async (_name, body, reason) => {
  const failure = await send(answers({ body })).then(() => null, failureOf)
  expect(failure).toMatchObject({ kind: 'malformed', reason })
})

test('a large page of a proxy is reported as such', async () => {
  const body = `<html>${'<p>Sign in</p>'.repeat(100_000)}</html>`
  expect(await send(answers({ body })).then(() => null, failureOf)).toMatchObject({ kind: 'edge' })
})

test('a connection that closes within a large response is reported as such', async () => {
  const cut: Behaviour = (socket) =>
    socket.end(`HTTP/1.1 200 OK\r\ncontent-length: ${text.length}\r\n\r\n${text.slice(0, -100)}`)
  expect(await send(cut).then(() => null, failureOf)).toMatchObject({ reason: 'truncated' })
})
