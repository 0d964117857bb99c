import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Edit } from '../../../../src/shared/features/publishing/edit.ts'
import { registerKey } from '../../../../src/shared/features/publishing/register.ts'
import { makeCells } from '../../../../src/shared/features/sheet/cell.ts'
import {
  type AddressReplacement,
  addressChanges,
  countHosts,
  hostsInUse,
  isHtml,
  isTicked,
  nameOfRow,
  type Proposed,
  proposedChange,
  replacementEdits,
  searchedCells,
  searchedColumns,
} from '../../../../src/shared/features/sheet/find-replace.ts'
import {
  detachedRow,
  type SheetVideo,
  sheetRows,
} from '../../../../src/shared/features/sheet/rows.ts'
import {
  piecesOf,
  spliced,
  splicedSpans,
  textIn,
} from '../../../../src/shared/features/sheet/splice.ts'
import {
  type TextReplacement,
  textSplices,
} from '../../../../src/shared/features/sheet/text-matches.ts'

const ITEMS = [
  {
    id: 'a',
    base: { active: true, name: 'First' },
    window: { start: 330, end: 900 },
    action: { content: 'Buy now', url: 'https://checkout.hotpay.com.br/p?src=vsl' },
  },
  {
    id: 'b',
    base: { active: false },
    action: {
      content: 'Buy 2',
      url: 'https://checkout.hotpay.com.br/q',
      html: '<a href="https://checkout.hotpay.com.br/h">buy</a>',
    },
  },
]
const VIDEO: SheetVideo = {
  ...{ id: 'v', name: 'Video', duration: 1800, pitch: 600 },
  settings: { items: ITEMS },
}
const cells = makeCells({ group: 'call_actions', language: 'en', videos: [VIDEO] })

const anEdit = (change: Partial<Edit>): Edit => {
  const at = { group: 'call_actions', item_id: 'a', register: null, ...change } as const
  return {
    ...{ video_id: 'v', kind: 'set', base: null, want: null, status: 'draft' },
    ...{ failure: null, waitsUntil: null, key: registerKey(at), ...at },
  }
}

interface Asked {
  registers: string[]
  edits?: Edit[]
  includesOff?: boolean
  video?: SheetVideo
}

function proposed(
  replacement: TextReplacement | AddressReplacement,
  { registers, edits = [], includesOff = false, video = VIDEO }: Asked,
): Proposed[] {
  const rows = sheetRows('call_actions', [video], edits).filter(({ item_id }) => item_id !== null)
  const columns = searchedColumns('call_actions', replacement.mode).filter(({ key }) =>
    registers.includes(key),
  )
  const splicesOf = splicesBy(replacement)
  return searchedCells(rows, columns, cells).flatMap(
    (one) =>
      proposedChange(one, splicesOf(one), { group: 'call_actions', cells, includesOff }) ?? [],
  )
}

function splicesBy(replacement: TextReplacement | AddressReplacement) {
  if (!('find' in replacement)) return addressChanges(replacement)
  const splicesOf = textSplices(replacement)
  return ({ text }: { text: string }) => splicesOf(text)
}

const OF_FILTER = { group: 'traffic_filter', includesOff: false } as const

const host = (to = 'pay.vitta.com.br'): AddressReplacement => ({
  ...{ mode: 'host', host: 'checkout.hotpay.com.br', to, subdomains: false },
})
const text = (
  find: string,
  to: string,
  change: Partial<TextReplacement> = {},
): TextReplacement => ({
  ...{ mode: 'text', find, to, isCase: false },
  ...change,
})
const URL_ONLY = { registers: ['action.url'] }
const before = { before: 'https://checkout.hotpay.com.br/p?src=vsl' }

test('a proposal says what of a cell changes, and marks that part alone', () => {
  const [first] = proposed(host(), URL_ONLY)
  expect(first).toMatchObject({ ...before, after: 'https://pay.vitta.com.br/p?src=vsl' })
  const marked = (side: 'before' | 'after') =>
    first?.marks[side].map((span) => textIn(first[side], span))
  expect(marked('before')).toEqual(['checkout.hotpay.com.br'])
  expect(marked('after')).toEqual(['pay.vitta.com.br'])
})

