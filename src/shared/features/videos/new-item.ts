import type { Collection } from '../../api/settings/index.ts'
import type { Fields } from '../../plain.ts'
import { withValue } from '../publishing/lay.ts'
import { ITEM_REGISTERS } from '../publishing/register.ts'
import { isImageButton, isTextButton } from './check/call-actions.ts'
import { at } from './check/values.ts'

/**
 * A new item with all settings of another that can be sent. The label is omitted where the service allows
 * none.
 */
export function copyOf(group: Collection, item: Fields): Record<string, never> {
  const isHtml = at(item, 'action.as_html') === true
  const takesName = group !== 'call_actions' || !isTextButton(item)
  let copy: Fields = {}
  for (const register of Object.keys(ITEM_REGISTERS[group])) {
    const value = at(item, register)
    if (value === undefined || value === null) continue
    if (register === 'base.name' && !takesName) continue
    if (register === 'action.html' && !isHtml) continue
    copy = withValue(copy, register, cloned(value))
  }
  return withoutPicture(copy) as Record<string, never>
}

/** The picture of a button cannot be sent (Video, call_actions), so an item made without it is off. */
export const withoutPicture = (item: Fields): Fields =>
  isImageButton(item) ? withValue(item, 'base.active', false) : item

const cloned = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

export type NewItem = 'button' | 'html' | 'facebook' | 'google' | 'custom'

/** A new item with defaults. It is inactive, so that posting it unfinished shows nothing to viewers. */
export function newItem(kind: NewItem, content: string): Record<string, never> {
  const item = NEW[kind]
  if (kind !== 'button') return item as unknown as Record<string, never>
  return { ...item, action: { ...NEW.button.action, content } } as unknown as Record<string, never>
}

const call_action = { type: 'inside_video', active: false }
const dispatch = { active: false, mode: 'percent', threshold: 50 }
const NEW = {
  button: {
    base: call_action,
    window: { start: 0, end: 30, persist_on_video_end: false },
    action: { open_in_new_tab: true, as_html: false },
    design: {
      typography: { family: 'Arial', letter_spacing: 0, line_height: 1.2, size: 18, weight: 700 },
      styles: {
        background_color: '#1a7f37',
        text_color: '#ffffff',
        border_radius: 6,
        padding: 14,
        shadow: 'none',
      },
    },
  },
  html: {
    base: call_action,
    window: { start: 0, end: 30, persist_on_video_end: false },
    action: { as_html: true },
  },
  facebook: { base: { type: 'facebook' }, dispatch },
  google: { base: { type: 'google' }, dispatch },
  custom: { base: { type: 'custom' }, dispatch },
}
