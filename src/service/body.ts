/** Deeper than any body of the documents, and shallow enough for all that walks through a value. */
export const DEEPEST = 64

export type Body = { value: unknown } | { wrong: string }

/** The value of a body, or what is wrong with it, as the end of a sentence that begins with its name. */
export function readBody(text: string): Body {
  if (depthOf(text) > DEEPEST) return { wrong: `must not be nested deeper than ${DEEPEST} levels` }
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return { wrong: 'must be JSON' }
  }
}

/** Whether a request says that it carries plain JSON: application/json-patch+json is another type. */
export const isJsonType = (request: Request): boolean =>
  /^application\/json\s*(;|$)/i.test(request.headers.get('content-type') ?? '')

/** How deep lists and objects lie in each other, counted without building any of them. */
function depthOf(json: string): number {
  let [depth, deepest] = [0, 0]
  for (let at = 0; at < json.length; at++) {
    const character = json[at]
    if (character === '"') at = endOfText(json, at)
    else if (character === '[' || character === '{') deepest = Math.max(deepest, ++depth)
    else if (character === ']' || character === '}') depth--
  }
  return deepest
}

/** Where the text that begins at a quotation mark ends. */
function endOfText(json: string, begin: number): number {
  let at = begin + 1
  while (at < json.length && json[at] !== '"') at += json[at] === '\\' ? 2 : 1
  return at
}