test('items that are off are left out unless asked for, and can be ticked', () => {
  const ticks = (all: Proposed[]) => all.map((one) => [one.leftOut, isTicked(one, new Map())])
  expect(ticks(proposed(host(), URL_ONLY))).toEqual([
    [null, true],
    ['off', false],
  ])
  expect(ticks(proposed(host(), { ...URL_ONLY, includesOff: true }))).toEqual([
    [null, true],
    [null, true],
  ])
  const [, off] = proposed(host(), URL_ONLY)
  expect(off && isTicked(off, new Map([[off.key, true]]))).toBe(true)
})

test('every item of a group that is off, or that an edit turns off, is off', () => {
  const reasons = (enabled: boolean, edits: Edit[] = []) => {
    const video = { ...VIDEO, settings: { enabled, items: ITEMS } }
    return proposed(host(), { ...URL_ONLY, edits, video }).map(({ leftOut }) => leftOut)
  }
  expect(reasons(true)).toEqual([null, 'off'])
  expect(reasons(false)).toEqual(['off', 'off'])
  const switched = (want: boolean) =>
    anEdit({ item_id: null, register: 'enabled', base: !want, want })
  expect(reasons(true, [switched(false)])).toEqual(['off', 'off'])
  expect(reasons(false, [switched(true)])).toEqual([null, 'off'])
})

test('a cell with an unpublished edit is left out, and one to be deleted cannot be ticked', () => {
  const url = 'https://checkout.hotpay.com.br/z'
  const edited = anEdit({ register: 'action.url', base: ITEMS[0]?.action.url, want: url })
  expect(proposed(host(), { ...URL_ONLY, edits: [edited] })[0]?.leftOut).toBe('edited')
  const removed = anEdit({ kind: 'delete', base: ITEMS[0] })
  const [first] = proposed(host(), { ...URL_ONLY, edits: [removed] })
  expect(first?.leftOut).toBe('removed')
  expect(first && isTicked(first, new Map([[first.key, true]]))).toBe(false)
})

test('an edit that is being sent and half a character cannot be ticked', () => {
  const url = 'https://checkout.hotpay.com.br/z'
  const sending = anEdit({ register: 'action.url', want: url, status: 'sending' })
  expect(proposed(host(), { ...URL_ONLY, edits: [sending] })[0]).toMatchObject({
    ...{ leftOut: 'sending', cell: null },
  })
  const [half] = proposed(text('now', '\ud83d'), { registers: ['action.content'] })
  expect(half).toMatchObject({ leftOut: 'broken', cell: null })
})

test('what would no longer be an address is left out, and what would stay the same is not there', () => {
  const [broken] = proposed(text('https://', ''), URL_ONLY)
  expect(broken).toMatchObject({ leftOut: 'not-http' })
  expect(proposed(host('checkout.hotpay.com.br'), URL_ONLY)).toEqual([])
  expect(proposed(text('VSL', 'vsl'), URL_ONLY)).toEqual([])
})

test('a text that has the new one already is left out, and only the others of a cell are replaced', () => {
  const inUrl = (find: string, to: string, mode: 'text' | 'word' | 'regex' = 'text') =>
    proposed(text(find, to, { mode }), URL_ONLY).map(({ after, leftOut }) => [after, leftOut])
  const doubled = ['https://checkout.checkout.hotpay.com.br/p?src=vsl', 'done']
  expect(inUrl('hotpay.com.br', 'Checkout.hotpay.com.br').at(0)).toEqual([
    'https://checkout.Checkout.hotpay.com.br/p?src=vsl',
    'done',
  ])
  expect(inUrl('hotpay', 'checkout.hotpay', 'word').at(0)).toEqual(doubled)
  const pattern = inUrl('hotpay', 'checkout.hotpay', 'regex')
  expect(pattern.at(0)).toEqual([doubled[0], null])
  // Only the case changes.
  expect(inUrl('hotpay', 'HotPay').at(0)).toEqual([
    'https://checkout.HotPay.com.br/p?src=vsl',
    null,
  ])
  expect(inUrl('c', 'ch').at(0)).toEqual(['https://chechkout.hotpay.chom.br/p?srch=vsl', null])
})

