import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { Progressing } from '../../../../src/renderer/features/accounts/welcome-screen.tsx'
import { callQuery, prefetch } from '../../../../src/renderer/query.ts'
import { startText } from '../../../../src/renderer/text.ts'
import { wordsOf } from '../../../support/drawn.ts'
import { stubBridge } from '../../../support/page-bridge.ts'

// What the preload gives the page.
beforeAll(async () => {
  const downloads = [
    { account_id: 'other', status: 'running', done: 11, total: 900 },
    { account_id: 'demo', status: 'running', done: 3, total: 40 },
  ]
  stubBridge(() => Promise.resolve({ ok: true, value: downloads }))
  await startText('en')
})
afterAll(() => {
  vi.unstubAllGlobals()
})

test('the progress shown for the demo is that of its own download', async () => {
  await prefetch(...callQuery('downloads', 'list'))
  const said = (account_id: string) => wordsOf(<Progressing account_id={account_id} />)
  expect(said('demo')).toMatch(/\b3\b.*\b40\b/)
  expect(said('demo')).not.toMatch(/900/)
  expect(said('none')).toBe('')
})
