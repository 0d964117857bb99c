import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react'
import type { Preferences, Screen } from '../shared/features/settings/preferences.ts'
import { makePageStore } from './kept-in-page.ts'
import { useView } from './view.ts'

export const useStoredChoices = makePageStore<Record<string, unknown>>('lists', {})
const scrolls = makePageStore<Record<string, number>>('scrolls', {})

/** A report's screens keep their own lists, separate from the account's. */
const screenKey = ({ info, preferences: { place } }: ReturnType<typeof useView.getState>) =>
  [info.report ? `report ${info.report.id}` : place.account_id, place.screen].join(' ')

const useScreenKey = () => useView(screenKey)

/**
 * Like `useState`, for the search, filter or order of a list. The value survives leaving the screen and is
 * lost when the window closes. All items of a screen share it, unless `name` contains the item.
 */
export function useSessionState<T>(name: string, initial: T): [T, (next: T) => void] {
  const key = `${useScreenKey()} ${name}`
  const stored = useStoredChoices((all) => all[key]) as T | undefined
  const store = useCallback((next: T) => useStoredChoices.setState({ [key]: next }), [key])
  return [stored === undefined ? initial : stored, store]
}

/** Sets such a value of another screen, which is then opened with it. */
export function setSessionState<T>(screen: Screen, name: string, next: T) {
  const now = useView.getState()
  const place = { ...now.preferences.place, screen }
  const key = screenKey({ ...now, preferences: { ...now.preferences, place } })
  useStoredChoices.setState({ [`${key} ${name}`]: next })
}

/** The item that a screen shows, by which its scroll position is stored. */
const ITEM_OF: Partial<Record<Screen, (now: Preferences) => string | null | undefined>> = {
  player: ({ place }) => place.player_id,
  traffic: ({ place }) => place.player_id,
  variants: ({ place }) => place.player_id,
  live: ({ place }) => place.player_id,
  video: ({ place }) => place.video_id,
  abTests: ({ openedTest }) => openedTest?.group_id,
}

const itemOf = (now: Preferences) => ITEM_OF[now.place.screen]?.(now) ?? ''

/**
 * Stores the scroll position of an element, and restores it once the content is as long as before. Another
 * screen starts at its top; another item of the same screen keeps the current position.
 */
export function useScrollRestoration(of: RefObject<HTMLElement | null>, name: string) {
  const where = useScreenKey()
  const item = useView(({ preferences }) => itemOf(preferences))
  const before = useRef({ where, key: '' })
  useLayoutEffect(() => {
    const key = `${where} ${item} ${name}`
    const { getState } = scrolls
    const isElsewhere = before.current.where !== where && getState()[before.current.key]
    before.current = { where, key }
    if (of.current)
      return restoreScroll(of.current, key, getState()[key] ?? (isElsewhere ? 0 : null))
  }, [of, where, item, name])
}

const USER_INPUT = ['wheel', 'pointerdown', 'keydown'] as const

/**
 * Restores the position `wanted`, and stores later ones. With null it does not scroll, because reading the
 * position would force a layout.
 */
function restoreScroll(element: HTMLElement, key: string, wanted: number | null) {
  let isRestored = wanted === null
  const scroll = () => {
    if (isRestored || wanted === null) return
    element.scrollTop = wanted
    isRestored = Math.abs(element.scrollTop - wanted) < 2
  }
  // Stops restoring when the user scrolls.
  const stopRestoring = () => {
    isRestored = true
  }
  const onScroll = () => {
    if (isRestored) scrolls.setState({ [key]: element.scrollTop })
  }
  // Also of the element: while it is higher than before, it cannot be scrolled as far.
  const sizes = new ResizeObserver(scroll)
  const observe = () => {
    for (const child of element.children) sizes.observe(child)
    scroll()
  }
  const children = new MutationObserver(observe)
  if (!isRestored) {
    children.observe(element, { childList: true })
    sizes.observe(element)
    observe()
  }
  element.addEventListener('scroll', onScroll, { passive: true })
  for (const kind of USER_INPUT) element.addEventListener(kind, stopRestoring, { passive: true })
  return () => {
    sizes.disconnect()
    children.disconnect()
    element.removeEventListener('scroll', onScroll)
    for (const kind of USER_INPUT) element.removeEventListener(kind, stopRestoring)
  }
}
