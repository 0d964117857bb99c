import type { Changed } from './bridge.ts'

export const CALL = 'app:call'
export const CHANGED = 'app:changed'

/** Maximum input of any call, in characters. */
export const LARGEST_CALL = 48 * 1024 * 1024

/**
 * Whether a change of this noun makes the stored picture of the last page outdated. That picture shows
 * neither running requests nor updates.
 */
export const affectsLastPage = (noun: Changed) =>
  noun !== 'activity' && noun !== 'updates' && noun !== 'session-end'
