import { parsedAddress } from '../../address.ts'
import { isHttp } from '../videos/check/fields.ts'
import { isWithinLonger, moveSplice, type Span, type Splice, textIn } from './splice.ts'

/**
 * The positions of an address's parts in its text. `URL` would rewrite the address with other
 * escapes and slashes; here only the edited part changes.
 */
interface UrlParts {
  /** Without user and port. */
  host: Span
  path: Span
  /** With its question mark; null when there is none. */
  query: Span | null
  /** Where the query ends, or would begin. */
  queryEnd: number
}

/** Braces may contain any character, as in `{{utm&source}}`. */
const PLACEHOLDER = /\{\{[^{}]*\}\}/gu
/** Scripts write slashes in texts as `\/`. */
const SHAPE = /^(\s*(?:https?:)?(?:\/\/|\\\/\\\/))([^/?#\\]*)([^?#]*)(\?[^#]*)?/iu
const HOST = /^(?:\[[^\]]*\]|[^:]*)/u

/** Null when the text is not an http address. */
export function urlParts(text: string): UrlParts | null {
  const plain = masked(text).trimEnd()
  const match = SHAPE.exec(plain)
  if (!match) return null
  const [, lead = '', authority = '', path = '', query] = match
  const pathAt = lead.length + authority.length
  const host = hostSpan(plain, { start: lead.length, end: pathAt })
  const queryAt = pathAt + path.length
  const queryEnd = queryAt + (query?.length ?? 0)
  if (host.start === host.end) return null
  return {
    ...{ host, queryEnd },
    path: { start: pathAt, end: queryAt },
    query: query === undefined ? null : { start: queryAt, end: queryEnd },
  }
}

function hostSpan(plain: string, authority: Span): Span {
  const own = textIn(plain, authority)
  const start = own.lastIndexOf('@') + 1
  const length = HOST.exec(own.slice(start))?.[0].length ?? 0
  return { start: authority.start + start, end: authority.start + start + length }
}

/**
 * A text of equal length, in which placeholders contain nothing that could be taken for a
 * separator.
 */
const masked = (text: string) =>
  text.includes('{{') ? text.replace(PLACEHOLDER, (found) => 'x'.repeat(found.length)) : text

/** A host in the form in which browsers compare it. */
function hostKey(host: string): string {
  if (/^[\w.-]+$/u.test(host)) return host.toLowerCase()
  return parsedAddress(`http://${host}/`)?.hostname ?? host.toLowerCase()
}

/** The host in a typed text, which may be a whole address; null when there is none. */
export function readHost(typed: string): string | null {
  const text = typed.trim()
  const parts = urlParts(text)
  const host = parts ? textIn(text, parts.host) : text
  if (/[\s/?#@\\:<>"'`&]/u.test(masked(host))) return null
  if (/\{\{/u.test(host)) return host
  const isName = /[^.]\.[^.]/u.test(host) || host.toLowerCase() === 'localhost'
  return isName && isHttp(`https://${host}/`) ? host : null
}

export interface HostChange {
  host: string
  to: string
  /** Whether `shop.` before the host matches too, and is kept. */
  subdomains: boolean
}

/** Whether a host is another one or a subdomain of it. */
const isWithin = (key: string, other: string) => key === other || key.endsWith(`.${other}`)

/**
 * User, port and everything after the host stay unchanged, and so does a host that is the new one
 * already: `www.example.com`, where it replaces `example.com`.
 */
export function hostSplices(text: string, { host, to, subdomains }: HostChange): Splice[] {
  const parts = urlParts(text)
  const wanted = hostKey(host)
  if (!parts || host === '') return []
  const own = textIn(text, parts.host)
  const key = hostKey(own)
  if (key === wanted) return [{ ...parts.host, text: to }]
  if (!subdomains || !isWithin(key, wanted)) return []
  const moved = hostKey(to)
  if (isWithin(moved, wanted) && isWithin(key, moved)) return []
  const labels = own.split('.').slice(0, -wanted.split('.').length)
  return [{ start: parts.host.start + labels.join('.').length + 1, end: parts.host.end, text: to }]
}

/** Only on addresses of this host; null for all hosts. */
interface OnHost {
  host: string | null
}

function partsOn(text: string, { host }: OnHost): UrlParts | null {
  const parts = urlParts(text)
  if (!parts || host === null) return parts
  return hostKey(textIn(text, parts.host)) === hostKey(host) ? parts : null
}

export interface PathChange extends OnHost {
  /** Whole adjacent segments; empty for the whole path. */
  path: string
  to: string
  isCase: boolean
}

/** Without slashes around it; null when it would not be a valid path. */
export function readPath(typed: string): string | null {
  const text = typed.trim()
  return /[\s?#\\]/u.test(masked(text)) ? null : text.replace(/^\/+|\/+$/gu, '')
}

export function pathSplices(text: string, change: PathChange): Splice[] {
  const parts = partsOn(text, change)
  const to = readPath(change.to)
  const path = readPath(change.path)
  if (!parts || to === null || path === null) return []
  if (path !== '') {
    const { isCase } = change
    const done = to === '' ? [] : runsOf(text, parts.path, { path: to, isCase })
    return runsOf(text, parts.path, { path, isCase })
      .filter((span) => !done.some((run) => isWithinLonger(span, run)))
      .map((span) => (to === '' ? removedSegments(span, parts.path) : { ...span, text: to }))
  }
  const end = /\/\s*$/u.test(change.to) && to !== '' ? '/' : ''
  return [{ ...parts.path, text: `/${to}${end}` }]
}

/** The positions of one path's segments within another path. */
function runsOf(
  text: string,
  within: Span,
  { path, isCase }: Pick<PathChange, 'path' | 'isCase'>,
): Span[] {
  const folded = (one: string) => (isCase ? one : one.toLowerCase())
  const searched = folded(path).split('/')
  const own = segmentsOf(text, within)
  const runs: Span[] = []
  for (let at = 0; at < own.length; at += 1) {
    const run = own.slice(at, at + searched.length)
    const [first] = run
    const last = run[searched.length - 1]
    if (!first || !last) continue
    if (!run.every((one, index) => folded(textIn(text, one)) === searched[index])) continue
    runs.push({ start: first.start, end: last.end })
    at += searched.length - 1
  }
  return runs
}

function segmentsOf(text: string, { start, end }: Span): Span[] {
  let at = start
  return masked(text)
    .slice(start, end)
    .split('/')
    .map((segment) => {
      const span = { start: at, end: at + segment.length }
      at = span.end + 1
      return span
    })
}

/** Removing segments removes one slash too, but never the first of the path. */
function removedSegments({ start, end }: Span, path: Span): Splice {
  if (end < path.end) return { start, end: end + 1, text: '' }
  return { start: start - 1 > path.start ? start - 1 : start, end, text: '' }
}

export type ParameterChange = OnHost & { name: string } & (
    | {
        act: 'set'
        value: string
        /** Whether the parameter is added to addresses without it. */
        isAdded: boolean
      }
    | { act: 'rename'; to: string }
    | { act: 'remove' }
  )

interface Parameter extends Span {
  name: string
  nameEnd: number
}

/** The separator between parameters, which is `&amp;` in an HTML attribute. */
type Separator = '&' | '&amp;'

export function parameterSplices(
  text: string,
  change: ParameterChange,
  separator: Separator = '&',
): Splice[] {
  const parts = partsOn(text, change)
  if (!parts || change.name === '') return []
  const { all, between } = parametersOf(text, parts, separator)
  const own = all.filter(({ name }) => name === change.name)
  if (change.act === 'remove') return removedParameters(parts, all, change.name)
  if (change.act === 'rename') {
    return own.map(({ start, nameEnd }) => ({ start, end: nameEnd, text: nameText(change.to) }))
  }
  const value = escapedValue(change.value)
  if (own.length > 0) return own.map((one) => valueSplice(one, value))
  if (!change.isAdded) return []
  const last = all.at(-1)
  const lead = !last ? '?' : last.start === last.end ? '' : between
  return [
    {
      start: parts.queryEnd,
      end: parts.queryEnd,
      text: `${lead}${nameText(change.name)}=${value}`,
    },
  ]
}

const valueSplice = ({ nameEnd, end }: Parameter, value: string): Splice =>
  nameEnd < end ? { start: nameEnd + 1, end, text: value } : { start: end, end, text: `=${value}` }

function parametersOf(text: string, { query }: UrlParts, separator: Separator) {
  const all: Parameter[] = []
  if (!query) return { all, between: separator }
  const plain = masked(text)
  const pattern = separator === '&' ? /&/gu : /&(?:amp;)?/gu
  let between = separator
  let at = query.start + 1
  const add = (end: number) => {
    const equals = plain.slice(at, end).indexOf('=')
    const nameEnd = equals === -1 ? end : at + equals
    all.push({ start: at, end, nameEnd, name: decoded(text.slice(at, nameEnd)) })
  }
  for (const match of plain.slice(0, query.end).matchAll(pattern)) {
    if (match.index < at) continue
    add(match.index)
    at = match.index + match[0].length
    between = match[0] as Separator
  }
  add(query.end)
  return { all, between }
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name.replaceAll('+', ' '))
  } catch {
    return name
  }
}

/** Removing a parameter removes one separator too, and the last one removes the question mark. */
function removedParameters({ query }: UrlParts, all: readonly Parameter[], name: string): Splice[] {
  const kept = all.findIndex((one) => one.name !== name)
  if (kept === -1) return query && all.length > 0 ? [{ ...query, text: '' }] : []
  return all.flatMap((one, index) => {
    if (one.name !== name) return []
    const start = index < kept ? one.start : (all[index - 1]?.end ?? one.start)
    const end = index < kept ? (all[index + 1]?.start ?? one.end) : one.end
    return [{ start, end, text: '' }]
  })
}

/**
 * Characters that would end a value, or the attribute that contains it. Escapes that were typed
 * stay unchanged.
 */
const UNSAFE = /[^\x21-\x7e]|[&#"'<>`\\]|%(?![\da-f]{2})/giu

function escapedValue(typed: string): string {
  const kept = typed.match(PLACEHOLDER) ?? []
  const between = typed.split(PLACEHOLDER).map((text) => text.replace(UNSAFE, escapedSign))
  return between.map((text, index) => text + (kept[index] ?? '')).join('')
}

const escapedSign = (sign: string) =>
  sign === "'" ? '%27' : encodeURIComponent(/\p{Cs}/u.test(sign) ? '\u{fffd}' : sign)

/** A `=` would end the name, and a `+` would be decoded as a space. */
const nameText = (name: string) => escapedValue(name).replaceAll('=', '%3D').replaceAll('+', '%2B')

/** In CSS, the parenthesis of `url(` closes an address without quotes. */
const ADDRESS =
  /(?<=url\(\s{0,4})https?:\/\/[^\s"'<>`)]+|(?:https?:(?:\/\/|\\\/\\\/)|(?<==\s*["'])\/\/)[^\s"'<>`]+/giu
/** An entity that closes a quote, and the escape of a quote. */
const CLOSING = /(?:&(?:quot|apos|lt|gt|#0*3[49]|#x2[27]);[^]*|\\+)$/iu
const PUNCTUATION = /[),.;!?\]]+$/u

/** Where addresses occur in HTML: in attributes, scripts, styles and texts. */
function htmlAddresses(html: string): Span[] {
  return [...html.matchAll(ADDRESS)].map(({ 0: found, index }) => {
    const closed = found.replace(CLOSING, '')
    const isQuoted = closed !== found || /["'`]/u.test(html.charAt(index + found.length))
    const own = isQuoted ? closed : closed.replace(PUNCTUATION, '')
    return { start: index, end: index + own.length }
  })
}

/** The separators between parameters of an address in HTML. */
function separatorAt(html: string, address: Span): Separator {
  if (textIn(html, address).includes('&amp;')) return '&amp;'
  const before = html.slice(0, address.start).toLowerCase()
  const tag = before.lastIndexOf('<')
  const isInTag = tag > before.lastIndexOf('>') && /^<[a-z]/u.test(before.slice(tag, tag + 2))
  return isInTag && !endsInScript(before) ? '&amp;' : '&'
}

/** In a script, a `<` can compare values. */
function endsInScript(before: string): boolean {
  const script = before.lastIndexOf('<script')
  return script > before.lastIndexOf('</script') && before.includes('>', script)
}

/** Edits each address of a text separately. */
export function addressSplices(
  text: string,
  isHtml: boolean,
  splicesOf: (address: string, separator: Separator) => Splice[],
): Splice[] {
  if (!isHtml) return splicesOf(text, '&')
  return htmlAddresses(text).flatMap((span) =>
    splicesOf(textIn(text, span), separatorAt(text, span)).map((splice) =>
      moveSplice(splice, span.start),
    ),
  )
}

/** The hosts of a text's addresses, each as often as it occurs. */
export function hostsIn(text: string, isHtml: boolean): string[] {
  const addresses = isHtml ? htmlAddresses(text).map((span) => textIn(text, span)) : [text]
  return addresses.flatMap((address) => {
    const parts = urlParts(address)
    return parts ? [textIn(address, parts.host).toLowerCase()] : []
  })
}
