import { expect, test } from 'vitest'
import { makeActivity } from '../../../src/main/http/activity.ts'
import { virtualClock } from '../../support/clock.ts'

const account_id = 'abcdefghijkl'

test('a running request is listed until it ends, and its failure is kept', async () => {
  const clock = virtualClock(0)
  const activity = makeActivity({ clock })
  let changes = 0
  activity.onChange(() => changes++)
  const entry = activity.begin(account_id, 'stats')
  entry.waitsUntil(5_000)
  expect(activity.list().running).toEqual([
    { id: 1, account_id, what: 'stats', since: 0, waitsUntil: 5_000 },
  ])
  entry.sent()
  await clock.advance(10)
  const failure = { kind: 'unavailable', status: 503, text: '' } as const
  entry.end(failure)
  expect(activity.list()).toEqual({
    running: [],
    failures: [{ id: 1, account_id, what: 'stats', at: 10, failure }],
    sent: 1,
  })
  expect(changes).toBe(4)
})

test('the newest hundred failures are kept, without cancelled requests', () => {
  const activity = makeActivity({ clock: virtualClock() })
  for (let number = 1; number <= 150; number++) {
    activity.begin(account_id, `${number}`).end({ kind: 'not-found', text: '' })
  }
  activity.begin(account_id, 'cancelled').end({ kind: 'cancelled' })
  const { failures } = activity.list()
  expect(failures).toHaveLength(100)
  expect(failures[0]?.what).toBe('150')
  activity.forget(account_id)
  expect(activity.list().failures).toEqual([])
})

test('a request of a forgotten account leaves no failure when it ends later', () => {
  const activity = makeActivity({ clock: virtualClock() })
  const mine = activity.begin(account_id, 'stats')
  const other = activity.begin('otheraccount', 'stats')
  activity.forget(account_id)
  expect(activity.list().running).toHaveLength(1)
  for (const entry of [mine, other]) entry.end({ kind: 'not-found', text: '' })
  expect(activity.list().failures.map((one) => one.account_id)).toEqual(['otheraccount'])
})
