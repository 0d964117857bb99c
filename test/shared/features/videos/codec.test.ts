import { expect, test } from 'vitest'
import { fieldAt } from '../../../../src/shared/features/publishing/register.ts'
import {
  decimalCodec,
  namedVideos,
  OPTIONAL_TEXT,
  PERCENT,
  readTyped,
  SECONDS,
  TEXT,
  TIME,
  textCodec,
  tokenCodec,
  WHOLE,
} from '../../../../src/shared/features/videos/codec.ts'
import { LANGUAGES } from '../../../../src/shared/locales/languages.ts'

test('a text is read exactly as typed, and an empty one has no value', () => {
  expect(TEXT.read(' Buy  now ')).toEqual({ value: ' Buy  now ' })
  expect(TEXT.read('')).toEqual({ value: null })
  expect([OPTIONAL_TEXT.read('  '), OPTIONAL_TEXT.read(' abc ')]).toEqual([
    { value: null },
    { value: 'abc' },
  ])
})

test('an address is typed without the spaces around it, as in the sheet', () => {
  const url = { group: 'call_actions', item_id: 'a', register: 'action.url' } as const
  const typed = ' https://shop.example.com/ '
  expect(textCodec(fieldAt(url)?.format).read(typed)).toEqual({ value: typed.trim() })
  expect(textCodec(undefined).read(typed)).toEqual({ value: typed })
})

test.each(LANGUAGES)('a decimal is read with a point or a comma (%s)', (language) => {
  expect(['0.5', '0,5', '1', '', 'x', '1.'].map(decimalCodec(language).read)).toEqual([
    { value: 0.5 },
    { value: 0.5 },
    { value: 1 },
    { value: null },
    null,
    null,
  ])
})

test('a pixel’s threshold is written with its unit, which is optional when typed', () => {
  expect([PERCENT.write(25), SECONDS.write(90), PERCENT.write(null)]).toEqual(['25%', '1:30', ''])
  expect(['25', '25%', '25 %', ' 25  % ', '25 s', '2.5 %'].map(PERCENT.read)).toEqual([
    { value: 25 },
    { value: 25 },
    { value: 25 },
    { value: 25 },
    null,
    null,
  ])
  expect(['90', '90s', '90 s', '1:30', '90 %', ''].map(SECONDS.read)).toEqual([
    { value: 90 },
    { value: 90 },
    { value: 90 },
    { value: 90 },
    null,
    { value: null },
  ])
})

test('a typed time of day of hours beyond the video is refused, as in the sheet', () => {
  const typed = (text: string, value: unknown = null, duration: number | null = 1800) =>
    [TIME, SECONDS].map((codec) => readTyped(codec, text, { value, duration }))
  const both = (value: number) => [{ value }, { value }]
  expect(typed('05:30:00')).toEqual([null, null])
  expect(typed('05:30:00', 19_800)).toEqual(both(19_800))
  expect(typed('05:30:00', null, 20_000)).toEqual(both(19_800))
  expect(typed('05:30:00', null, null)).toEqual(both(19_800))
  expect(['00:05:00', '05:30', '5:30:00'].map((text) => typed(text))).toEqual([
    ...[both(300), both(330), both(19_800)],
  ])
  expect(readTyped(TEXT, '05:30:00', { value: null, duration: 1800 })).toEqual({
    value: '05:30:00',
  })
})

test('a whole number is not extracted from another text', () => {
  expect(['50', '-1', '5.5', '50%', ''].map(WHOLE.read)).toEqual([
    { value: 50 },
    { value: -1 },
    null,
    null,
    { value: null },
  ])
})

test('a design token keeps the type that the service returned', () => {
  expect(tokenCodec(18, 'en').read('20')).toEqual({ value: 20 })
  expect(tokenCodec(18, 'en').read('1.5rem')).toEqual({ value: '1.5rem' })
  expect(tokenCodec('18', 'en').read('20')).toEqual({ value: '20' })
})

test.each(LANGUAGES)('a decimal token is read with a point or a comma (%s)', (language) => {
  const { read } = tokenCodec(1.2, language)
  expect(['1.5', '1,5', '-0,5', '-1', '.5', ',5', '-.5'].map(read)).toEqual(
    [1.5, 1.5, -0.5, -1, 0.5, 0.5, -0.5].map((value) => ({ value })),
  )
  // As a text it is CSS, which knows no comma.
  expect(tokenCodec('1.2', language).read('1,5')).toEqual({ value: '1.5' })
  expect(tokenCodec('1.2', language).read(',5')).toEqual({ value: '.5' })
  expect(tokenCodec('a', language).read('Inter, serif')).toEqual({ value: 'Inter, serif' })
})

test.each(LANGUAGES)('a number that cannot be held exactly is not read (%s)', (language) => {
  const { read } = tokenCodec(18, language)
  const texts = ['9007199254740991', '9007199254740993', '9'.repeat(400)]
  for (const each of [read, decimalCodec(language).read]) {
    expect(texts.map(each)).toEqual([{ value: Number.MAX_SAFE_INTEGER }, null, null])
  }
  expect(read('-9007199254740993')).toBeNull()
  const asText = { value: '9007199254740993' }
  expect(tokenCodec('18', language).read('9007199254740993')).toEqual(asText)
})

test('a number is written with the language’s decimal sign, and a text unchanged', () => {
  const written = (value: unknown) => [
    tokenCodec(value, 'en').write(value),
    tokenCodec(value, 'pt-BR').write(value),
    decimalCodec('pt-BR').write(value),
  ]
  expect(written(1.2)).toEqual(['1.2', '1,2', '1,2'])
  expect(written('1.5rem')).toEqual(['1.5rem', '1.5rem', '1.5rem'])
  expect(written(null)).toEqual(['', '', ''])
})

const named = namedVideos([
  { id: 'v1', name: 'VSL' },
  { id: 'v2', name: 'Quiz' },
  { id: 'v3', name: 'VSL' },
])

test('videos are offered by name, and those with the same name also with their ids', () => {
  expect(named.names).toEqual(['VSL (v1)', 'Quiz', 'VSL (v3)'])
})

test('an id is shown as its video’s name, and read back from it', () => {
  for (const id of ['v1', 'v2', 'v3']) {
    expect(named.codec.read(named.codec.write(id))).toEqual({ value: id })
  }
  expect(named.codec.write('v2')).toBe('Quiz')
})

test('every offered name is read as its video, also a padded or empty one', () => {
  const videos = [
    ...[
      { id: 'v1', name: ' Padded ' },
      { id: 'v2', name: 'VSL' },
      { id: 'v3', name: 'VSL ' },
    ],
    ...[{ id: 'v4', name: '' }],
  ]
  const padded = namedVideos(videos)
  expect(padded.names.map((name) => padded.codec.read(name)?.value)).toEqual([
    ...['v1', 'v2', 'v3', 'v4'],
  ])
  expect(padded.codec.read(' ')).toEqual({ value: null })
})

test('an unknown id stays unchanged, an unknown name is refused, and an empty text is no video', () => {
  const unlisted = '0123456789abcdef01234567'
  expect(named.codec.write(unlisted)).toBe(unlisted)
  expect(named.codec.read(` ${unlisted} `)).toEqual({ value: unlisted })
  expect(['VSL', 'elsewhere'].map(named.codec.read)).toEqual([null, null])
  expect([named.codec.write(null), named.codec.read(' ')]).toEqual(['', { value: null }])
})
