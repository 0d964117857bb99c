/** A request as it came; its headers without the key. */
export interface Seen {
  /** Milliseconds since the epoch. */
  at: number
  method: string
  path: string
  query: string
  headers: Record<string, string>
  /** Its beginning, when it is long; nothing of a form, which carries a file. */
  body: string
  /** The status of the answer, whether or not a fault let it through. */
  status: number
}

/** Characters of a body, and of the whole log, that are remembered. */
const LONGEST_BODY = 1024 * 1024
const LONGEST_LOG = 32 * 1024 * 1024

export const makeLog = () => keepNewest<Seen>(LONGEST_LOG, sizeOf)

/** What a request looked like, taken before it is read. */
export async function seen(request: Request): Promise<Omit<Seen, 'at' | 'status'>> {
  const { pathname, search } = new URL(request.url)
  const headers = Object.fromEntries(request.headers)
  delete headers['x-api-token']
  delete headers['authorization']
  const isForm = headers['content-type']?.startsWith('multipart/')
  const body = isForm ? '' : beginning(await request.clone().text())
  return { method: request.method, path: pathname, query: search, headers, body }
}

// A slice would keep the whole text alive, so what is kept of a long one is copied.
const beginning = (text: string) =>
  text.length > LONGEST_BODY ? Buffer.from(text.slice(0, LONGEST_BODY)).toString() : text

// What an entry takes beside its texts is about as much as a usual one's texts.
const sizeOf = ({ path, query, headers, body }: Seen) =>
  1000 + path.length + query.length + body.length + JSON.stringify(headers).length

/** A list that holds so much and no more: the oldest go when more comes, but never the newest. */
export function keepNewest<T>(most: number, sizeOf: (one: T) => number) {
  const list: T[] = []
  const sizes: number[] = []
  let held = 0
  return {
    list,
    add(one: T) {
      const size = sizeOf(one)
      list.push(one)
      sizes.push(size)
      held += size
      while (held > most && list.length > 1) {
        list.shift()
        held -= sizes.shift() ?? 0
      }
    },
  }
}
