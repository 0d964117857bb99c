import type { Service } from '../../src/service/service.ts'

export interface Told {
  status: number
  type: string
  text: string
  json: unknown
  headers: Headers
}

type Asked = {
  method?: string
  headers?: Record<string, string | null>
  body?: unknown
  key?: string
}

/** Asks a service in this process; a header given as null is left out. */
export async function ask(service: Service, path: string, asked: Asked = {}): Promise<Told> {
  const response = await service.answer(requestOf(service, path, asked))
  const text = await response.text()
  return {
    status: response.status,
    type: response.headers.get('content-type') ?? '',
    text,
    json: jsonOf(text),
    headers: response.headers,
  }
}

function requestOf(service: Service, path: string, asked: Asked): Request {
  const method = asked.method ?? (asked.body === undefined ? 'GET' : 'POST')
  const headers = new Headers({
    'x-api-token': asked.key ?? service.analytics_key,
    'x-api-version': 'v1',
    'user-agent': 'Cuepoint tests',
  })
  if (method === 'POST') headers.set('content-type', 'application/json')
  for (const [name, value] of Object.entries(asked.headers ?? {})) {
    if (value === null) headers.delete(name)
    else headers.set(name, value)
  }
  const body = asked.body === undefined ? {} : { body: JSON.stringify(asked.body) }
  return new Request(`http://sandbox${path}`, { method, headers, ...body })
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The answer's JSON, when it was a 200. */
export async function value<T>(service: Service, path: string, asked: Asked = {}): Promise<T> {
  const { status, json, text } = await ask(service, path, asked)
  if (status !== 200) throw new Error(`${path}: ${status} ${text.slice(0, 300)}`)
  return json as T
}
