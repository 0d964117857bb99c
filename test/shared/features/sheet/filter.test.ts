import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeFormat } from '../../../../src/renderer/ui/format.ts'
import { makeCells } from '../../../../src/shared/features/sheet/cell.ts'
import { SHEET_COLUMNS, TITLE } from '../../../../src/shared/features/sheet/columns.ts'
import {
  atEnd,
  type Comparison,
  isReadable,
  type KeyedRow,
  keyedRow,
  noneTried,
  type RowFacts,
  rowTest,
  shownSteps,
  shownWhileEditing,
  sortSteps,
  type Wanted,
} from '../../../../src/shared/features/sheet/filter.ts'
import {
  type SheetRow,
  type SheetVideo,
  sheetRows,
} from '../../../../src/shared/features/sheet/rows.ts'
import { LANGUAGES, type Language } from '../../../../src/shared/locales/languages.ts'

const item = (id: string, content: string, start: number | null) => ({
  ...{ id, base: { active: id !== 'b' }, action: { content, url: `https://pay.example/${id}` } },
  window: { start },
})

const videos: SheetVideo[] = [
  {
    ...{ id: 'v1', name: 'Método Corpo', duration: 1800, pitch: 600 },
    settings: { items: [item('a', 'Quero começar', 600), item('b', '', 660)] },
  },
  {
    ...{ id: 'v2', name: 'Glicose', duration: 900, pitch: null },
    settings: { items: [item('c', 'Buy now', null)] },
  },
]

const cells = makeCells({ group: 'call_actions', language: 'en', videos })
const facts: RowFacts = {
  cells,
  columns: [TITLE, ...SHEET_COLUMNS.call_actions],
  longest: 1800,
  tagsOf: (id) => (id === 'v2' ? ['Black November'] : []),
  figureOf: ({ item_id }, key) => (key === 'clicks' && item_id === 'a' ? 12 : null),
  textOf: ({ item_id }) => (item_id === 'a' ? 'Not found (404)' : ''),
  problemsOf: ({ item_id }) => (item_id === 'b' ? ['The text is missing.'] : []),
  rulesOf: ({ item_id }) => ({ a: ['own:r10'], b: ['own:r1'] })[item_id ?? ''] ?? [],
}
const rows = sheetRows('call_actions', videos, [])
const sorted = (keyed: readonly KeyedRow[], descending: boolean) =>
  atEnd(sortSteps(keyed, descending)).map(({ row }) => row)

const found = (column: string, comparison: Comparison, value = '', search = '') =>
  rows
    .filter(rowTest({ filters: [{ column, comparison, value }], search }, facts))
    .map(({ item_id }) => item_id)

test('texts are found in any case and without accents', () => {
  expect(found('action.content', 'has', 'COMECAR')).toEqual(['a'])
  expect(found('action.content', 'has-not', 'comecar')).toEqual(['b', 'c'])
  expect(found('action.content', 'is', 'buy now')).toEqual(['c'])
  expect(found('action.content', 'empty')).toEqual(['b'])
  expect(found('title', 'has', 'metodo')).toEqual(['a', 'b'])
})

test('rows with what a rule found are found by the rule, and not by another whose name begins so', () => {
  expect(found('problems', 'is', 'own:r1')).toEqual(['b'])
  expect(found('problems', 'is', 'own:gone')).toEqual([])
})

test('a text is found whatever the spaces around it', () => {
  const padded = sheetRows(
    'call_actions',
    [
      {
        ...{ id: 'v1', name: ' Glicose', duration: null, pitch: null },
        settings: { items: [item('a', 'Buy now ', 0)] },
      },
    ],
    [],
  )
  const count = (column: string, comparison: Comparison, value: string) =>
    padded.filter(rowTest({ filters: [{ column, comparison, value }], search: '' }, facts)).length
  expect([count('action.content', 'is', 'Buy now'), count('title', 'is', 'glicose')]).toEqual([
    1, 1,
  ])
  expect([
    count('action.content', 'is-not', 'Buy now '),
    count('title', 'is-not', 'Glicose'),
  ]).toEqual([0, 0])
})

