import { z } from 'zod'

/** A count that the service writes as an integer or as a string of one; gives the integer. */
export const looseCount = z
  .union([z.int().nonnegative(), z.string().regex(/^\d{1,15}$/, 'must be a count')])
  .transform(Number)

/** A rate as the service writes it where a document says string; a number or null there is kept as such text. */
export const looseRate = z
  .union([z.string().regex(/^\d+(\.\d+)?$/, 'must be a decimal string'), z.number(), z.null()])
  .transform((read) => (read === null ? null : String(read)))