test('times are found as they are written, and what is no time cannot be ticked', () => {
  const times = { registers: ['window.start', 'window.end'] }
  const [start] = proposed(text('5:30', '6:00'), times)
  expect(start).toMatchObject({ before: '5:30', after: '6:00', cell: { value: 360 } })
  const [end] = proposed(text('15:00', 'soon'), times)
  expect(end).toMatchObject({ leftOut: 'unreadable', cell: null })
  expect(proposed(text('5:30', '05:30'), { registers: ['window.start'] })).toEqual([])
})

test('one of a list is replaced or removed, and what is no value of the list cannot be ticked', () => {
  const settings = { languages: ['pt-BR'], countries: ['BR', 'PT', 'US'] }
  const video = { ...VIDEO, settings }
  const rows = sheetRows('traffic_filter', [video], [])
  const inLists = makeCells({ group: 'traffic_filter', language: 'en', videos: [video] })
  const columns = searchedColumns('traffic_filter', 'text')
  const changed = (find: string, to: string) => {
    const splices = splicesBy(text(find, to))
    return searchedCells(rows, columns, inLists).flatMap(
      (cell) => proposedChange(cell, splices(cell), { ...OF_FILTER, cells: inLists }) ?? [],
    )
  }
  const values = (find: string, to: string) =>
    changed(find, to).map(({ cell, leftOut }) => cell?.value ?? leftOut)
  expect(values('US', '')).toEqual([['BR', 'PT']])
  expect(values('us', 'Canada')).toEqual([['BR', 'PT', 'CA']])
  expect(values('PT', 'Nowhere')).toEqual(['unreadable', 'unreadable'])
  expect(values('xx', 'yy')).toEqual([])
})

test('a list of which only the order or the repeats would change stays as it is', () => {
  const video = { ...VIDEO, settings: { countries: ['BR', 'PT', 'US', 'US'] } }
  const rows = sheetRows('traffic_filter', [video], [])
  const inLists = makeCells({ group: 'traffic_filter', language: 'en', videos: [video] })
  const changed = (find: string, to: string) => {
    const splices = splicesBy(text(find, to, { mode: 'regex' }))
    return searchedCells(rows, searchedColumns('traffic_filter', 'text'), inLists).flatMap(
      (cell) => proposedChange(cell, splices(cell), { ...OF_FILTER, cells: inLists }) ?? [],
    )
  }
  expect(changed('BR, PT', 'PT, BR')).toEqual([])
  expect(changed(', US$', '')).toEqual([])
  expect(changed('PT', 'BR')).toHaveLength(1)
})

test('a list whose service has other values than codes is saved as its preview shows it', () => {
  const video = { ...VIDEO, settings: { countries: ['Brazil', 'br', 'PT'] } }
  const inLists = makeCells({ group: 'traffic_filter', language: 'en', videos: [video] })
  const [cell] = searchedCells(
    sheetRows('traffic_filter', [video], []),
    searchedColumns('traffic_filter', 'text'),
    inLists,
  )
  if (!cell) throw new Error('no cell')
  const splices = splicesBy(text('PT', 'ES'))(cell)
  const one = proposedChange(cell, splices, { ...OF_FILTER, cells: inLists })
  expect(one?.after).toBe('Brazil, br, ES')
  expect(one?.cell?.value).toEqual(['Brazil', 'br', 'ES'])
})