test('times are compared as times, and rows without one are in no comparison', () => {
  expect(found('window.start', 'greater', '10:00')).toEqual(['b'])
  expect(found('window.start', 'less', '660')).toEqual(['a'])
  expect(found('window.start', 'is', '11:00')).toEqual(['b'])
  expect(found('window.start', 'empty')).toEqual(['c'])
  expect(found('fromPitch', 'is', '0')).toEqual(['a'])
})

test.each(LANGUAGES)('a count is found by what its cell shows in %s', (language) => {
  const format = makeFormat(language, 'UTC')
  const plays = [7, 900, 1204, 15_300, 1_204_000]
  const figureOf = ({ item_id }: SheetRow) => plays['abc'.indexOf(item_id ?? '')] ?? null
  const clicks = (comparison: Comparison, value: string, figure = figureOf) =>
    rows.filter(
      rowTest(
        { filters: [{ column: 'clicks', comparison, value }], search: '' },
        { ...facts, figureOf: figure },
      ),
    ).length
  for (const count of plays) {
    const shown = format.count(count)
    expect(clicks('is', shown, () => count)).toBe(3)
    for (const comparison of ['less', 'greater'] as const) {
      expect(clicks(comparison, shown)).toBe(clicks(comparison, String(count)))
    }
  }
  expect(clicks('less', '1 000')).toBe(2)
})

test('a condition that cannot be read is named, and no row meets it', () => {
  const readable = (kind: 'count' | 'time' | 'percent' | 'text', value: string) =>
    isReadable({ kind }, { comparison: 'is', value }, 1800)
  for (const value of ['>1000', 'soon', '1.000,5', '1,00,000', 'many', '']) {
    expect(readable('count', value)).toBe(false)
    for (const comparison of ['is', 'less', 'greater'] as const) {
      expect(found('clicks', comparison, value)).toEqual([])
    }
  }
  // Decimals or thousands.
  expect(readable('time', '1.000')).toBe(false)
  expect(found('window.start', 'greater', '1.000')).toEqual([])
  expect([readable('count', '2.5'), readable('count', '1.204')]).toEqual([true, true])
  expect([readable('time', '5:30'), readable('percent', '12,34 %')]).toEqual([true, true])
  expect(readable('text', '>1000')).toBe(true)
})

test('a typed time of day of hours beyond the longest video cannot be read, as in the editors', () => {
  const condition = { comparison: 'less', value: '05:30:00' } as const
  const readable = (kind: 'time' | 'from-pitch' | 'threshold', longest: number | null, sign = '') =>
    isReadable({ kind }, { ...condition, value: `${sign}${condition.value}` }, longest)
  expect([readable('time', 1800), readable('threshold', 1800)]).toEqual([false, false])
  expect([readable('from-pitch', 1800, '-'), readable('from-pitch', 1800, '+')]).toEqual([
    ...[false, false],
  ])
  expect([readable('time', 20_000), readable('time', null)]).toEqual([true, true])
  expect(found('window.start', 'less', '05:30:00')).toEqual([])
  expect(found('window.start', 'less', '5:30:00')).toEqual(['a', 'b'])
})

test('a threshold is compared with those of its own unit, and without a unit with all', () => {
  const pixel = (id: string, mode: string) => ({ id, dispatch: { mode, threshold: 50 } })
  const video: SheetVideo = {
    ...{ id: 'v1', name: 'V1', duration: 1500, pitch: null },
    settings: { items: [pixel('share', 'percent'), pixel('second', 'time')] },
  }
  const of: RowFacts = {
    ...{ ...facts, columns: SHEET_COLUMNS.pixels },
    cells: makeCells({ group: 'pixels', language: 'en', videos: [video] }),
  }
  const pixels = (comparison: Comparison, value: string) =>
    sheetRows('pixels', [video], [])
      .filter(
        rowTest({ filters: [{ column: 'dispatch.threshold', comparison, value }], search: '' }, of),
      )
      .map(({ item_id }) => item_id)
  expect(pixels('is', '50%')).toEqual(['share'])
  expect(pixels('less', '60 %')).toEqual(['share'])
  expect(pixels('is', '0:50')).toEqual(['second'])
  expect(pixels('greater', '40 s')).toEqual(['second'])
  expect(pixels('is', '50')).toEqual(['share', 'second'])
  expect(pixels('is', '51%')).toEqual([])
})

