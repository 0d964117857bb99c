import { vi } from 'vitest'
import type { Changed } from '../../src/shared/bridge.ts'

let heard: (noun: Changed) => void = () => undefined

/**
 * Gives the page what its preload does. The page listens once for all test files that share it, so what it
 * listens with outlives the file that came first.
 */
export function stubBridge(call: (noun: string, verb: string, input: string) => unknown) {
  const onChanged = (listen: typeof heard) => {
    heard = listen
    return () => undefined
  }
  vi.stubGlobal('window', { cuepoint: { onChanged, call } })
}

/** A change, as main reports it to the page. */
export const change = (noun: Changed) => heard(noun)

/** The document as charts need it to be drawn as markup. */
export function stubDocument() {
  const fonts = { check: () => false }
  const createElement = () => ({ getContext: () => null })
  vi.stubGlobal('document', { querySelector: () => null, createElement, fonts })
}