test('a value that is removed from a list takes a comma with it, and the last one is left in the filter that is on', () => {
  const removed = (find: string, countries: string[], enabled = true) => {
    const video = { ...VIDEO, settings: { enabled, countries } }
    const rows = sheetRows('traffic_filter', [video], [])
    const inLists = makeCells({ group: 'traffic_filter', language: 'en', videos: [video] })
    const columns = searchedColumns('traffic_filter', 'text')
    const splices = splicesBy(text(find, '', { mode: 'regex' }))
    return searchedCells(rows, columns, inLists).map((cell) => {
      const one = proposedChange(cell, splices(cell), { ...OF_FILTER, cells: inLists })
      return [one?.after, one?.leftOut, one?.cell?.value]
    })
  }
  const all = ['BR', 'PT', 'US']
  expect(removed('US', all)).toEqual([['BR, PT', null, ['BR', 'PT']]])
  expect(removed('BR', all)).toEqual([['PT, US', null, ['PT', 'US']]])
  expect(removed('BR|PT', all)).toEqual([['US', null, ['US']]])
  expect(removed('BR|US', all)).toEqual([['PT', null, ['PT']]])
  expect(removed('BR|PT|US', all)).toEqual([['', 'emptied', []]])
  expect(removed('BR', ['BR'], false)).toEqual([['', null, []]])
})

test('texts are found whatever their case, or as whole words, in letters of any language', () => {
  const all = (one: TextReplacement, value: string) => spliced(value, textSplices(one)(value))
  expect(all(text('BUY', 'Get'), 'Buy, buy')).toBe('Get, Get')
  expect(all(text('BUY', 'Get', { isCase: true }), 'Buy, BUY')).toBe('Buy, Get')
  expect(all(text('opção', 'x', { mode: 'word' }), 'Opção opçãozinha')).toBe('x opçãozinha')
  expect(all(text('50%', 'x', { mode: 'word' }), '50% 150%')).toBe('x 150%')
  expect(all(text('a.c', '$&', { mode: 'text' }), 'abc a.c')).toBe('abc $&')
})

test('groups of a pattern stand in what replaces it, as String.replace writes them', () => {
  fc.assert(
    fc.property(
      fc.stringMatching(/^[ab1]{0,8}$/),
      fc.stringMatching(/^(\$[$&1239]|\$12|\$<n>|\$<m>|x){0,4}$/),
      (value, to) => {
        const find = '(a)(?<n>b)?'
        const own = spliced(value, textSplices(text(find, to, { mode: 'regex' }))(value))
        expect(own).toBe(value.replaceAll(new RegExp(find, 'giu'), to))
      },
    ),
  )
})

test('an invalid pattern is a SyntaxError, and an empty one finds nothing', () => {
  expect(() => textSplices(text('(', '', { mode: 'regex' }))).toThrow(SyntaxError)
  expect(textSplices(text('', 'x', { mode: 'regex' }))('abc')).toEqual([])
})

test('a plain text is replaced as split and join would', () => {
  const some = fc.stringMatching(/^[ab.*$]{0,6}$/)
  fc.assert(
    fc.property(some, some, some, (value, find, to) => {
      fc.pre(find !== '')
      const splices = textSplices(text(find, to, { isCase: true }))(value)
      const result = spliced(value, splices)
      expect(result).toBe(value.split(find).join(to))
      for (const { start, end } of splicedSpans(splices)) expect(result.slice(start, end)).toBe(to)
    }),
  )
})

test('only what is ticked is edited, all in one gesture', () => {
  const all = proposed(host(), { registers: ['action.url', 'action.html'] })
  const html = all.find(({ column }) => column.key === 'action.html')
  const ticks = new Map([[html?.key ?? '', true]])
  expect(replacementEdits('call_actions', all, ticks)).toEqual([
    {
      video_id: 'v',
      changes: [
        {
          ...{ kind: 'set', group: 'call_actions', item_id: 'a', register: 'action.url' },
          value: 'https://pay.vitta.com.br/p?src=vsl',
        },
        {
          ...{ kind: 'set', group: 'call_actions', item_id: 'b', register: 'action.html' },
          value: '<a href="https://pay.vitta.com.br/h">buy</a>',
        },
      ],
    },
  ])
})

