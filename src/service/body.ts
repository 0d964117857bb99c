/** Deeper than any documented body, and safe for recursive code. */
const DEEPEST = 64

type Body = { value: unknown } | { wrong: string }

/** The value of a body, or a rule that it breaks, worded to follow the body's name. */
export function readBody(text: string): Body {
  if (depthOf(text) > DEEPEST) return { wrong: `must not be nested deeper than ${DEEPEST} levels` }
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return { wrong: 'must be JSON' }
  }
}

/** Whether the content type is application/json. Not application/json-patch+json. */
export const isJsonType = (request: Request): boolean =>
  /^application\/json\s*(;|$)/i.test(request.headers.get('content-type') ?? '')

/** The nesting depth of a JSON text, without parsing it. */
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

/** The index of the quotation mark that ends a string. */
function endOfText(json: string, begin: number): number {
  let at = begin + 1
  while (at < json.length && json[at] !== '"') at += json[at] === '\\' ? 2 : 1
  return at
}
