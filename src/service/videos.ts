import { isJsonType, readBody } from './body.ts'
import { type Files, makeFiles } from './video/files.ts'
import { Problem, problemAnswer, unprocessable } from './video/problem.ts'
import type { Json } from './video/shape.ts'
import { makeVideoStore, type StoreParts, type VideoStore } from './video/store.ts'
import { authenticate, requireScope, type Scope, type Token } from './video/token.ts'

interface VideosParts extends Omit<StoreParts, 'files'> {
  tokens: Map<string, Token>
}

interface VideoRequest {
  request: Request
  /** The id in the path. */
  id: string
  store: VideoStore
  files: Files
}

interface Row {
  method: string
  path: RegExp
  scope: Scope
  answer(call: VideoRequest): Response | Promise<Response>
}

// Video, Endpoints and Authentication. The paths of A/B tests and domains are not documented.
const ROWS: Row[] = [
  { method: 'GET', path: /^\/v1\/videos$/, scope: 'videos:read', answer: answerList },
  {
    method: 'GET',
    path: /^\/v1\/videos\/([^/]+)$/,
    scope: 'videos:read',
    answer: ({ id, store }) => Response.json(store.read(id)),
  },
  {
    method: 'PATCH',
    path: /^\/v1\/videos\/([^/]+)$/,
    scope: 'videos:write',
    answer: async ({ request, id, store }) =>
      Response.json(store.patch(id, await patchIn(request))),
  },
  {
    method: 'POST',
    path: /^\/v1\/files$/,
    scope: 'videos:upload',
    answer: async ({ request, files }) =>
      Response.json(await files.upload(request), { status: 201 }),
  },
]

/** The video management API over the players of a world. */
export function makeVideos(parts: VideosParts) {
  const files = makeFiles(parts.seed)
  const store = makeVideoStore({ ...parts, files })

  /** The endpoint of a request, if its token permits it. Throws a Problem otherwise. */
  function rowOf(request: Request): { row: Row; id: string } {
    const token = authenticate(request, parts.tokens)
    const { pathname } = new URL(request.url)
    const row = ROWS.find(({ method, path }) => method === request.method && path.test(pathname))
    if (!row) throw new Problem('not_found', 'There is no such path')
    requireScope(token, row.scope)
    return { row, id: decoded(row.path.exec(pathname)?.[1] ?? '') }
  }

  return {
    store,
    files,
    async answer(request: Request): Promise<Response> {
      try {
        const { row, id } = rowOf(request)
        return await row.answer({ request, id, store, files })
      } catch (thrown) {
        if (thrown instanceof Problem) return problemAnswer(thrown.code, thrown.message)
        throw thrown
      }
    },
    /** Accepts a PATCH that is applied after `afterMs`; other requests are ignored. */
    async later(request: Request, afterMs: number): Promise<void> {
      try {
        const { row, id } = rowOf(request)
        if (row.method === 'PATCH') store.later(id, await patchIn(request), afterMs)
      } catch (thrown) {
        if (!(thrown instanceof Problem)) throw thrown
      }
    },
  }
}

// Video, GET /v1/videos: the answer and the range of per_page are assumed.
function answerList({ request, store }: VideoRequest): Response {
  const { searchParams } = new URL(request.url)
  const perPage = searchParams.get('per_page') ?? '25'
  if (!/^\d{1,3}$/.test(perPage) || Number(perPage) < 1 || Number(perPage) > 100) {
    throw unprocessable('per_page', 'must be from 1 to 100')
  }
  const cursor = searchParams.get('cursor')
  const after = cursor === null ? null : positionOf(cursor)
  const videos = store.list()
  // A page starts after a position, so that changes of the list do not shift other pages.
  const rest = after ? videos.filter(({ of }) => isAfter(of, after)) : videos
  const page = rest.slice(0, Number(perPage))
  const last = rest.length > page.length ? page.at(-1) : undefined
  const data: Json[] = page.map(({ show }) => show())
  return Response.json({ data, next_cursor: last ? cursorOf(last.of) : null })
}

interface Position {
  created: number
  id: string
}

const isAfter = (of: Position, after: Position) =>
  of.created < after.created || (of.created === after.created && of.id > after.id)

const cursorOf = ({ created, id }: Position) =>
  Buffer.from(`${created} ${id}`).toString('base64url')

function positionOf(cursor: string): Position {
  const text = Buffer.from(cursor, 'base64url').toString()
  const [, created, id] = /^(\d+) ([0-9a-f]{24})$/.exec(text) ?? []
  if (created === undefined || id === undefined) throw unprocessable('cursor', 'is unknown')
  return { created: Number(created), id }
}

async function patchIn(request: Request): Promise<unknown> {
  // Video, PATCH: the body is an application/json object with merge-patch rules.
  if (!isJsonType(request)) {
    throw unprocessable('Content-Type', 'must be application/json, of a merge patch')
  }
  const sent = readBody(await request.text())
  if ('wrong' in sent) throw unprocessable('The body', sent.wrong)
  return sent.value
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
