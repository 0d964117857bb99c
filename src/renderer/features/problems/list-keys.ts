import { useEffect, useRef } from 'react'
import { isTextField } from '../../ui/edits/undo-key.ts'

type Pressed = Pick<KeyboardEvent, 'key' | 'repeat' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** Shortcuts that a held key repeats. */
const STEPS = ['j', 'k']

/** The shortcut of a key press; null with a modifier, and for a repeat that is not a step. */
export function shortcutOf({ key, repeat, ctrlKey, metaKey, altKey, shiftKey }: Pressed) {
  const shortcut = key.toLowerCase()
  if (ctrlKey || metaKey || altKey || shiftKey) return null
  return repeat && !STEPS.includes(shortcut) ? null : shortcut
}

const SEEN_AFTER_MS = 1000

/** Whether the user saw the rule: a quick second press is meant for the rule before it. */
export const isSeen = ({ isChosen, shownMs }: { isChosen: boolean; shownMs: number }) =>
  isChosen || shownMs >= SEEN_AFTER_MS

/** Shortcuts without a modifier, outside of text fields. */
export function useListKeys(isOn: boolean, keys: Readonly<Record<string, () => unknown>>) {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    if (!isOn) return undefined
    const press = (event: KeyboardEvent) => {
      const run = latest.current[shortcutOf(event) ?? '']
      const isElsewhere = document.querySelector('[role="dialog"]') !== null
      if (!run || isElsewhere || isTextField(event.target)) return
      event.preventDefault()
      run()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [isOn])
}
