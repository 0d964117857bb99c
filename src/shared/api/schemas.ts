import { z } from 'zod'

/** How sure a shape is that the documents do not show. */
export type Grade = 'high' | 'medium' | 'low' | 'assumed'

/** Every schema that `notShown` marks, with its grade. */
export const gaps = z.registry<{ grade: Grade }>()

/**
 * Marks a schema that rests on no document of the service: search for this name to list every gap.
 * It changes nothing of the schema.
 */
export function notShown<S extends z.ZodType>(schema: S, grade: Grade): S {
  gaps.add(schema, { grade })
  return schema
}

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
