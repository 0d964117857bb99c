import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Cells, makeCells, readOffset } from '../../../../src/shared/features/sheet/cell.ts'
import {
  SHEET_COLUMNS,
  SHEET_GROUPS,
  type SheetColumn,
} from '../../../../src/shared/features/sheet/columns.ts'
import { registerValue, type SheetRow } from '../../../../src/shared/features/sheet/rows.ts'
import { isCoded } from '../../../../src/shared/features/videos/regions.ts'
import { LANGUAGES, type Language } from '../../../../src/shared/locales/languages.ts'
import type { Fields } from '../../../../src/shared/plain.ts'

const VIDEOS = [
  { id: 'v1', name: 'Long cut' },
  { id: 'v2', name: 'Short cut' },
  { id: 'v3', name: 'Twice' },
  { id: 'v4', name: 'Twice' },
]

const row = (value: Fields, pitch: number | null = 600): SheetRow => ({
  ...{ key: 'v1 i1', item_id: 'i1', value, base: value, edits: new Map(), mark: null },
  video: { id: 'v1', name: 'Long cut', duration: 1800, pitch, settings: null },
  ...{ isGroupOff: false, isFirst: true },
})

const cellsOf = (group: (typeof SHEET_GROUPS)[number], language: Language = 'en'): Cells =>
  makeCells({ group, language, videos: VIDEOS })

function columnOf(group: (typeof SHEET_GROUPS)[number], key: string): SheetColumn {
  const column = SHEET_COLUMNS[group].find((one) => one.key === key)
  if (!column) throw new Error(`no column ${key}`)
  return column
}

const readIn =
  (group: (typeof SHEET_GROUPS)[number], key: string, of: SheetRow = row({})) =>
  (text: string) =>
    cellsOf(group).read(of, columnOf(group, key), text)?.value

test('times are read as seconds, minutes or hours, and nothing else is', () => {
  const read = readIn('call_actions', 'window.start')
  expect(['330', '5:30', ' 1:05:00 ', ''].map(read)).toEqual([330, 330, 3900, null])
  expect(['abc', '5:70', '-5'].map(read)).toEqual([undefined, undefined, undefined])
})

test('a typed time of day of hours beyond the video, which can be minutes and seconds, is refused', () => {
  const read = readIn('call_actions', 'window.start')
  expect(['05:30:00', '10:00:00', '00:05:00', '05:30', '1:05:00'].map(read)).toEqual([
    ...[undefined, undefined, 300, 330, 3900],
  ])
  expect(
    readIn('call_actions', 'window.start', row({ window: { start: 19_800 } }))('5:30:00'),
  ).toBe(19_800)
  expect(readIn('playback', 'action_after_finish')('05:30:00')).toBeUndefined()
  expect(readIn('call_actions', 'action.content')('05:30:00')).toBe('05:30:00')
})

test('a time from the pitch sets the second of the video, never one before its start', () => {
  const read = readIn('call_actions', 'fromPitch')
  expect(['-0:30', '+1:00', '0', '-20:00'].map(read)).toEqual([570, 660, 600, 0])
  const withoutPitch = row({ window: { start: 5 } }, null)
  expect(readIn('call_actions', 'fromPitch', withoutPitch)('+1:00')).toBeUndefined()
  expect(cellsOf('call_actions').write(withoutPitch, columnOf('call_actions', 'fromPitch'))).toBe(
    '',
  )
})

test('yes and no are read in every language, whatever the language of the window', () => {
  const read = readIn('call_actions', 'base.active')
  expect(['yes', 'Sim', 'sí', 'TRUE', '1'].map(read)).toEqual([true, true, true, true, true])
  expect(['no', 'NÃO', 'false', '0'].map(read)).toEqual([false, false, false, false])
  // As spreadsheets write them.
  expect(['VERDADEIRO', 'VERDADERO', 'FALSO'].map(read)).toEqual([true, true, false])
  expect(read('perhaps')).toBeUndefined()
})

test('a named value is read by its name in any language, and any other text stays for the check', () => {
  const read = readIn('call_actions', 'base.type')
  expect(['inside_video', 'Over the video', 'below the video'].map(read)).toEqual([
    ...['inside_video', 'inside_video', 'outside_video'],
  ])
  expect(read('somewhere')).toBe('somewhere')
})

