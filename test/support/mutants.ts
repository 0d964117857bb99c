/** A changed answer: its text, and what was changed where. */
export interface Mutant {
  text: string
  what: string
  paths: string[][]
}

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
type Path = (string | number)[]

/** More places of the same shape add nothing, because the rows of a list are alike. */
const MOST_PLACES = 24
const UNSAFE = '9007199254740993'

/** Fields removed, renamed, null, of another type and too large to be exact, one at a time. */
export function mutantsOf(answer: Json): Mutant[] {
  return placesOf(answer)
    .slice(0, MOST_PLACES)
    .flatMap(({ path, value }) =>
      waysOf(value).map(([what, change]) => {
        const copy = structuredClone(answer)
        change(holderOf(copy, path), path.at(-1) as string)
        const text = JSON.stringify(copy).replaceAll(JSON.stringify('\u0000unsafe'), UNSAFE)
        return { text, what, paths: [path.map(String)] }
      }),
    )
}

/** This many mutants with two faults, spread over both faults. */
export function spoiledTwice(once: Mutant[], most: number): Mutant[] {
  return Array.from({ length: Math.max(0, most) }, (_, index) => {
    const first = once[index % once.length]
    if (!first) return []
    const seconds = mutantsOf(JSON.parse(first.text) as Json)
    const second = seconds[(index * 7919) % seconds.length]
    if (!second) return []
    const what = `${first.what}, then ${second.what}`
    return [{ text: second.text, what, paths: [...first.paths, ...second.paths] }]
  }).flat()
}

interface Place {
  path: Path
  value: Json
}

/** Every field and item in an answer, each shape once: of a list, the first and last item. */
function placesOf(value: Json, path: Path = []): Place[] {
  if (Array.isArray(value)) {
    const last = value.length - 1
    const ends = last > 0 ? [0, last] : last === 0 ? [0] : []
    return ends.flatMap((index) => {
      const [item, at] = [value[index] ?? null, [...path, index]]
      return isHolder(item) ? placesOf(item, at) : [{ path: at, value: item }]
    })
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => [
    { path: [...path, key], value: inner },
    ...placesOf(inner, [...path, key]),
  ])
}

type Holder = Record<string, Json>
type Way = [what: string, change: (holder: Holder, key: string) => void]

function waysOf(value: Json): Way[] {
  const put = (what: string, next: Json): Way => [
    what,
    (holder, key) => {
      holder[key] = next
    },
  ]
  const isFigure = typeof value === 'number' || (typeof value === 'string' && isFigureText(value))
  return [
    ['missing', (holder, key) => delete holder[key]],
    [
      'renamed',
      (holder, key) => {
        holder[`${key}_v2`] = holder[key] ?? null
        delete holder[key]
      },
    ],
    put('null', null),
    put('true', true),
    put('list', []),
    put('object', {}),
    ...(isFigure ? [put('words', 'many'), put('not a number', 'NaN'), put('empty', '')] : []),
    ...(typeof value === 'number'
      ? [put('unsafe', '\u0000unsafe'), put('as text', `${value}x`)]
      : []),
  ]
}

const holderOf = (root: Json, path: Path): Holder =>
  path.slice(0, -1).reduce<Json>((at, step) => (at as Holder)[step] ?? null, root) as Holder

/** Every number in a value. */
export function numbersIn(value: unknown): number[] {
  if (typeof value === 'number') return [value]
  return isHolder(value) ? Object.values(value).flatMap(numbersIn) : []
}

/** The same, including numbers that the service writes as text. */
export function figuresIn(value: unknown): number[] {
  if (typeof value === 'string') return isFigureText(value) ? [Number(value)] : []
  return isHolder(value) ? Object.values(value).flatMap(figuresIn) : numbersIn(value)
}

const isHolder = (value: unknown): value is object => typeof value === 'object' && value !== null
const isFigureText = (text: string) => /^-?\d+(\.\d+)?$/.test(text)
