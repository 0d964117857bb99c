import { z } from 'zod'

/** What an event of a key may say beside the key, in Electron's words. */
export const KEY_MODIFIERS = ['alt', 'control', 'meta', 'shift', 'isautorepeat'] as const

/** A key as it was pressed: its name and its place in the words of the DOM. */
export const keyPress = z.object({
  key: z.string().max(20),
  code: z.string().max(30),
  modifiers: z.array(z.enum(KEY_MODIFIERS)).max(KEY_MODIFIERS.length),
})

export type KeyPress = z.infer<typeof keyPress>

const CHARACTER_OR_NAME =
  /^(.|Enter|Tab|Escape|Backspace|Delete|Insert|Home|End|Page(Up|Down)|Arrow(Up|Down|Left|Right)|F\d+)$/s
const OF_THE_PAGE_WITH_META = /^[kz]$/i

/**
 * Whether a press can wait and be given back as it was. A modifier comes with the key that it is
 * held for, an input method composes outside of the page, and the system's keys never get there.
 */
export function canWait({ key, modifiers }: KeyPress): boolean {
  const isOfTheSystem =
    (modifiers.includes('alt') && key === 'F4') ||
    (modifiers.includes('meta') && !OF_THE_PAGE_WITH_META.test(key))
  return !isOfTheSystem && CHARACTER_OR_NAME.test(key)
}
