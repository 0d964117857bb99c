export const CALL = 'desk:call'
export const CHANGED = 'desk:changed'
