import { STYLE_KEYS, TYPOGRAPHY_KEYS } from '../../../api/settings/index.ts'
import { type Found, found, shortValue } from './rules.ts'
import { at, isObject, secondAt, textAt } from './values.ts'

/** Rules about several keys of a call to action. */
export function* checkCallAction(item: unknown): Generator<Found> {
  yield* checkHtml(item)
  if (isTextButton(item)) yield* checkTextButton(item)
  yield* checkWindow(item)
}

const SUB_GROUPS = ['', 'base.', 'action.', 'design.']

/** Video, call_actions: the document names `image_as_button` and not its place. */
export const isImageButton = (item: unknown) =>
  SUB_GROUPS.some((place) => {
    const value = at(item, `${place}image_as_button`)
    return value !== undefined && value !== null && value !== false
  })

// Video, call_actions: a text button is neither `action.as_html` nor `image_as_button`.
export const isTextButton = (item: unknown) =>
  at(item, 'action.as_html') !== true && !isImageButton(item)

function* checkHtml(item: unknown): Generator<Found> {
  const html = textAt(item, 'action.html')
  if (at(item, 'action.as_html') !== true) {
    if (html !== '') yield found('html-needs-as-html', 'action.html', { value: shortValue(html) })
  } else if (html.trim() === '' && textAt(item, 'action.content').trim() === '') {
    yield found('html-empty', 'action.html')
  }
}

// Video, call_actions: what a text button requires, and the label that it must not have.
function* checkTextButton(item: unknown): Generator<Found> {
  if (textAt(item, 'action.content').trim() === '') {
    yield found('button-content-missing', 'action.content')
  }
  if (textAt(item, 'action.url').trim() === '') yield found('button-url-missing', 'action.url')
  const name = textAt(item, 'base.name')
  if (name !== '') yield found('button-name-refused', 'base.name', { value: shortValue(name) })
  const typography = at(item, 'design.typography')
  const fonts = missingFrom(typography, TYPOGRAPHY_KEYS)
  if (fonts !== '') {
    yield found('button-typography-incomplete', 'design.typography', { missing: fonts })
  }
  const styles = at(item, 'design.styles')
  const drawn = [missingFrom(styles, STYLE_KEYS), hasColor(styles) ? '' : 'color']
  const missing = drawn.filter((keys) => keys !== '').join(', ')
  if (missing !== '') yield found('button-styles-incomplete', 'design.styles', { missing })
}

const isGiven = (value: unknown) => value !== undefined && value !== null && value !== ''

const missingFrom = (part: unknown, keys: readonly string[]) =>
  keys.filter((key) => !isGiven(at(part, key))).join(', ')

/**
 * Video, call_actions: the document does not list the keys of colors in styles, so any undocumented
 * key may be one.
 */
const hasColor = (styles: unknown) =>
  isObject(styles) &&
  Object.entries(styles).some(
    ([key, value]) => !(STYLE_KEYS as readonly string[]).includes(key) && isGiven(value),
  )

function* checkWindow(item: unknown): Generator<Found> {
  const start = secondAt(item, 'window.start')
  const end = secondAt(item, 'window.end')
  if (start !== null && end !== null && end <= start) {
    yield found('window-end-not-after-start', 'window.end', { value: end, limit: start })
  }
}

/** A call to action at its place in the list. */
interface PlacedItem {
  item: unknown
  index: number
}

/** One over the video, and when. */
interface Shown extends PlacedItem {
  id: string
  start: number
  end: number
}

/**
 * Our own rule: calls to action over the video that are visible at the same time; one problem for
 * each.
 */
export function* checkOverlaps(items: readonly unknown[]): Generator<[string, Found]> {
  let longest: Shown | undefined
  for (const item of overVideo(placed(items))) {
    if (longest && item.start < longest.end) {
      const details = { value: item.start, other: labelOf(longest.item), limit: longest.end }
      yield [item.id, found('windows-overlap', 'window.start', details)]
    }
    if (!longest || item.end > longest.end) longest = item
  }
}

/** One that is shown at another time than in the list. */
export interface Moved extends Shown {
  /** It overlaps none before it in the list. */
  isFree: boolean
}

/**
 * Whether `checkOverlaps` would find more in some items when one of them is moved. It is not
 * compared with each other one, of which there may be thousands.
 */
export function newOverlaps(items: readonly unknown[]) {
  const overlapping = new Set(Array.from(checkOverlaps(items), ([id]) => id))
  const withFree = (one: Shown): Moved => ({ ...one, isFree: !overlapping.has(one.id) })
  const all = overVideo(placed(items)).map(withFree)
  const longest = longestSoFar(all)
  const free = all.filter(({ isFree }) => isFree)
  return {
    /** Those of some items that are moved when they are as `now`. */
    movedAmong(before: readonly PlacedItem[], now: readonly unknown[]): Moved[] {
      const shown = new Set(overVideo(before).map(timesOf))
      const after = overVideo(before.map(({ index }, at) => ({ item: now[at], index })))
      return after.filter((one) => !shown.has(timesOf(one))).map(withFree)
    },
    /** Whether one overlaps others, where they are, that it did not. */
    isNewBeside(moved: Moved): boolean {
      const before = longest[countBefore(all, moved) - 1]?.find(({ id }) => id !== moved.id)
      // Two that are free do not overlap each other, so that the next one is enough.
      let at = countBefore(free, moved)
      while (free[at]?.id === moved.id) at += 1
      return [before, free[at]].some((one) => one !== undefined && isNew(moved, one))
    },
  }
}

const timesOf = ({ index, start, end }: Shown) => `${index} ${start} ${end}`

/** Whether one overlaps others, which are moved too, that it did not. */
export const isOverlapping = (moved: Moved, others: readonly Moved[]) =>
  others.some((other) => other.id !== moved.id && isNew(moved, other))

/** Of two that overlap, the later one is found. */
function isNew(one: Moved, other: Moved): boolean {
  const [first, later] = byStart(one, other) < 0 ? [one, other] : [other, one]
  return later.isFree && later.start < first.end
}

/** For each of some in order, the longest until then, and the longest of those with another id. */
function longestSoFar<T extends Shown>(all: readonly T[]): (readonly T[])[] {
  let longest: readonly T[] = []
  return all.map((one) => {
    const [first = one, ...others] = [...longest, one].sort((a, b) => b.end - a.end)
    const other = others.find(({ id }) => id !== first.id)
    longest = other ? [first, other] : [first]
    return longest
  })
}

/** How many of some in order are before one. */
function countBefore(all: readonly Shown[], one: Shown): number {
  let [low, high] = [0, all.length]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const other = all[middle]
    if (other && byStart(other, one) < 0) low = middle + 1
    else high = middle
  }
  return low
}

const placed = (items: readonly unknown[]): PlacedItem[] =>
  items.map((item, index) => ({ item, index }))

/** Those over the video, in order. */
const overVideo = (items: readonly PlacedItem[]) => items.flatMap(shownOver).sort(byStart)

const byStart = (a: Shown, b: Shown) => a.start - b.start || b.end - a.end || a.index - b.index

function shownOver({ item, index }: PlacedItem): Shown[] {
  const start = secondAt(item, 'window.start')
  const end = secondAt(item, 'window.end')
  const isSeen = textAt(item, 'base.type') === 'inside_video' && at(item, 'base.active') !== false
  if (!isSeen || start === null || end === null || end <= start) return []
  return [{ item, index, id: textAt(item, 'id'), start, end }]
}

const labelOf = (item: unknown) =>
  shortValue(textAt(item, 'base.name') || textAt(item, 'action.content') || textAt(item, 'id'))
