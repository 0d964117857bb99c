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

interface Shown {
  item: unknown
  start: number
  end: number
}

/**
 * Our own rule: calls to action over the video that are visible at the same time; one problem for
 * each.
 */
export function* checkOverlaps(items: readonly unknown[]): Generator<[string, Found]> {
  const shown = items.flatMap(overVideo).sort((a, b) => a.start - b.start || b.end - a.end)
  let longest: Shown | undefined
  for (const item of shown) {
    if (longest && item.start < longest.end) {
      const details = { value: item.start, other: labelOf(longest.item), limit: longest.end }
      yield [textAt(item.item, 'id'), found('windows-overlap', 'window.start', details)]
    }
    if (!longest || item.end > longest.end) longest = item
  }
}

/** Finds those of some items that `checkOverlaps` may compare with one of others. */
export function overlapsIn(items: readonly unknown[]) {
  const shown = items.flatMap(overVideo)
  return (others: readonly unknown[]): Set<unknown> => {
    const those = others.flatMap(overVideo)
    const isOverlapping = (one: Shown) =>
      those.some(({ start, end }) => one.start < end && start < one.end)
    return new Set(shown.filter(isOverlapping).map(({ item }) => item))
  }
}

function overVideo(item: unknown): Shown[] {
  const start = secondAt(item, 'window.start')
  const end = secondAt(item, 'window.end')
  const isSeen = textAt(item, 'base.type') === 'inside_video' && at(item, 'base.active') !== false
  if (!isSeen || start === null || end === null || end <= start) return []
  return [{ item, start, end }]
}

const labelOf = (item: unknown) =>
  shortValue(textAt(item, 'base.name') || textAt(item, 'action.content') || textAt(item, 'id'))