test('flags, tags, figures and problems are conditions like others', () => {
  expect(found('base.active', 'is', 'yes')).toEqual(['a', 'c'])
  expect(found('tags', 'is', 'black november')).toEqual(['c'])
  expect(found('tags', 'is-not', 'black november')).toEqual(['a', 'b'])
  expect(found('clicks', 'greater', '10')).toEqual(['a'])
  expect(found('problems', 'not-empty')).toEqual(['b'])
  expect(found('problems', 'has', 'missing')).toEqual(['b'])
  expect(found('link', 'has', '404')).toEqual(['a'])
})

test('countries and languages are found by name in the language of the window, and by code', () => {
  const video = (id: string, countries: string[], languages: string[]): SheetVideo => ({
    ...{ id, name: id, duration: null, pitch: null },
    settings: { countries, languages },
  })
  const all = [
    video('v1', ['BR', 'US'], ['pt-BR']),
    video('v2', ['RU'], ['pt', 'en']),
    video('v3', ['US'], []),
  ]
  const filtered = sheetRows('traffic_filter', all, [])
  const factsIn = (language: Language) => ({
    ...{ ...facts, columns: SHEET_COLUMNS.traffic_filter },
    cells: makeCells({ group: 'traffic_filter', language, videos: all }),
  })
  const foundIn = (language: Language, column: string, ...by: [Comparison, string]) => {
    const [comparison, value] = by
    const filters = [{ column, comparison, value }]
    const test = rowTest({ filters, search: '' }, factsIn(language))
    return filtered.filter(test).map((row) => row.video.id)
  }
  const searched = (language: Language, search: string) =>
    filtered.filter(rowTest({ filters: [], search }, factsIn(language))).map((row) => row.video.id)
  expect(foundIn('en', 'countries', 'has', 'united states')).toEqual(['v1', 'v3'])
  expect(foundIn('pt-BR', 'countries', 'has', 'Estados Unidos')).toEqual(['v1', 'v3'])
  expect(foundIn('en', 'countries', 'has', 'Estados Unidos')).toEqual([])
  expect(foundIn('en', 'countries', 'has', 'us')).toEqual(['v1', 'v3'])
  expect(foundIn('en', 'countries', 'has-not', 'Russia')).toEqual(['v1', 'v3'])
  expect(foundIn('en', 'countries', 'is', 'United States')).toEqual(['v3'])
  expect(foundIn('en', 'countries', 'is', 'US, Brazil')).toEqual(['v1'])
  expect(foundIn('es-419', 'languages', 'has', 'portugués')).toEqual(['v1', 'v2'])
  expect(foundIn('en', 'languages', 'has', 'pt')).toEqual(['v1', 'v2'])
  expect(searched('en', 'united states')).toEqual(['v1', 'v3'])
  expect(searched('pt-BR', 'Rússia')).toEqual(['v2'])
  expect(searched('es-419', 'portugués ru')).toEqual(['v2'])
})

test('a country is found by its name, whatever the first row has', () => {
  const all = [['Brazil'], ['BR']].map(
    (countries, index): SheetVideo => ({
      ...{ id: `v${index}`, name: '', duration: null, pitch: null },
      settings: { countries },
    }),
  )
  const of: RowFacts = {
    ...{ ...facts, columns: SHEET_COLUMNS.traffic_filter },
    cells: makeCells({ group: 'traffic_filter', language: 'en', videos: all }),
  }
  const filters = [{ column: 'countries', comparison: 'is', value: 'Brazil' } as const]
  const found = sheetRows('traffic_filter', all, []).filter(rowTest({ filters, search: '' }, of))
  expect(found.map(({ video }) => video.id)).toEqual(['v1'])
})