test('hosts in use are counted, those inside of HTML too', () => {
  const rows = sheetRows('call_actions', [VIDEO], [])
  const columns = searchedColumns('call_actions', 'host')
  expect(columns.map(({ key }) => key)).toEqual(['action.content', 'action.url', 'action.html'])
  const counts = new Map<string, number>()
  countHosts(searchedCells(rows, columns, cells), counts)
  countHosts(searchedCells(rows.slice(0, 1), columns, cells), counts)
  expect(hostsInUse(counts)).toEqual([{ host: 'checkout.hotpay.com.br', count: 4 }])
})

test('an address in a content that is treated as HTML is counted and replaced', () => {
  const content = 'Visit <a href="https://checkout.hotpay.com.br/c">us</a>'
  const label = 'https://checkout.hotpay.com.br/c'
  const items = [
    { id: 'a', base: { active: true }, action: { as_html: false, content: label } },
    { id: 'b', base: { active: true }, action: { as_html: true, content } },
  ]
  const rows = sheetRows('call_actions', [{ ...VIDEO, settings: { items } }], [])
  const columns = searchedColumns('call_actions', 'host').filter(isHtml)
  const searched = searchedCells(rows, columns, cells)
  const counts = new Map<string, number>()
  countHosts(searched, counts)
  expect(hostsInUse(counts)).toEqual([{ host: 'checkout.hotpay.com.br', count: 1 }])
  const splicesOf = addressChanges(host())
  expect(searched.map((one) => spliced(one.text, splicesOf(one)))).toEqual([
    label,
    'Visit <a href="https://pay.vitta.com.br/c">us</a>',
  ])
})

test('no secret is searched, and tabs without texts have no columns', () => {
  expect(searchedColumns('traffic_filter', 'text').map(({ key }) => key)).toEqual([
    'languages',
    'countries',
    'devices',
    'query_params',
  ])
  expect(searchedColumns('immersive_mode', 'text')).toEqual([])
  expect(searchedColumns('playback', 'text').map(({ key }) => key)).toEqual(['scroll_to_action_in'])
})

test('a long text is reduced to its head and what is around its marks', () => {
  const long = `https://a.com/${'x'.repeat(90)}?src=1&${'y'.repeat(90)}`
  const at = long.indexOf('1&')
  const pieces = piecesOf(long, [{ start: at, end: at + 1 }], { head: 13, around: 5, whole: 60 })
  expect(pieces.map((one) => (one.isMarked ? `[${one.text}]` : one.text)).join('')).toBe(
    'https://a.com…?src=[1]&yyyy…',
  )
})

test('pieces of a short text are all of it', () => {
  const spans = fc
    .uniqueArray(fc.nat(30), { maxLength: 6 })
    .map((all) => all.toSorted((a, b) => a - b))
    .map((all) =>
      all.flatMap((start, index) => (index % 2 ? [] : [{ start, end: all[index + 1] ?? start }])),
    )
  fc.assert(
    fc.property(spans, (marks) => {
      const value = 'abcdefghijklmnopqrstuvwxyz01234567'
      const pieces = piecesOf(value, marks, { head: 0, around: 3, whole: 40 })
      expect(pieces.map((one) => one.text).join('')).toBe(value)
      const marked = pieces.filter((one) => one.isMarked).map((one) => one.text)
      expect(marked).toEqual(
        marks.map(({ start, end }) => value.slice(start, end)).filter((one) => one !== ''),
      )
    }),
  )
})

test('HTML is named by its label rather than its code, or else as HTML', () => {
  const action = { as_html: true, content: '<b>Buy</b>' }
  expect(nameOfRow(detachedRow({ base: { name: 'Label' }, action }))).toBe('Label')
  expect(nameOfRow(detachedRow({ action: { as_html: true } }))).toBe('HTML')
})
