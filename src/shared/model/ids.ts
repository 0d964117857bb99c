import { z } from 'zod'

// Analytics, Conventions: 24 hexadecimal characters.
export const playerId = z.string().regex(/^[0-9a-fA-F]{24}$/, 'must be 24 hexadecimal characters')

/** An account on this desk: ours, not the service's. */
export const accountId = z.string().regex(/^[a-z0-9]{12}$/, 'not an account of this desk')