test('codes that the service has in another case are found by code and by name', () => {
  const video = (id: string, countries: string[], languages: string[]): SheetVideo => ({
    ...{ id, name: id, duration: null, pitch: null },
    settings: { countries, languages },
  })
  const all = [
    video('sent', ['BR', 'US'], ['pt-BR']),
    video('other', ['br', 'us'], ['pt-br', 'PT']),
    video('none', ['ru'], ['EN-us']),
  ]
  const of: RowFacts = {
    ...{ ...facts, columns: SHEET_COLUMNS.traffic_filter },
    cells: makeCells({ group: 'traffic_filter', language: 'en', videos: all }),
  }
  const foundBy = (column: string, comparison: Comparison, value: string) =>
    sheetRows('traffic_filter', all, [])
      .filter(rowTest({ filters: [{ column, comparison, value }], search: '' }, of))
      .map((row) => row.video.id)
  for (const code of ['BR', 'br', 'Brazil']) {
    expect(foundBy('countries', 'has', code)).toEqual(['sent', 'other'])
    expect(foundBy('countries', 'has-not', code)).toEqual(['none'])
  }
  expect(foundBy('countries', 'is', 'us, br')).toEqual(['sent', 'other'])
  expect(foundBy('countries', 'is-not', 'US, Brazil')).toEqual(['none'])
  for (const code of ['pt-br', 'pt-BR', 'pt', 'Portuguese']) {
    expect(foundBy('languages', 'has', code)).toEqual(['sent', 'other'])
  }
  expect(foundBy('languages', 'is', 'en-US')).toEqual(['none'])
})

const PAIRS = LANGUAGES.flatMap((made) => LANGUAGES.map((used) => [made, used] as const))

test.each(PAIRS)('a condition made in %s finds the same rows in %s', (made, used) => {
  const typed = (id: string, active: boolean | null, type: string): SheetVideo => ({
    ...{ id, name: id, duration: null, pitch: null },
    settings: { items: [{ id, base: { active, type } }] },
  })
  const all = [
    ...[typed('on', true, 'inside_video'), typed('off', false, 'outside_video')],
    ...[typed('unset', null, 'Beside'), typed('both', true, 'outside_video')],
  ]
  const typedRows = sheetRows('call_actions', all, [])
  const cellsIn = (language: Language) =>
    makeCells({ group: 'call_actions', language, videos: all })
  const foundBy = (key: string, comparison: Comparison, sample: number) => {
    const column = facts.columns.find((one) => one.key === key) ?? TITLE
    const row = typedRows[sample]
    if (!row) throw new Error(`no row ${sample}`)
    const value = cellsIn(made).write(row, column)
    const [of, filters] = [cellsIn(used), [{ column: key, comparison, value }]]
    expect(of.word(column, value)).toBe(of.write(row, column))
    const isFound = rowTest({ filters, search: '' }, { ...facts, cells: of })
    return typedRows.filter(isFound).map(({ item_id }) => item_id)
  }
  expect(foundBy('base.active', 'is', 0)).toEqual(['on', 'both'])
  expect(foundBy('base.active', 'is', 1)).toEqual(['off'])
  expect(foundBy('base.type', 'is', 1)).toEqual(['off', 'both'])
  expect(foundBy('base.type', 'is-not', 1)).toEqual(['on', 'unset'])
  expect(foundBy('base.type', 'is', 2)).toEqual(['unset'])
})

test('a search takes every word, from the name or the texts, and leaves the filters', () => {
  expect(rows.filter(rowTest({ filters: [], search: 'glicose buy' }, facts))).toHaveLength(1)
  expect(found('base.active', 'is', 'no', 'glicose')).toEqual([])
})

test('a condition on a column that this tab does not have shows all rows', () => {
  expect(found('gone', 'has', 'x')).toHaveLength(3)
})

const starts = SHEET_COLUMNS.call_actions.find(({ key }) => key === 'window.start') ?? TITLE
const wanted = (comparison: Comparison, value: string): Wanted => ({
  filters: [{ column: 'window.start', comparison, value }],
  search: '',
  order: { column: starts, descending: false },
  tried: noneTried(),
})
const startingAt = (id: string, start: number) =>
  rows.map((row): SheetRow => {
    const isMeant = row.item_id === id
    return isMeant ? { ...row, value: { ...row.value, window: { start } }, mark: 'changed' } : row
  })
