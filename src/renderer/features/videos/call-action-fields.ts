import { isTextButton } from '../../../shared/features/videos/check/call-actions.ts'
import { checkVideo } from '../../../shared/features/videos/check/check-video.ts'
import { at, textAt } from '../../../shared/features/videos/check/values.ts'
import type { ItemRow } from './items.ts'

type Item = ItemRow['item']

export const isHtml = (item: Item) => at(item, 'action.as_html') === true

const isButton = (item: Item) => !isHtml(item)

/** For which items the form offers a setting; the others are offered for all. */
const OFFERED: Readonly<Record<string, (item: Item) => boolean>> = {
  image_as_button: isButton,
  'action.open_in_new_tab': isButton,
  'action.url': isButton,
  'action.html': isHtml,
  // Video, call_actions: `as_html` treats the content as HTML too.
  'action.content': (item) =>
    isTextButton(item) || (isHtml(item) && textAt(item, 'action.content').trim() !== ''),
  'base.name': (item) => !isTextButton(item),
  'design.typography': isTextButton,
  'design.styles': isTextButton,
}

/**
 * Tells whether the form shows a setting: what the service refuses for the item's type is not offered, but a value that is
 * there can be corrected.
 */
export function shownFields(item: Item): (register: string) => boolean {
  const problems = checkVideo({ id: '', call_actions: { items: [item] } })
  const wrong = new Set(problems.map(({ register }) => register))
  return (register) => wrong.has(register) || (OFFERED[register]?.(item) ?? true)
}
