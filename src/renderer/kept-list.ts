import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react'
import type { Preferences, Screen } from '../shared/features/settings/preferences.ts'
import { keptInPage } from './kept-in-page.ts'
import { useView } from './view.ts'

const useChoices = keptInPage<Record<string, unknown>>('lists', {})
const scrolls = keptInPage<Record<string, number>>('scrolls', {})

/** A report's screens keep their own lists, separate from the account's. */
const useWhere = () =>
  useView(({ info, preferences: { place } }) =>
    [info.report ? `report ${info.report.id}` : place.account_id, place.screen].join(' '),
  )

/**
 * Like `useState`, for the search, filter or order of a list. The value survives leaving the screen and is
 * lost when the window closes. All items of a screen share it, unless `name` contains the item.
 */
export function useKept<T>(name: string, initial: T): [T, (next: T) => void] {
  const key = `${useWhere()} ${name}`
  const kept = useChoices((all) => all[key]) as T | undefined
  const keep = useCallback((next: T) => useChoices.setState({ [key]: next }), [key])
  return [kept === undefined ? initial : kept, keep]
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
export function useKeptScroll(of: RefObject<HTMLElement | null>, name: string) {
  const where = useWhere()
  const item = useView(({ preferences }) => itemOf(preferences))
  const before = useRef({ where, key: '' })
  useLayoutEffect(() => {
    const key = `${where} ${item} ${name}`
    const { getState } = scrolls
    const isElsewhere = before.current.where !== where && getState()[before.current.key]
    before.current = { where, key }
    if (of.current) return keepScroll(of.current, key, getState()[key] ?? (isElsewhere ? 0 : null))
  }, [of, where, item, name])
}

const TAKES_OVER = ['wheel', 'pointerdown', 'keydown'] as const

/**
 * Restores the position `wanted`, and stores later ones. With null it does not scroll, because reading the
 * position would force a layout.
 */
function keepScroll(element: HTMLElement, key: string, wanted: number | null) {
  let isThere = wanted === null
  const scroll = () => {
    if (isThere || wanted === null) return
    element.scrollTop = wanted
    isThere = Math.abs(element.scrollTop - wanted) < 2
  }
  // Stops restoring when the user scrolls.
  const giveUp = () => {
    isThere = true
  }
  const onScroll = () => {
    if (isThere) scrolls.setState({ [key]: element.scrollTop })
  }
  const sizes = new ResizeObserver(scroll)
  const observe = () => {
    for (const child of element.children) sizes.observe(child)
    scroll()
  }
  const children = new MutationObserver(observe)
  if (!isThere) {
    children.observe(element, { childList: true })
    observe()
  }
  element.addEventListener('scroll', onScroll, { passive: true })
  for (const kind of TAKES_OVER) element.addEventListener(kind, giveUp, { passive: true })
  return () => {
    sizes.disconnect()
    children.disconnect()
    element.removeEventListener('scroll', onScroll)
    for (const kind of TAKES_OVER) element.removeEventListener(kind, giveUp)
  }
}
