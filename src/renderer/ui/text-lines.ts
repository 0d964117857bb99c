import type { KeyboardEvent } from 'react'

/** How many lines of a text are visible at once. */
export const MOST_LINES = 8

/** Whether a key adds a line to a text that Enter saves. */
export const addsLine = ({ key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>) =>
  key === 'Enter' && shiftKey
