/** A logged request; its headers without the key. */
export interface LoggedRequest {
  /** Epoch milliseconds. */
  at: number
  method: string
  path: string
  query: string
  headers: Record<string, string>
  /** At most the first 1,048,576 characters; empty for a form, which contains a file. */
  body: string
  /** The status of the answer, even when a fault withheld it. */
  status: number
}

/** Limits of a body and of the whole log, in characters. */
const LONGEST_BODY = 1024 * 1024
const LONGEST_LOG = 32 * 1024 * 1024

export const makeLog = () => keepNewest<LoggedRequest>(LONGEST_LOG, sizeOf)

/**
 * Makes the text of a request readable any number of times. A clone takes longer than most answers.
 */
export function keepText(request: Request) {
  const read = request.text.bind(request)
  let text: Promise<string> | undefined
  Object.defineProperty(request, 'text', { value: () => (text ??= read()) })
}

/** What the log has of a request whose text is kept. */
export async function loggedRequest(
  request: Request,
): Promise<Omit<LoggedRequest, 'at' | 'status'>> {
  const { pathname, search } = new URL(request.url)
  const headers = Object.fromEntries(request.headers)
  delete headers['x-api-token']
  delete headers['authorization']
  const isForm = headers['content-type']?.startsWith('multipart/')
  const body = isForm ? '' : beginning(await request.text())
  return { method: request.method, path: pathname, query: search, headers, body }
}

// Copied, since a slice would keep the whole text in memory.
const beginning = (text: string) =>
  text.length > LONGEST_BODY ? Buffer.from(text.slice(0, LONGEST_BODY)).toString() : text

// An entry takes about 1000 characters besides its texts.
const sizeOf = ({ path, query, headers, body }: LoggedRequest) =>
  1000 + path.length + query.length + body.length + JSON.stringify(headers).length

/** A list with a limit of total size: the oldest entries are dropped, never the newest. */
export function keepNewest<T>(most: number, sizeOf: (one: T) => number) {
  const list: T[] = []
  const sizes: number[] = []
  let total = 0
  return {
    list,
    add(one: T) {
      const size = sizeOf(one)
      list.push(one)
      sizes.push(size)
      total += size
      while (total > most && list.length > 1) {
        list.shift()
        total -= sizes.shift() ?? 0
      }
    },
  }
}
