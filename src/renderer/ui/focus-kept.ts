import { useEffect, useState } from 'react'

const FOCUSABLE = 'a[href], button, input, select, textarea, [tabindex]:not([tabindex="-1"])'

/** Mantine's popovers return the focus themselves 10 ms after they closed. */
const RECOVERED_AFTER_MS = 20

/** The position of the focus, recorded to find a successor when its element disappears. */
interface Place {
  element: HTMLElement
  /** Ancestors, nearest first. */
  around: HTMLElement[]
  /** All focusable elements, in tab order. */
  order: HTMLElement[]
}

/**
 * Moves the focus to a replacement or neighbour when the focused element is removed or disabled; otherwise
 * the next Tab would start at the top of the window.
 */
export function useFocusRecovery() {
  useEffect(() => {
    let place: Place | null = null
    let recovery: ReturnType<typeof setTimeout> | undefined
    const onFocus = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement) place = placeOf(target)
    }
    // The focus was removed on purpose, by a click on an empty area.
    const onLeave = () => {
      if (isFocusLost() && place && isFocusable(place.element)) place = null
    }
    const checkLater = () => setTimeout(onLeave)
    const observer = new MutationObserver(() => {
      if (!place || !isFocusLost()) return
      recovery ??= setTimeout(() => {
        recovery = undefined
        if (place && isFocusLost()) successorOf(place)?.focus()
      }, RECOVERED_AFTER_MS)
    })
    observer.observe(document.body, OBSERVED)
    document.addEventListener('focusin', onFocus)
    document.addEventListener('focusout', checkLater)
    return () => {
      observer.disconnect()
      clearTimeout(recovery)
      document.removeEventListener('focusin', onFocus)
      document.removeEventListener('focusout', checkLater)
    }
  }, [])
}

const OBSERVED = { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] }

/** Whether nothing has the focus. A button that was just disabled may still be the active element. */
function isFocusLost() {
  const { activeElement, body } = document
  return !activeElement || activeElement === body || activeElement.matches(':disabled')
}

const focusableIn = (root: ParentNode) => [...root.querySelectorAll<HTMLElement>(FOCUSABLE)]

function placeOf(element: HTMLElement): Place {
  const around: HTMLElement[] = []
  for (let each = element.parentElement; each; each = each.parentElement) around.push(each)
  return { element, around, order: focusableIn(document) }
}

const isFocusable = (element: HTMLElement) =>
  element.isConnected && !element.matches(':disabled') && element.checkVisibility()

function successorOf(place: Place): HTMLElement | null {
  const { element } = place
  // A button that shows its loading state becomes available again shortly.
  if (element.isConnected && element.dataset['loading']) return null
  return isFocusable(element) ? element : neighbourOf(place)
}

function neighbourOf({ element, around, order }: Place): HTMLElement | null {
  const index = order.indexOf(element)
  const nearest = [...order.slice(index + 1), ...order.slice(0, Math.max(index, 0)).reverse()]
  for (const home of around) {
    if (!home.isConnected) continue
    // The whole screen was replaced, so the focus moves to the start of the new one.
    if (home.tagName === 'MAIN') return home
    const can = focusableIn(home).filter(isFocusable)
    const found =
      can.find((each) => !order.includes(each)) ?? nearest.find((each) => can.includes(each))
    if (found) return found
  }
  return document.getElementById('content')
}

/**
 * Returns the focus to the element that had it before an overlay opened. Mantine only does this for overlays
 * that stay mounted while closed.
 */
export function useFocusReturn() {
  const [opener] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (!(opener instanceof HTMLElement) || opener === document.body) return
      // The opener may be gone: its account was removed, or the command palette changed the screen.
      const to = opener.isConnected ? opener : document.getElementById('content')
      to?.focus({ preventScroll: true })
    },
    [opener],
  )
}
