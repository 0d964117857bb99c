import { z } from 'zod'

/** An amount in the smallest unit of its currency. */
export const cents = z.int()

export const CURRENCIES = ['usd', 'brl', 'eur'] as const
export type Currency = (typeof CURRENCIES)[number]
