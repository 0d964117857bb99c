import {
  CALL_ACTION_TYPES,
  STYLE_KEYS,
  TYPOGRAPHY_KEYS,
} from '../../../api/settings/call-actions.ts'
import { type About, type Found, found, told } from './rules.ts'
import { at, CALL_ACTION_KINDS, checkValues, isObject, secondAt, textAt } from './values.ts'

// Browsers and Node have it alike; the types of neither are here.
declare const URL: new (text: string) => object

/** One call to action, by itself. */
export function* checkCallAction(item: unknown, about: About): Generator<Found> {
  yield* checkValues(item, CALL_ACTION_KINDS)
  const type = textAt(item, 'base.type')
  if (at(item, 'base.type') === type && !isOneOf(type, CALL_ACTION_TYPES)) {
    yield found('call-action-type-unknown', 'base.type', { value: told(type) })
  }
  yield* checkUrl(item)
  yield* checkHtml(item)
  if (isTextButton(item)) yield* checkTextButton(item)
  yield* checkWindow(item, about)
}

const isOneOf = (text: string, known: readonly string[]) => known.includes(text)

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

function* checkUrl(item: unknown): Generator<Found> {
  const url = textAt(item, 'action.url')
  if (url !== '' && !isHttp(url)) yield found('url-not-http', 'action.url', { value: told(url) })
}

/** Video, call_actions: an http(s) URL, and one that a browser can read. */
function isHttp(url: string) {
  if (!/^https?:\/\//i.test(url)) return false
  try {
    return Boolean(new URL(url))
  } catch {
    return false
  }
}

function* checkHtml(item: unknown): Generator<Found> {
  const html = textAt(item, 'action.html')
  if (at(item, 'action.as_html') !== true) {
    if (html !== '') yield found('html-needs-as-html', 'action.html', { value: told(html) })
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
  if (name !== '') yield found('button-name-refused', 'base.name', { value: told(name) })
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

/** Video, call_actions: styles hold colors whose keys are not shown, so any other key may be one. */
const hasColor = (styles: unknown) =>
  isObject(styles) &&
  Object.entries(styles).some(([key, value]) => !isOneOf(key, STYLE_KEYS) && isGiven(value))

function* checkWindow(item: unknown, { duration }: About): Generator<Found> {
  const start = secondAt(item, 'window.start')
  const end = secondAt(item, 'window.end')
  if (start !== null && end !== null && end <= start) {
    yield found('window-end-not-after-start', 'window.end', { value: end, limit: start })
  }
  for (const [register, second] of [
    ['window.start', start],
    ['window.end', end],
  ] as const) {
    if (second === null) continue
    if (second < 0) yield found('second-negative', register, { value: second })
    if (duration !== null && second > duration) {
      yield found('window-beyond-duration', register, { value: second, limit: duration })
    }
  }
}

interface Shown {
  id: string
  start: number
  end: number
  label: string
}

/** House rule: calls to action over the video that are on at the same time, one problem for each. */
export function* checkOverlaps(items: readonly unknown[]): Generator<[string, Found]> {
  const shown = items.flatMap(overVideo).sort((a, b) => a.start - b.start || b.end - a.end)
  let longest: Shown | undefined
  for (const item of shown) {
    if (longest && item.start < longest.end) {
      const details = { value: item.start, other: longest.label, limit: longest.end }
      yield [item.id, found('windows-overlap', 'window.start', details)]
    }
    if (!longest || item.end > longest.end) longest = item
  }
}

function overVideo(item: unknown): Shown[] {
  const start = secondAt(item, 'window.start')
  const end = secondAt(item, 'window.end')
  const isSeen = textAt(item, 'base.type') === 'inside_video' && at(item, 'base.active') !== false
  if (!isSeen || start === null || end === null || end <= start) return []
  return [{ id: textAt(item, 'id'), start, end, label: labelOf(item) }]
}

const labelOf = (item: unknown) =>
  told(textAt(item, 'base.name') || textAt(item, 'action.content') || textAt(item, 'id'))
