import type { Changed } from './bridge.ts'

/** Whether the last page may no longer be true: it shows nothing of what is under way. */
export const isDrawn = (noun: Changed) => noun !== 'activity' && noun !== 'updates'
