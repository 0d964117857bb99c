import fc from 'fast-check'
import { type Group, isCollection } from '../../src/shared/api/settings/index.ts'
import { withValue } from '../../src/shared/features/publishing/lay.ts'
import { SHEET_COLUMNS, type SheetColumn } from '../../src/shared/features/sheet/columns.ts'
import { type SheetVideo, sheetRows } from '../../src/shared/features/sheet/rows.ts'
import type { Fields } from '../../src/shared/plain.ts'
import { naughtyStrings } from './naughty-strings.ts'

const TRICKY = [
  ...['[]', "'=1+1", "a,'=b", '=1+1', '@SUM(A1)', '-5', '+5', "'", '"', 'a"b', ' x ', 'a,b;c\td|e'],
  ...[
    'line\nline',
    'line\r\nline',
    '\ttab',
    '0',
    '5:30',
    'TRUE',
    'sim',
    '_x0041_',
    '\u0001',
    '…',
    '\uFEFFx',
  ],
]

/** Texts that people paste, and texts that break programs which read tables. */
export const trickyText = () =>
  fc.oneof(
    fc.constantFrom(...TRICKY, ...naughtyStrings()),
    fc.string({ unit: 'binary', maxLength: 30 }),
    fc.constantFrom('Comprar agora', 'Buy now', 'https://a.example/?a=1&b=2', 'ação €'),
  )

function valueOf({ key, kind, choices }: SheetColumn): fc.Arbitrary<unknown> {
  const texts = trickyText()
  const object = fc.dictionary(
    fc.constantFrom('size', 'family', 'a b'),
    fc.oneof(texts, fc.integer()),
  )
  const second = fc.integer({ min: 0, max: 40_000 })
  if (kind === 'flag') return fc.boolean()
  if (kind === 'choice') return fc.oneof(fc.constantFrom(...choices), texts)
  if (kind === 'time') return second
  if (kind === 'threshold') return fc.integer({ min: 0, max: 100 })
  if (kind === 'list') return fc.array(texts, { maxLength: 4 })
  if (kind === 'loop') return fc.record({ type: fc.constantFrom('loop', 'none'), start: second })
  if (kind === 'object') return key === 'variants' ? fc.array(object, { maxLength: 2 }) : object
  return texts
}

function fieldsOf(group: Group): fc.Arbitrary<Fields> {
  const columns = SHEET_COLUMNS[group].filter(({ key, register }) => key === register)
  const values = fc.tuple(
    ...columns.map((column) => fc.option(valueOf(column), { nil: undefined })),
  )
  return values.map((all) =>
    columns.reduce((fields: Fields, { key }, index) => withValue(fields, key, all[index]), {}),
  )
}

const hex = fc.string({
  unit: fc.constantFrom(...'0123456789abcdef'.split('')),
  minLength: 12,
  maxLength: 12,
})

/** Videos with settings of a group, whose values all have their field's type. */
export function generatedVideos(group: Group): fc.Arbitrary<SheetVideo[]> {
  const settings = isCollection(group)
    ? fc.array(fc.tuple(hex, fieldsOf(group)), { maxLength: 3 }).map((items) => ({
        items: [...new Map(items)].map(([id, fields]) => ({ ...fields, id })),
      }))
    : fieldsOf(group)
  const video = fc.record({
    id: hex,
    name: trickyText(),
    duration: fc.option(fc.integer({ min: 0, max: 40_000 })),
    pitch: fc.constant(null),
    settings,
  })
  return fc.uniqueArray(video, { selector: ({ id }) => id, minLength: 1, maxLength: 4 })
}

export const rowsOf = (group: Group, videos: readonly SheetVideo[]) => sheetRows(group, videos, [])
