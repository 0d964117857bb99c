import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual'
import { useCallback, useState } from 'react'

/** Further from what is in view, the one with the focus was left behind by scrolling. */
const MOST_BEFORE_SCROLL = 60

/**
 * Draws those around the one with the focus too, in the event that moves it: those in view are known
 * a frame later, and Tab pressed before that would leave the list.
 */
export function useFocusedRange() {
  const [focused, setFocused] = useState<number | null>(null)
  const rangeExtractor = useCallback((range: Range) => drawnIndexes(range, focused), [focused])
  return { rangeExtractor, onFocus: setFocused }
}

/** Those in view, and those between them and the one with the focus. */
export function drawnIndexes(range: Range, focused: number | null): number[] {
  const { startIndex, endIndex, count } = range
  const isNear =
    focused !== null &&
    focused > startIndex - MOST_BEFORE_SCROLL &&
    focused < endIndex + MOST_BEFORE_SCROLL
  if (!isNear) return defaultRangeExtractor(range)
  return defaultRangeExtractor({
    ...range,
    startIndex: Math.min(startIndex, focused),
    endIndex: Math.min(Math.max(endIndex, focused), count - 1),
  })
}
