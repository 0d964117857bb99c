import { useEffect, useState } from 'react'

const FOCUSABLE = 'a[href], button, input, select, textarea, [tabindex]:not([tabindex="-1"])'

/** Where the focus is, as it must be known once that is gone. */
interface Place {
  element: HTMLElement
  /** Nearest first. */
  around: HTMLElement[]
  /** All that could have it, in the order of Tab. */
  order: HTMLElement[]
}

/**
 * When what has the focus is taken away or can no longer be used, what took its place or stood next
 * to it gets the focus: otherwise the next Tab would begin at the top of the window.
 */
export function useKeptFocus() {
  useEffect(() => {
    let place: Place | null = null
    let frame = 0
    const onFocus = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement) place = placeOf(target)
    }
    // Who presses on nothing leaves the focus behind on purpose.
    const onLeave = () => {
      if (isNowhere() && place && canHold(place.element)) place = null
    }
    const later = () => setTimeout(onLeave)
    const observer = new MutationObserver(() => {
      if (!place || !isNowhere()) return
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => {
        if (place && isNowhere()) successorOf(place)?.focus()
      })
    })
    observer.observe(document.body, WHAT_TAKES_IT)
    document.addEventListener('focusin', onFocus)
    document.addEventListener('focusout', later)
    return () => {
      observer.disconnect()
      document.removeEventListener('focusin', onFocus)
      document.removeEventListener('focusout', later)
    }
  }, [])
}

const WHAT_TAKES_IT = {
  childList: true,
  subtree: true,
  attributes: true,
  attributeFilter: ['disabled'],
}

/** A button that became disabled may be said to have the focus for a moment still. */
function isNowhere() {
  const { activeElement, body } = document
  return !activeElement || activeElement === body || activeElement.matches(':disabled')
}

const focusableIn = (root: ParentNode) => [...root.querySelectorAll<HTMLElement>(FOCUSABLE)]

function placeOf(element: HTMLElement): Place {
  const around: HTMLElement[] = []
  for (let each = element.parentElement; each; each = each.parentElement) around.push(each)
  return { element, around, order: focusableIn(document) }
}

const canHold = (element: HTMLElement) =>
  element.isConnected && !element.matches(':disabled') && element.checkVisibility()

function successorOf(place: Place): HTMLElement | null {
  const { element } = place
  // It does what it was pressed for, and is there again in a moment.
  if (element.isConnected && element.dataset['loading']) return null
  return canHold(element) ? element : neighbourOf(place)
}

function neighbourOf({ element, around, order }: Place): HTMLElement | null {
  const index = order.indexOf(element)
  const nearest = [...order.slice(index + 1), ...order.slice(0, Math.max(index, 0)).reverse()]
  for (const home of around) {
    if (!home.isConnected) continue
    // A whole screen went: the next one is begun at its beginning.
    if (home.tagName === 'MAIN') return home
    const can = focusableIn(home).filter(canHold)
    const found =
      can.find((each) => !order.includes(each)) ?? nearest.find((each) => can.includes(each))
    if (found) return found
  }
  return document.getElementById('content')
}

/**
 * Gives the focus back to what had it before an overlay was drawn. The kit does so only for
 * overlays that stay mounted while they are closed.
 */
export function useFocusReturn() {
  const [opener] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (!(opener instanceof HTMLElement) || opener === document.body) return
      // What opened it may be gone: an account that was forgotten, a palette that led here.
      const to = opener.isConnected ? opener : document.getElementById('content')
      to?.focus({ preventScroll: true })
    },
    [opener],
  )
}