const shown = (all: readonly SheetRow[], conditions: Wanted, of = facts, editing?: string) => {
  const { rows: found, outdated } = atEnd(shownSteps(all, conditions, of, editing))
  return [found.map(({ item_id }) => item_id).join(' '), outdated]
}

test('a shown row that is edited stays at its place until the conditions are applied again', () => {
  const late = wanted('greater', '5:00')
  expect(shown(rows, late)).toEqual(['a b', 0])
  expect(shown(startingAt('a', 10), late)).toEqual(['a b', 1])
  expect(shown(startingAt('a', 900), late)).toEqual(['a b', 1])
  expect(shown(rows, late)).toEqual(['a b', 0])
  expect(shown(startingAt('a', 900), wanted('greater', '5:00'))).toEqual(['b a', 0])
  expect(shown(startingAt('a', 10), wanted('greater', '5:00'))).toEqual(['b', 0])
})

test('an edited row stays also when its problem is gone a moment later, but no other does', () => {
  const wrong: Wanted = {
    ...wanted('is', ''),
    filters: [{ column: 'problems', comparison: 'not-empty', value: '' }],
  }
  const all = { ...facts, problemsOf: () => ['It appears after the end.'] }
  expect(shown(rows, wrong, all)).toEqual(['a b c', 0])
  const edited = startingAt('a', 10)
  expect(shown(edited, wrong, all)).toEqual(['a b c', 1])
  expect(shown(edited, wrong, { ...facts, problemsOf: () => [] })).toEqual(['a', 1])
})

test('the row being edited stays when its problem is gone, until it is left unchanged', () => {
  const wrong: Wanted = {
    ...wanted('is', ''),
    filters: [{ column: 'problems', comparison: 'not-empty', value: '' }],
  }
  const all = { ...facts, problemsOf: () => ['It appears after the end.'] }
  const none = { ...facts, problemsOf: () => [] }
  expect(shown(rows, wrong, all)).toEqual(['a b c', 0])
  expect(shown(rows, wrong, none, 'v2 c')).toEqual(['c', 1])
  expect(shown(startingAt('c', 10), wrong, none)).toEqual(['c', 1])
  expect(shown(rows, wrong, none)).toEqual(['', 0])
})

test('the row being edited stays when the conditions change', () => {
  expect(shown(rows, wanted('less', '5:00'), facts, 'v1 a')).toEqual(['a', 1])
})

test('the row being edited stays when rows that were found before the edit come without it', () => {
  const late = wanted('greater', '5:00')
  const before = atEnd(shownSteps(rows, late, facts))
  const without = atEnd(shownSteps(rows, wanted('greater', '10:30'), facts))
  expect(shownWhileEditing(before, without, 'v1 a')).toBe(before)
  expect(shownWhileEditing(before, without, 'v1 b')).toBe(without)
  expect(shownWhileEditing(before, without, null)).toBe(without)
  expect(shownWhileEditing(before, without, 'v2 c')).toBe(without)
})

test('the row being edited does not move when what it is sorted by changes', () => {
  const problems = (counts: Record<string, number>): RowFacts => ({
    ...facts,
    problemsOf: ({ item_id }) =>
      Array.from({ length: counts[item_id ?? ''] ?? 0 }, () => 'It is wrong.'),
  })
  const column = facts.columns.find(({ kind }) => kind === 'problems') ?? TITLE
  const byProblems = (): Wanted => ({
    ...{ filters: [], search: '', tried: noneTried() },
    order: { column, descending: false },
  })
  const [before, after] = [problems({ a: 1, b: 2, c: 3 }), problems({ a: 9, b: 2, c: 3 })]
  const order = byProblems()
  expect(shown(rows, order, before)).toEqual(['a b c', 0])
  expect(shown(rows, order, after, 'v1 a')).toEqual(['a b c', 1])
  expect(shown(rows, byProblems(), after)).toEqual(['b c a', 0])
})

test('a row that an edit makes meet the conditions comes at once', () => {
  const early = wanted('less', '5:00')
  expect(shown(rows, early)).toEqual(['', 0])
  expect(shown(startingAt('a', 10), early)).toEqual(['a', 0])
})

