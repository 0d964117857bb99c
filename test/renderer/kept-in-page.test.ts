import { afterAll, expect, test, vi } from 'vitest'
import { makePageStore } from '../../src/renderer/kept-in-page.ts'

afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('what a page keeps is there again in the next one, until the window closes', () => {
  vi.useFakeTimers()
  const history = {
    state: null as unknown,
    replaceState: (state: unknown) => {
      history.state = structuredClone(state)
    },
  }
  vi.stubGlobal('history', history)
  const makeStore = () => makePageStore<Record<string, boolean>>('dismissed', {})
  makeStore().setState({ 'version 2.0.0': true })
  vi.runAllTimers()
  expect(makeStore().getState()).toEqual({ 'version 2.0.0': true })
  vi.stubGlobal('history', { state: null })
  expect(makeStore().getState()).toEqual({})
})
