import { Problem } from './problem.ts'

// Video, Authentication, 2.
export const SCOPES = [
  'videos:read',
  'videos:upload',
  'videos:write',
  'ab_tests:read',
  'ab_tests:write',
  'domains:read',
  'domains:write',
] as const
export type Scope = (typeof SCOPES)[number]

export interface Token {
  state: 'ok' | 'revoked' | 'not-enabled'
  scopes: readonly Scope[]
}

/** The token of a request. Throws when it may not make any request. */
export function authenticate(request: Request, tokens: Map<string, Token>): Token {
  // RFC 9110, 11.1: the scheme is case-insensitive.
  const [, text = ''] = /^Bearer +(.+)$/i.exec(request.headers.get('authorization') ?? '') ?? []
  const token = tokens.get(text)
  // Video, Authentication, 3 and 5.
  if (!token || token.state === 'revoked') {
    throw new Problem('unauthorized', 'The API token is missing or invalid')
  }
  if (token.state === 'not-enabled') {
    throw new Problem('org_not_enabled', 'The organization is not enabled for the API')
  }
  return token
}

// Video, Authentication, 4.
export function requireScope(token: Token, scope: Scope): void {
  if (token.scopes.includes(scope)) return
  throw new Problem('forbidden', `The API token lacks the scope ${scope}`)
}
