import { z } from 'zod'

/** A count that the service writes as an integer or as a string of one; gives the integer. */
export const looseCount = z
  .union([z.int().nonnegative(), z.string().regex(/^\d{1,15}$/, 'must be a count')])
  .transform(Number)

const decimal = z.string().regex(/^\d+(\.\d+)?$/, 'must be a decimal string')

// Seen of the service: rates without padding ("51.3"), as text or number whatever the document says.

/** A rate that the document writes as a string: kept as the text that came, or that of the number. */
export const rateText = z.union([decimal, z.number().nonnegative()]).transform(String)

/** A rate that the document writes as a number. */
export const rateNumber = z.union([z.number(), decimal]).transform(Number)

/** A rate where no document shows one: text, number or null. */
export const looseRate = z.union([rateText, z.null()])
