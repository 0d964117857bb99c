const TAG =
  /<\/([A-Za-z_][\w:.-]*)\s*>|<([A-Za-z_][\w:.-]*)((?:\s+[A-Za-z_][\w:.-]*="[^"<]*")*)\s*(\/?)>/g
const ENTITY = /&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[\dA-Fa-f]+);)/
const FORBIDDEN = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u

/**
 * Why a text is not well-formed XML, as far as elements and text are concerned; null when it is.
 */
export function whyNotXml(text: string): string | null {
  if (FORBIDDEN.test(text)) return 'a sign that XML forbids'
  if (ENTITY.test(text)) return 'an & that begins nothing'
  // After removing the tags, what is left is the text between them.
  const words = text.replace(TAG, '\n')
  if (/<|\]\]>/.test(words)) return `no tag: ${/<[^]{0,60}|\]\]>/.exec(words)?.[0]}`
  return whyNotNested(text)
}

function whyNotNested(text: string): string | null {
  const open: string[] = []
  let roots = 0
  for (const [tag, closed, opened, attributes, isEmpty] of text.matchAll(TAG)) {
    if (isTwice(attributes)) return `an attribute twice: ${tag.slice(0, 80)}`
    if (open.length === 0) roots++
    if (closed !== undefined && open.pop() !== closed) return `${tag} closes nothing`
    if (opened !== undefined && !isEmpty) open.push(opened)
  }
  if (open.length > 0) return `<${open.join('> <')}> is not closed`
  return roots === 1 ? null : `${roots} roots`
}

function isTwice(attributes = '') {
  const names = [...attributes.matchAll(/\s([^\s=]+)=/g)].map(([, name]) => name)
  return new Set(names).size < names.length
}
