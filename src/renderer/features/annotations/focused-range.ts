import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual'
import { useCallback, useState } from 'react'

/**
 * Maximum distance in entries: a focused entry further away was scrolled out on purpose, and is not kept
 * rendered.
 */
const MOST_BEFORE_SCROLL = 60

/**
 * Renders the neighbours of the focused entry at once when the focus moves. The virtualizer renders them a
 * frame later, and a Tab before that would leave the list.
 */
export function useFocusedRange() {
  const [focused, setFocused] = useState<number | null>(null)
  const rangeExtractor = useCallback((range: Range) => drawnIndexes(range, focused), [focused])
  return { rangeExtractor, onFocus: setFocused }
}

/** The visible entries, and those between them and the focused one. */
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
