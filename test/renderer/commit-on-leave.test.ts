import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { commitAtSessionEnd } from '../../src/renderer/commit-on-leave.ts'
import type { Changed } from '../../src/shared/bridge.ts'
import { affectsLastPage } from '../../src/shared/channels.ts'

beforeAll(() => {
  vi.stubGlobal('window', new EventTarget())
})
afterAll(() => {
  vi.unstubAllGlobals()
})

test('the end of the session commits what is typed, as leaving the page does', () => {
  let commits = 0
  let tell: (noun: Changed) => void = () => undefined
  window.addEventListener('pagehide', () => commits++)
  commitAtSessionEnd((listen) => {
    tell = listen
    return () => undefined
  })
  tell('videos')
  expect(commits).toBe(0)
  tell('session-end')
  expect(commits).toBe(1)
})

test('the end of the session leaves the picture of the last page as it is', () => {
  expect(affectsLastPage('session-end')).toBe(false)
  expect(affectsLastPage('videos')).toBe(true)
})
