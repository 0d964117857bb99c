import { isSafeAddress, parsedAddress } from '../../shared/address.ts'
import { AppError } from '../../shared/failure.ts'
import type { Endpoint } from '../../shared/operation.ts'

interface File {
  name: string
  type: string
  bytes: Uint8Array<ArrayBuffer>
}

/** The body of a request; null for a GET. */
export type Content = { kind: 'json'; text: string } | { kind: 'file'; file: File } | null

/**
 * The URL and body of a request: inputs named in the path fill the path, the rest is the query of a
 * GET and the body otherwise. Throws `refused` for an unsafe address, `invalid` for an input that
 * the endpoint's schema rejects.
 */
export function outgoing(
  endpoint: Endpoint,
  input: unknown,
  base_url: string,
): { url: URL; content: Content } {
  const base = safeAddress(base_url)
  const { path, rest } = filled(endpoint.path, checkedInput(endpoint, input))
  const url = new URL(`${base.origin}${base.pathname.replace(/\/+$/, '')}${path}`)
  if (endpoint.method === 'GET') {
    addQuery(url, rest)
    return { url, content: null }
  }
  if (rest['bytes'] instanceof Uint8Array)
    return { url, content: { kind: 'file', file: rest as unknown as File } }
  return { url, content: { kind: 'json', text: JSON.stringify(rest) } }
}

function filled(template: string, input: Record<string, unknown>) {
  const rest = { ...input }
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(rest[name])
    delete rest[name]
    return encodeURIComponent(value)
  })
  return { path, rest }
}

/** Parses an address; only https, or http on this computer. Throws `refused`. */
export function safeAddress(address: string): URL {
  if (isSafeAddress(parsedAddress(address))) return new URL(address)
  throw new AppError({ kind: 'refused', text: 'A service is reached by an https:// address.' })
}

function checkedInput(endpoint: Endpoint, input: unknown): Record<string, unknown> {
  const parsed = endpoint.input.safeParse(input)
  if (parsed.success) return parsed.data as Record<string, unknown>
  const fields = parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
  throw new AppError({ kind: 'invalid', fields, text: '' })
}

function addQuery(url: URL, input: Record<string, unknown>) {
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined) continue
    url.searchParams.set(name, typeof value === 'string' ? value : JSON.stringify(value))
  }
}
