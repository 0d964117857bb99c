import type { Changed } from './bridge.ts'

export const CALL = 'desk:call'
export const CHANGED = 'desk:changed'

/** How many characters the input of any call may have. */
export const LARGEST_CALL = 48 * 1024 * 1024

/** Whether the last page may no longer be true: it shows nothing of what is under way. */
export const isDrawn = (noun: Changed) => noun !== 'activity' && noun !== 'updates'
