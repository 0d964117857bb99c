import fc from 'fast-check'
import { expect, test } from 'vitest'
import { spliced } from '../../../../src/shared/features/sheet/splice.ts'
import {
  addressSplices,
  hostSplices,
  hostsIn,
  type ParameterChange,
  type PathChange,
  parameterSplices,
  pathSplices,
  readHost,
  readPath,
  urlParts,
} from '../../../../src/shared/features/sheet/url-parts.ts'

const withHost = (text: string, host: string, to: string, subdomains = true) =>
  spliced(text, hostSplices(text, { host, to, subdomains }))
const withPath = (text: string, path: string, to: string, change: Partial<PathChange> = {}) =>
  spliced(text, pathSplices(text, { path, to, isCase: false, host: null, ...change }))
const withParameter = (text: string, change: ParameterChange) =>
  spliced(text, parameterSplices(text, change))

const setting = (name: string, value: string, isAdded = true): ParameterChange => ({
  ...{ act: 'set', name, value, isAdded, host: null },
})
const removing = (name: string): ParameterChange => ({ act: 'remove', name, host: null })
const renaming = (name: string, to: string): ParameterChange => ({
  ...{ act: 'rename', name, to, host: null },
})
const wholePath = (to: string): PathChange => ({ path: '', to, isCase: false, host: null })

