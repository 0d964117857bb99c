import type { z } from 'zod'

/** How sure a shape is that the documents do not show. */
export type Grade = 'high' | 'medium' | 'low' | 'assumed'

/**
 * Marks a schema that rests on no document of the service: search for this name to list every gap.
 * It changes nothing of the schema.
 */
export function notShown<S extends z.ZodType>(schema: S, _grade: Grade): S {
  return schema
}
