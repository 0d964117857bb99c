import type { z } from 'zod'
import { inexactWithin } from '../../shared/api/schemas.ts'
import { AppError } from '../../shared/failure.ts'
import type { Period } from '../../shared/time/period.ts'
import { readJson } from './json.ts'

/** The checked value of a body. Throws `malformed`; its path counts items from `first`. */
export function checkAnswer(output: z.ZodType, text: string, first = 0): unknown {
  const parsed = output.safeParse(readJson(text, inexactWithin.get(output)))
  if (parsed.success) return parsed.data
  const { path, expected } = deepest(parsed.error.issues[0])
  const [item, ...inner] = path
  const from = typeof item === 'number' ? [item + first, ...inner] : path
  const where = (from.join('.') || 'answer').slice(0, 200)
  throw new AppError({ kind: 'malformed', reason: 'shape', where, ...(expected && { expected }) })
}

/**
 * A list without rows of days that were not requested. The live service sends some (observed), which may count
 * only the part of their day that lies within the requested time.
 */
export function withoutOtherDays(value: unknown, { start, end }: Period): unknown {
  if (!Array.isArray(value)) return value
  return value.filter((row: unknown) => {
    const { date_key } = Object(row) as { date_key?: unknown }
    return typeof date_key !== 'string' || (start <= date_key && date_key <= end)
  })
}

type Issue = z.core.$ZodIssue

/**
 * The issue of the union's branch that failed deepest; of several, the one with the fewest issues.
 */
function deepest(issue: Issue | undefined): { path: PropertyKey[]; expected?: string } {
  if (issue?.code === 'invalid_type') return { path: issue.path, expected: issue.expected }
  if (issue?.code !== 'invalid_union') return { path: issue?.path ?? [] }
  const [furthest] = issue.errors
    .map((branch) => ({ wrong: branch.length, ...deepest(branch[0]) }))
    .sort((a, b) => b.path.length - a.path.length || a.wrong - b.wrong)
  if (!furthest) return { path: issue.path }
  const { wrong: _, ...at } = furthest
  return { ...at, path: [...issue.path, ...at.path] }
}

/** The text of a body. Throws `malformed` when it is not UTF-8. */
export function decodeBody(bytes: Uint8Array): string {
  try {
    // A byte order mark is kept, so that the JSON parser refuses it.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new AppError({ kind: 'malformed', reason: 'encoding', where: 'not UTF-8' })
  }
}
