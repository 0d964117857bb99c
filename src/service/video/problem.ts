import { hexadecimal } from '../random.ts'

export type ProblemCode =
  | 'unauthorized'
  | 'forbidden'
  | 'org_not_enabled'
  | 'not_found'
  | 'unprocessable_content'

// Video, Errors: except for 422 the statuses of these codes are assumed.
export const PROBLEM_STATUS: Record<ProblemCode, number> = {
  unauthorized: 401,
  forbidden: 403,
  org_not_enabled: 403,
  not_found: 404,
  unprocessable_content: 422,
}

/** Thrown to answer with a problem. */
export class Problem extends Error {
  readonly code: ProblemCode

  constructor(code: ProblemCode, message: string) {
    super(message)
    this.name = 'Problem'
    this.code = code
  }
}

/** A problem for a body that breaks a rule, with the place as the document writes it. */
export const unprocessable = (place: string, rule: string) =>
  new Problem('unprocessable_content', `${place} ${rule}`)

let problems = 0

// Video, Errors: the four fields of a problem.
export function problemAnswer(code: ProblemCode, message: string, status?: number): Response {
  problems += 1
  const id = hexadecimal(32, problems)
  const request_id = id.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5')
  const type = `https://docs.example/errors/${code}`
  return new Response(JSON.stringify({ type, code, message, request_id }), {
    status: status ?? PROBLEM_STATUS[code],
    headers: { 'content-type': 'application/problem+json' },
  })
}