test('a row that is added comes although it does not meet the conditions, until they are applied again', () => {
  const added = (id: string): SheetRow => ({
    ...{ key: `v2 ${id}`, video: videos[1] as SheetVideo, item_id: id, value: {}, base: null },
    ...{ edits: new Map(), mark: 'added', isGroupOff: false, isFirst: false },
  })
  const late = wanted('greater', '10:30')
  // Rows that come with the first ones are no new ones.
  expect(shown([], late)).toEqual(['', 0])
  expect(shown([...rows, added('x')], late)).toEqual(['b', 0])
  expect(shown([...rows, added('x'), added('y')], late)).toEqual(['b y', 1])
  const named = { ...added('y'), value: { action: { content: 'New' } } }
  expect(shown([...rows, added('x'), named], late)).toEqual(['b y', 1])
  expect(shown([...rows, added('x'), { ...named, mark: null }], late)).toEqual(['b y', 1])
  expect(shown([...rows, added('x'), named], wanted('greater', '10:30'))).toEqual(['b', 0])
})

test('rows that were never tried to the end are no new ones', () => {
  const late = wanted('greater', '10:30')
  const all = rows.map((row): SheetRow => ({ ...row, mark: 'added' }))
  shownSteps(all, late, facts).next()
  expect(shown(all, late)).toEqual(['b', 0])
})

test('rows without a value come last in both directions', () => {
  const column = SHEET_COLUMNS.call_actions.find(({ key }) => key === 'window.start') ?? TITLE
  const ids = (descending: boolean) =>
    sorted(
      rows.map((row) => keyedRow(row, column, facts)),
      descending,
    ).map(({ item_id }) => item_id)
  expect(ids(false)).toEqual(['a', 'b', 'c'])
  expect(ids(true)).toEqual(['b', 'a', 'c'])
})

test('texts are sorted without case and accents, and numbers in them by value', () => {
  const names = ['VSL 10', 'vsl 9', 'Ábaco', 'abacaxi']
  const all = names.map(
    (name, index): SheetVideo => ({
      ...{ id: `v${index}`, name, duration: null, pitch: null, settings: { items: [{ id: 'a' }] } },
    }),
  )
  const keyed = sheetRows('call_actions', all, []).map((row) => keyedRow(row, TITLE, facts))
  expect(sorted(keyed, false).map(({ video }) => video.name)).toEqual([
    ...['abacaxi', 'Ábaco', 'vsl 9', 'VSL 10'],
  ])
})

test('any rows are in the order of a stable sort', () => {
  const [row] = rows
  if (!row) throw new Error('there are no rows')
  const key = fc.oneof(fc.constant(null), fc.integer({ min: 0, max: 300 }))
  fc.assert(
    fc.property(
      fc.array(key, { maxLength: 3000, size: 'max' }),
      fc.boolean(),
      (keys, descending) => {
        const keyed = keys.map((one, index) => ({ row: { ...row, key: `${index}` }, key: one }))
        const known = keyed.filter((one) => one.key !== null)
        const expected = known
          .toSorted((a, b) => (descending ? -1 : 1) * ((a.key ?? 0) - (b.key ?? 0)))
          .concat(keyed.filter((one) => one.key === null))
        expect(sorted(keyed, descending).map((one) => one.key)).toEqual(
          expected.map((one) => one.row.key),
        )
      },
    ),
    { numRuns: 50 },
  )
})

test('loops are sorted by their second, also from one hour on', () => {
  const video = (id: string, start: number | null): SheetVideo => ({
    ...{ id, name: id, duration: 9000, pitch: null },
    settings: { action_after_finish: start === null ? null : { type: 'loop', start } },
  })
  const all = [video('hour', 3600), video('none', null), video('late', 3599), video('first', 0)]
  const column = SHEET_COLUMNS.playback.find(({ kind }) => kind === 'loop')
  if (!column) throw new Error('no column')
  const own = { ...facts, cells: makeCells({ group: 'playback', language: 'en', videos: all }) }
  const keyed = sheetRows('playback', all, []).map((row) => keyedRow(row, column, own))
  const ids = sorted(keyed, false).map(({ video }) => video.id)
  expect(ids).toEqual(['first', 'late', 'hour', 'none'])
})
