import { hexadecimal } from './random.ts'

/** The Video management API, of which no path exists here yet: it knows its token, and nothing else. */
export function answerVideos(request: Request, token: string): Response {
  const isKnown = request.headers.get('authorization') === `Bearer ${token}`
  // Video, Authentication: a missing or invalid token gives `unauthorized`.
  return isKnown
    ? problem(404, 'not_found', 'There is no such path')
    : problem(401, 'unauthorized', 'The API token is missing or invalid')
}

let problems = 0

// Video, Errors: the four fields of a problem. The statuses of these codes are not shown (api-facts).
function problem(status: number, code: string, message: string): Response {
  problems += 1
  const id = hexadecimal(32, problems)
  const request_id = id.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5')
  const type = `https://docs.example/errors/${code}`
  return new Response(JSON.stringify({ type, code, message, request_id }), {
    status,
    headers: { 'content-type': 'application/problem+json' },
  })
}