/** Texts of addresses by their parts, odd ones too. */
const segment = fc.stringMatching(/^[a-zA-Z0-9%._~!$'()*,;:@-]{0,8}$/)
const parameterName = fc.stringMatching(/^[a-z_]{1,6}$/)
const pieces = fc.record({
  scheme: fc.constantFrom('https://', 'http://', 'HTTPS://'),
  user: fc.constantFrom('', 'user@', 'user:p%40ss@'),
  host: fc.constantFrom<string>('checkout.hotpay.com.br', 'xn--caf-dma.com', '192.168.0.1', 'a.b'),
  port: fc.constantFrom('', ':', ':443', ':8080'),
  path: fc.array(segment, { maxLength: 4 }).map((all) => all.map((one) => `/${one}`).join('')),
  query: fc.option(
    fc
      .array(
        fc.tuple(
          parameterName,
          fc.constantFrom('', '=', '=1', '=%C3%A7+x', '={{utm&a#b?}}', '=a=b'),
        ),
        { maxLength: 4 },
      )
      .map((all) => `?${all.map((one) => one.join('')).join('&')}`),
    { nil: '' },
  ),
  fragment: fc.constantFrom('', '#', '#part', '#a?b=c&d/e'),
})
type Pieces = typeof pieces extends fc.Arbitrary<infer P> ? P : never
const joined = ({ scheme, user, host, port, path, query, fragment }: Pieces) =>
  scheme + user + host + port + path + query + fragment

test('the parts of an address are where they stand in its text', () => {
  fc.assert(
    fc.property(pieces, (parts) => {
      const text = joined(parts)
      const found = urlParts(text)
      const at = (span?: { start: number; end: number } | null) =>
        span ? text.slice(span.start, span.end) : ''
      expect([at(found?.host), at(found?.path), at(found?.query)]).toEqual([
        ...[parts.host, parts.path, parts.query],
      ])
    }),
  )
})

test('a new host changes nothing else, and the old one in its place is the same text again', () => {
  fc.assert(
    fc.property(pieces, (parts) => {
      const text = joined(parts)
      const moved = withHost(text, parts.host, 'pay.vitta.com.br')
      expect(moved).toBe(joined({ ...parts, host: 'pay.vitta.com.br' }))
      expect(withHost(moved, 'pay.vitta.com.br', parts.host)).toBe(text)
    }),
  )
})

test('a subdomain stays before the new host, when it is asked for', () => {
  const text = 'https://Shop.Hotpay.com.br/a'
  expect(withHost(text, 'hotpay.com.br', 'vitta.com')).toBe('https://Shop.vitta.com/a')
  expect(withHost(text, 'hotpay.com.br', 'vitta.com', false)).toBe(text)
  expect(withHost('https://nothotpay.com.br/', 'hotpay.com.br', 'x.com')).toContain('nothotpay')
})

test('a host that is the new one already, or a subdomain of it, stays', () => {
  const change = (host: string) =>
    withHost(`https://${host}/a`, 'example.com', 'www.example.com').slice(8, -2)
  expect(
    ['example.com', 'www.example.com', 'WWW.example.com', 'a.www.example.com'].map(change),
  ).toEqual(['www.example.com', 'www.example.com', 'WWW.example.com', 'a.www.example.com'])
  expect(change('shop.example.com')).toBe('shop.www.example.com')
  expect(withHost('https://x.a.example.com/', 'a.example.com', 'example.com')).toBe(
    'https://x.example.com/',
  )
})

test('segments that are in the new ones already stay', () => {
  expect(withPath('https://a.com/br/offer/offer', 'offer', 'br/offer')).toBe(
    'https://a.com/br/offer/br/offer',
  )
  expect(withPath('https://a.com/br/offer', 'br/offer', 'offer')).toBe('https://a.com/offer')
  expect(withPath('https://a.com/br/offer', 'offer', 'Offer')).toBe('https://a.com/br/Offer')
})

test('a host is found in any case and in either script', () => {
  expect(withHost('https://CAFÉ.com/a', 'xn--caf-dma.com', 'x.com')).toBe('https://x.com/a')
  expect(withHost('https://a.xn--caf-dma.com', 'café.com', 'x.com')).toBe('https://a.x.com')
})

test('a host is not taken from the user, the path or a parameter', () => {
  const text = 'https://hotpay.com@x.com/hotpay.com?to=https://hotpay.com/#hotpay.com'
  expect(withHost(text, 'hotpay.com', 'y.com')).toBe(text)
})

test('a typed host may be a whole address, and is null when it is none', () => {
  expect(readHost(' https://pay.vitta.com.br/a?b ')).toBe('pay.vitta.com.br')
  expect(readHost('{{domain}}')).toBe('{{domain}}')
  for (const typed of ['', 'pay', 'pay.', 'a.com:80', 'a.com/x', 'a b.com', 'a..com?', 'a.com"']) {
    expect(readHost(typed), typed).toBeNull()
  }
})

test('whole segments of a path are replaced, not the beginnings of others', () => {
  const to = (text: string) => withPath(text, '/corpo-leve/', 'novo')
  expect(to('https://a.com/corpo-leve/kits?src=1')).toBe('https://a.com/novo/kits?src=1')
  expect(to('https://a.com/corpo-leve-40?x=/corpo-leve')).toContain('/corpo-leve-40?x=/corpo-leve')
  expect(withPath('https://a.com/x/a/b/y/', 'a/b', 'c/d')).toBe('https://a.com/x/c/d/y/')
})

test('removed segments take one slash with them, and the first slash stays', () => {
  expect(withPath('https://a.com/b/c', 'b', '')).toBe('https://a.com/c')
  expect(withPath('https://a.com/b/c', 'c', '')).toBe('https://a.com/b')
  expect(withPath('https://a.com/b?x#y', 'b', '')).toBe('https://a.com/?x#y')
})

test('without a searched path the whole path is set, on the chosen host alone', () => {
  expect(withPath('https://a.com?x=1', '', 'new/')).toBe('https://a.com/new/?x=1')
  expect(withPath('https://a.com/b/c#f', '', '/new')).toBe('https://a.com/new#f')
  expect(withPath('https://a.com/b', '', '/new', { host: 'b.com' })).toBe('https://a.com/b')
})

test('capital letters of a path count when they should', () => {
  expect(withPath('https://a.com/Kits', 'kits', 'x')).toBe('https://a.com/x')
  expect(withPath('https://a.com/Kits', 'kits', 'x', { isCase: true })).toBe('https://a.com/Kits')
})

test('what would end a path is no path', () => {
  expect(['a?b', 'a#b', 'a b', 'a\\b'].map(readPath)).toEqual([null, null, null, null])
  expect(readPath('/{{a b?}}/c/')).toBe('{{a b?}}/c')
})

test('a path keeps all around it', () => {
  fc.assert(
    fc.property(pieces, (parts) => {
      const moved = withPath(joined(parts), '', 'a/b')
      expect(moved).toBe(joined({ ...parts, path: '/a/b' }))
    }),
  )
})

test('a parameter that is set twice is set once, and the others stay in their order', () => {
  fc.assert(
    fc.property(pieces, parameterName, fc.string({ unit: 'grapheme' }), (parts, name, value) => {
      const text = joined(parts)
      const once = withParameter(text, setting(name, value))
      expect(withParameter(once, setting(name, value))).toBe(once)
      const start = text.indexOf(parts.query || parts.fragment || ' ')
      expect(once.startsWith(start === -1 ? text : text.slice(0, start))).toBe(true)
      expect(once.endsWith(parts.fragment)).toBe(true)
      const others = (one: string) => {
        const query = urlParts(one)?.query
        if (!query) return []
        const plain = one.slice(query.start + 1, query.end).replaceAll('{{utm&a#b?}}', 'x')
        return plain.split('&').filter((pair) => pair !== '' && pair.split('=')[0] !== name)
      }
      expect(others(once)).toEqual(others(text))
    }),
  )
})

test('an added parameter can be taken away again', () => {
  fc.assert(
    fc.property(pieces, (parts) => {
      const text = joined(parts)
      const added = withParameter(text, setting('added7', 'v'))
      const removed = withParameter(added, removing('added7'))
      // A question mark without parameters goes with the last one.
      expect(removed).toBe(parts.query === '?' ? joined({ ...parts, query: '' }) : text)
    }),
  )
})

test('a renamed parameter keeps its value and comes back by its name', () => {
  fc.assert(
    fc.property(pieces, parameterName, (parts, name) => {
      const text = joined(parts)
      const renamed = withParameter(text, renaming(name, 'added7'))
      expect(withParameter(renamed, renaming('added7', name))).toBe(text)
    }),
  )
})

test('a parameter is set, added, renamed and removed as such', () => {
  const text = 'https://a.com/p?src=vsl&x&src=2#src=3'
  expect(withParameter(text, setting('src', 'new'))).toBe('https://a.com/p?src=new&x&src=new#src=3')
  expect(withParameter(text, setting('x', '1'))).toBe('https://a.com/p?src=vsl&x=1&src=2#src=3')
  expect(withParameter(text, setting('y', '1', false))).toBe(text)
  expect(withParameter('https://a.com#f', setting('y', '1'))).toBe('https://a.com?y=1#f')
  expect(withParameter('https://a.com/?a=1&', setting('y', '1'))).toBe('https://a.com/?a=1&y=1')
  expect(withParameter(text, renaming('src', 'utm'))).toBe('https://a.com/p?utm=vsl&x&utm=2#src=3')
  expect(withParameter(text, removing('src'))).toBe('https://a.com/p?x#src=3')
  expect(withParameter('https://a.com/?src=1#f', removing('src'))).toBe('https://a.com/#f')
})

test('what would end a value is escaped, and escapes and placeholders stay as they were typed', () => {
  const value = (typed: string) =>
    withParameter('https://a.com/', setting('x', typed)).slice('https://a.com/?x='.length)
  expect(value('a b&c#d"e')).toBe('a%20b%26c%23d%22e')
  expect(value('50%')).toBe('50%25')
  expect(value('a%20b+c')).toBe('a%20b+c')
  expect(value('{{source & medium}}-é')).toBe('{{source & medium}}-%C3%A9')
  expect(value('\ud800')).toBe('%EF%BF%BD')
})

const HTML = `<a href="https://a.com/p?x=1&amp;y=2">Go (https://a.com/q).</a>
<img src='//a.com/i.png'><i style="background:url(https://a.com/b)" onclick="go(&quot;https://a.com/e&quot;)"></i>
<script>// a.com
var to = "https://a.com/s?x=1&y=2", j = "<a href=\\"https:\\/\\/a.com\\/j\\">"</script>`

test('each address in HTML is one of its own, with nothing of what is around it', () => {
  const moved = spliced(
    HTML,
    addressSplices(HTML, true, (one) =>
      hostSplices(one, { host: 'a.com', to: 'b.org', subdomains: false }),
    ),
  )
  expect(hostsIn(HTML, true)).toEqual(Array(7).fill('a.com'))
  expect(moved).toBe(HTML.replaceAll('//a.com', '//b.org').replace('\\/a.com', '\\/b.org'))
})

const inHtml = (html: string, change: ParameterChange) =>
  spliced(
    html,
    addressSplices(html, true, (one, separator) => parameterSplices(one, change, separator)),
  )

test('a parameter in HTML is separated as the HTML around it does', () => {
  const added = (html: string) => inHtml(html, setting('z', '3'))
  expect(added('<a href="https://a.com/?x=1">')).toBe('<a href="https://a.com/?x=1&amp;z=3">')
  expect(added('<a href="https://a.com/?x=1&y=2">')).toBe('<a href="https://a.com/?x=1&y=2&z=3">')
  expect(added('<b>See https://a.com/?x=1.</b>')).toBe('<b>See https://a.com/?x=1&z=3.</b>')
  expect(inHtml('<a href="https://a.com/?x=1&amp;y=2">', removing('x'))).toBe(
    '<a href="https://a.com/?y=2">',
  )
})

test('a parameter in a script is separated as in scripts, and in their HTML as that does', () => {
  const added = (html: string) => inHtml(html, setting('z', '3'))
  const loop = (query: string) =>
    `<Script async>for(var i=0;i<n;i++){go("https://a.com/p?${query}")}</Script>`
  expect(added(loop('x=1'))).toBe(loop('x=1&z=3'))
  const link = (query: string) =>
    `<script>if(i<n)text='<a href="https://a.com/?${query}">'</script>`
  expect(added(link('x=1&amp;y=2'))).toBe(link('x=1&amp;y=2&amp;z=3'))
  expect(inHtml(link('x=1&amp;y=2'), setting('y', '3'))).toBe(link('x=1&amp;y=3'))
  for (const before of ['<script src="', '<script>i<n</script><a href="']) {
    expect(added(`${before}https://a.com/?x=1">`)).toBe(`${before}https://a.com/?x=1&amp;z=3">`)
  }
})

test('an address in CSS ends where the url() around it does', () => {
  const address = 'https://a.com/x/i.png?v=2'
  const edits: [(one: string) => ReturnType<typeof pathSplices>, string][] = [
    [(one) => parameterSplices(one, setting('v', '3')), 'https://a.com/x/i.png?v=3'],
    [(one) => parameterSplices(one, removing('v')), 'https://a.com/x/i.png'],
    [(one) => parameterSplices(one, setting('w', '3')), 'https://a.com/x/i.png?v=2&w=3'],
    [(one) => pathSplices(one, wholePath('new')), 'https://a.com/new?v=2'],
    [(one) => pathSplices(one, { ...wholePath('y'), path: 'i.png' }), 'https://a.com/x/y?v=2'],
  ]
  const around = [
    (one: string) => `<div style="background:url(${one});color:red">`,
    (one: string) => `<div style="background:URL( ${one})">`,
    (one: string) => `<style>.b{background:url(${one});color:red}</style>`,
    (one: string) => `<style>.b{background:url(${one}),url(${one})}.c{color:red}</style>`,
  ]
  for (const html of around) {
    for (const [splicesOf, after] of edits) {
      const edited = spliced(html(address), addressSplices(html(address), true, splicesOf))
      expect(edited).toBe(html(after))
    }
    const bare = html('https://a.com')
    const moved = addressSplices(bare, true, (one) => pathSplices(one, wholePath('new')))
    expect(spliced(bare, moved)).toBe(html('https://a.com/new'))
  }
})
