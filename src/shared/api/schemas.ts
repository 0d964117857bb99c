import { z } from 'zod'

/** How certain a shape is that the documents do not show. */
export type Grade = 'high' | 'medium' | 'low' | 'assumed'

/** Every schema that `notShown` marks, with its grade. */
export const gaps = z.registry<{ grade: Grade }>()

/** Marks a schema that no document shows; returns it unchanged. Search for it to list all. */
export function notShown<S extends z.ZodType>(schema: S, grade: Grade): S {
  gaps.add(schema, { grade })
  return schema
}

type AtPath = (path: readonly string[]) => boolean

/** Where answers of a schema may contain integers that lost digits: the schema lets none of them through. */
export const inexactWithin = new WeakMap<z.ZodType, AtPath>()

/** Marks a schema so; returns it unchanged. */
export function leavesOutInexact<S extends z.ZodType>(schema: S, at: AtPath): S {
  inexactWithin.set(schema, at)
  return schema
}

/** A value that the service may send as null, which is read as absent. */
export const nullAsAbsent = <S extends z.ZodType>(schema: S) =>
  z.optional(z.nullish(schema).transform((value) => value ?? undefined))
export type NullAsAbsent<S extends z.ZodType> = ReturnType<typeof nullAsAbsent<S>>

/** A field of an undocumented row: one of another shape is read as absent, so that it does not hide its row. */
export const oddAsAbsent = <S extends z.ZodType>(schema: S) => z.optional(schema).catch(undefined)

/** The items of an undocumented list that have this shape. */
export const itemsLike = <S extends z.ZodType>(item: S) =>
  z.array(z.nullable(item).catch(null)).transform((all) => all.filter((one) => one !== null))

/** A count that the service sends as an integer or as a string; the output is a number. */
export const looseCount = z
  .union([z.int().nonnegative(), z.string().regex(/^\d{1,15}$/, 'must be a count')])
  .transform(Number)

const decimal = z.string().regex(/^\d+(\.\d+)?$/, 'must be a decimal string')

// Observed: rates are sent unpadded ("51.3"), and as string or number whatever the document says.

/** A rate documented as a string; the output is a string. */
export const rateText = z.union([decimal, z.number().nonnegative()]).transform(String)

/** A rate documented as a number; the output is a number. */
export const rateNumber = z.union([z.number(), decimal]).transform(Number)

/** An undocumented rate: string, number or null. */
export const looseRate = z.union([rateText, z.null()])
