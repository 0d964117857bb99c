import { z } from 'zod'

/** An amount in the smallest unit of its currency. */
export const cents = z.int()

export const CURRENCIES = ['usd', 'brl', 'eur'] as const
export type Currency = (typeof CURRENCIES)[number]

/** The smallest amount, in cents, of which four decimals show more than 0. */
export const LEAST_CENTS = 0.01