test('a threshold is read with the unit of its own pixel', () => {
  const percent = row({ dispatch: { mode: 'percent' } })
  const time = row({ dispatch: { mode: 'time' } })
  expect(readIn('pixels', 'dispatch.threshold', percent)('25 %')).toBe(25)
  expect(readIn('pixels', 'dispatch.threshold', time)('5:30')).toBe(330)
  expect(readIn('pixels', 'dispatch.threshold', percent)('5:30')).toBeUndefined()
})

test('countries are read by name or code, and one that is none refuses the cell', () => {
  const read = readIn('traffic_filter', 'countries')
  expect(read('BR, portugal; us')).toEqual(['BR', 'PT', 'US'])
  expect(read('BR, Atlantis')).toBeUndefined()
  expect(read('')).toEqual([])
})

test('a text that the list of a row has stays as it is, and only others become codes', () => {
  const of = row({ countries: ['Brazil', 'br', 'PT'], languages: ['portuguese', 'EN-us'] })
  const countries = readIn('traffic_filter', 'countries', of)
  expect(countries('Brazil, br, PT, spain')).toEqual(['Brazil', 'br', 'PT', 'ES'])
  expect(countries('BR')).toEqual(['BR'])
  const languages = readIn('traffic_filter', 'languages', of)
  expect(languages('portuguese, EN-us, pt-br')).toEqual(['portuguese', 'EN-us', 'pt-BR'])
  expect(readIn('traffic_filter', 'countries')('Brazil, br')).toEqual(['BR', 'BR'])
})

test('a video is written by its name, with its id where several have it, and read by either', () => {
  const { write } = cellsOf('traffic_filter')
  const column = columnOf('traffic_filter', 'fallback_video_id')
  expect(write(row({ fallback_video_id: 'v2' }), column)).toBe('Short cut')
  expect(write(row({ fallback_video_id: 'v3' }), column)).toBe('Twice (v3)')
  const read = readIn('traffic_filter', 'fallback_video_id')
  expect(['Short cut', 'v4', 'Twice (v3)', ''].map(read)).toEqual(['v2', 'v4', 'v3', null])
})

test('a name of several videos or of none is no video, and an id may be of one that is not listed', () => {
  const read = readIn('traffic_filter', 'fallback_video_id')
  const unlisted = '0123456789abcdef01234567'
  expect(['Twice', 'Shrot cut', unlisted].map(read)).toEqual([undefined, undefined, unlisted])
})

test('each name that a column of videos offers is read as one video', () => {
  const read = readIn('traffic_filter', 'fallback_video_id')
  const { videoNames } = cellsOf('traffic_filter')
  expect(videoNames.map(read)).toEqual(['v1', 'v2', 'v3', 'v4'])
})

test('videos whose names are empty, padded, or the id of another video are read back', () => {
  const videos = [
    ...[
      { id: 'v1', name: 'v2' },
      { id: 'v2', name: '' },
      { id: 'v3', name: ' Padded ' },
    ],
    ...[
      { id: 'v4', name: 'VSL' },
      { id: 'v5', name: 'VSL ' },
    ],
  ]
  const { read, write } = makeCells({ group: 'traffic_filter', language: 'en', videos })
  const column = columnOf('traffic_filter', 'fallback_video_id')
  for (const { id } of videos) {
    const of = row({ fallback_video_id: id })
    expect(read(of, column, write(of, column))).toEqual({ value: id })
  }
})

test('a list is read as JSON if it is written so, and a broken or incomplete one refuses the cell', () => {
  const read = readIn('traffic_filter', 'query_params')
  expect(read('["utm_term=a,b", "src=fb"]')).toEqual(['utm_term=a,b', 'src=fb'])
  expect(read('[x]=1; src=fb')).toEqual(['[x]=1', 'src=fb'])
  expect(['["a", "b"x"]', '["a", 1]', '["a", ""]'].map(read)).toEqual([
    ...[undefined, undefined, undefined],
  ])
})

test('an empty JSON list empties a list', () => {
  for (const register of ['query_params', 'countries']) {
    const read = readIn('traffic_filter', register)
    expect(['[]', ' [ ] ', '[ "BR" ]'].map(read)).toEqual([[], [], ['BR']])
  }
  expect(readIn('traffic_filter', 'query_params')('[]=1')).toEqual(['[]=1'])
})

