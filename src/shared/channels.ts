export const CALL = 'desk:call'
export const CHANGED = 'desk:changed'

/** How many characters the input of any call may have. */
export const LARGEST_CALL = 48 * 1024 * 1024
