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