test('a loop is its second, and nothing is no loop', () => {
  const read = readIn('playback', 'action_after_finish')
  expect(read('0:30')).toEqual({ type: 'loop', start: 30 })
  expect(read('')).toBeNull()
})

test('JSON of another type than the setting is not read', () => {
  const loop = readIn('playback', 'action_after_finish')
  expect(loop('{"type":"loop","start":9}')).toEqual({ type: 'loop', start: 9 })
  expect(['{"start":"soon"}', '"loop"', '[]', 'true'].map(loop)).toEqual([
    ...[undefined, undefined, undefined, undefined],
  ])
  const variants = readIn('smart_autoplay', 'variants')
  expect(['{}', '[1]', '[{"scale":"big"}]'].map(variants)).toEqual([
    ...[undefined, undefined, undefined],
  ])
  expect(variants('[{"template_name":"modern"}]')).toEqual([{ template_name: 'modern' }])
  expect(['true', '{}'].map(readIn('call_actions', 'image_as_button'))).toEqual([true, undefined])
})

test('JSON with an integer that cannot be held exactly is not read', () => {
  const variants = readIn('smart_autoplay', 'variants')
  expect(variants('[{"scale": 9007199254740991}]')).toEqual([{ scale: Number.MAX_SAFE_INTEGER }])
  expect(variants('[{"scale": 9007199254740993}]')).toBeUndefined()
})

test('the token of a filter has no column', () => {
  expect(SHEET_COLUMNS.traffic_filter.map(({ key }) => key)).not.toContain('token')
})

test('offsets are read with their sign, and a sign alone is none', () => {
  expect(['-0:30', '−5', '+1:00', '7'].map(readOffset)).toEqual([-30, -5, 60, 7])
  expect(['', '-', 'x'].map(readOffset)).toEqual([null, undefined, undefined])
})

describe('what a cell writes it reads', () => {
  const texts = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
  const names = texts.filter((text) => text.trim() === text)
  const listed = fc.oneof(texts, fc.constantFrom('a,b', 'a; b', 'a\nb', ' a', 'a ', '["a"]', '[a'))
  const VALUES: Partial<Record<SheetColumn['kind'], fc.Arbitrary<unknown>>> = {
    flag: fc.boolean(),
    time: fc.nat(359_999),
    'from-pitch': fc.nat(359_999),
    threshold: fc.nat(100),
    text: texts,
    url: fc.webUrl(),
    name: names,
    video: fc.constantFrom('v1', 'v2', 'v3', 'v4', 'f'.repeat(24)),
    list: fc.array(listed, { minLength: 1, maxLength: 3 }),
    loop: fc.nat(9999).map((start) => ({ type: 'loop', start })),
    object: fc.dictionary(fc.constantFrom('a', 'b'), fc.oneof(fc.integer(), texts)),
  }
  const OF_REGISTER: Partial<Record<string, fc.Arbitrary<unknown>>> = {
    variants: fc.array(fc.record({ template_name: texts, of_builder: fc.integer() })),
    image_as_button: fc.boolean(),
  }
  test.each(SHEET_GROUPS)('in %s, in every language', (group) => {
    for (const column of SHEET_COLUMNS[group]) {
      const { register } = column
      if (register === null) continue
      const values =
        column.choices.length > 0
          ? fc.constantFrom(...column.choices)
          : isCoded(register)
            ? fc.constant([register === 'countries' ? 'BR' : 'en'])
            : (OF_REGISTER[register] ?? VALUES[column.kind])
      if (!values) continue
      fc.assert(
        fc.property(
          values,
          fc.constantFrom(...LANGUAGES),
          fc.constantFrom('percent', 'time'),
          (value, language, mode) => {
            const of = row({
              ...nested(register, value),
              ...(group === 'pixels' && { dispatch: { mode, ...atPixel(register, value) } }),
            })
            const { write, read } = cellsOf(group, language)
            const found = read(of, column, write(of, column))
            expect(found?.value ?? null).toEqual(registerValue(of, register))
          },
        ),
        { numRuns: 60 },
      )
    }
  })
})

const nested = (place: string, value: unknown): Fields => {
  const [first = '', ...rest] = place.split('.')
  return { [first]: rest.length === 0 ? value : nested(rest.join('.'), value) }
}

const atPixel = (register: string, value: unknown): Fields =>
  register.startsWith('dispatch.') ? { [register.slice('dispatch.'.length)]: value } : {}
