import { STYLE_KEYS, TYPOGRAPHY_KEYS } from '../../shared/api/settings/index.ts'
import { unprocessable } from './problem.ts'
import { checkLeaf, isJson, type Json, VARIANT } from './shape.ts'

/** Whether a file was uploaded and is an image. */
export type IsImage = (file_id: string) => boolean

const isSet = (value: unknown) => value !== undefined && value !== null

const objectIn = (value: unknown): Json => (isJson(value) ? value : {})

/** Checks a call to action before it is stored. */
export function checkCallAction(item: Json, place: string): void {
  const action = objectIn(item['action'])
  const isHtml = action['as_html'] === true
  // Video, call_actions: action.html requires action.as_html.
  if (isSet(action['html']) && !isHtml) {
    throw unprocessable(`${place}.action.html`, 'requires action.as_html')
  }
  // Video, call_actions: a text button is neither `action.as_html` nor `image_as_button`.
  if (isHtml || item['image_as_button'] === true) return
  // Video, call_actions: on a text button the content is the label.
  if (isSet(objectIn(item['base'])['name'])) {
    const rule = 'is accepted only when action.as_html or image_as_button is set'
    throw unprocessable(`${place}.base.name`, rule)
  }
  checkTextButton(item, place)
}

// Video, call_actions: what a text button requires. Names of colors are not shown.
function checkTextButton(item: Json, place: string): void {
  const action = objectIn(item['action'])
  const design = objectIn(item['design'])
  const needed = [
    ...needs(action, 'action', ['content', 'url']),
    ...needs(objectIn(design['typography']), 'design.typography', TYPOGRAPHY_KEYS),
    ...needs(objectIn(design['styles']), 'design.styles', STYLE_KEYS),
  ]
  const [missing] = needed
  if (missing) throw unprocessable(`${place}.${missing}`, 'is required of a text button')
}

const needs = (object: Json, name: string, keys: readonly string[]) =>
  keys.filter((key) => !isSet(object[key]) || object[key] === '').map((key) => `${name}.${key}`)

/** Checks the pair before it is stored; absent or null when nothing happens after the end. */
export function checkFinish(finish: unknown, duration: number): void {
  if (!isSet(finish)) return
  const place = 'playback.action_after_finish'
  const { type, start } = objectIn(finish)
  // Video, PATCH, 6.
  if (type !== 'loop') throw unprocessable(`${place}.type`, 'must be loop')
  if (typeof start !== 'number') throw unprocessable(`${place}.start`, 'is required of a loop')
  if (start < 0 || start > duration) {
    throw unprocessable(`${place}.start`, `must be from 0 to ${duration}`)
  }
}

/** Built on the dashboard: without the two selection keys. */
export const isHandBuilt = (variant: Json) =>
  !isSet(variant['template_name']) && !isSet(variant['template_position'])

/** The variant to store, without undocumented keys. Throws a Problem. */
export function checkVariant(sent: Json, place: string, isImage: IsImage): Json {
  const variant: Json = {}
  for (const [key, rule] of Object.entries(VARIANT)) {
    // Video, PATCH, 7: a missing template is unknown. A missing position or scale is accepted.
    if (!isSet(sent[key]) && key !== 'template_name') continue
    checkLeaf(rule, sent[key], `${place}.${key}`)
    variant[key] = sent[key]
  }
  if (variant['template_name'] === 'image') checkPicture(variant, place, isImage)
  // Video, smart_autoplay: both are accepted only with `image`.
  const other = ['file_id', 'scale'].find((key) => isSet(variant[key]))
  if (other && variant['template_name'] !== 'image') {
    throw unprocessable(`${place}.${other}`, 'is accepted only with image')
  }
  return variant
}

function checkPicture({ file_id, scale }: Json, place: string, isImage: IsImage): void {
  if (typeof file_id !== 'string' || !isImage(file_id)) {
    throw unprocessable(`${place}.file_id`, 'must be the id of an uploaded image')
  }
  // Video, Limits: `scale` of an image variant.
  if (typeof scale === 'number' && !(scale >= 0.1 && scale <= 1)) {
    throw unprocessable(`${place}.scale`, 'must be from 0.1 to 1')
  }
}
