import type { Changed } from './bridge.ts'

/** Whether the last page may no longer be true: requests come and go all the time, and it has none. */
export const isDrawn = (noun: Changed) => noun !== 'activity'
