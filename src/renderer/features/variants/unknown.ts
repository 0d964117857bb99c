import type { Failure } from '../../../shared/failure.ts'

/** Analytics, Errors: what these three say of a player that is not in the account. */
export const isUnknownPlayer = (failure: Failure): boolean =>
  failure.kind === 'invalid' && failure.text.includes('Player could not be found')
