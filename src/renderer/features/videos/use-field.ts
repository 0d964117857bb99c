import { type KeyboardEvent, useEffect, useId } from 'react'
import type { RegisterAt } from '../../../shared/features/publishing/register.ts'
import { type Codec, readTyped } from '../../../shared/features/videos/codec.ts'
import { addsLine } from '../../ui/text-lines.ts'
import { type Draft, draftKey, draftsOf, isValidByNow, partAt, withSaving } from './drafts.ts'
import { useEditing } from './editing.tsx'

export interface FieldPlace extends RegisterAt {
  /** The path within a register that is only set as a whole. */
  part?: readonly string[]
}

const WHOLE_REGISTER: readonly string[] = []

/** The state of a field: its text, whether that is valid, and its key handling. */
export function useField({ part = WHOLE_REGISTER, ...at }: FieldPlace, codec: Codec) {
  const editing = useEditing()
  const id = useId()
  const key = draftKey(at, part)
  const draft = editing.drafts[key]
  const value = partAt(withSaving(editing.opened.shown, draftsOf(at, editing.drafts)[0]), at, part)
  const { duration } = editing
  const read = (text: string) => readTyped(codec, text, { value, duration })
  const { shown } = editing.opened
  const type = (text: string) => editing.type(key, { at, part, text, typed: read(text) })
  const isUnreadable = useIsRefused(draft, { read, shown }, (text) => {
    type(text)
    editing.commit(key)
  })
  return {
    id,
    at,
    value,
    text: draft?.text ?? codec.write(value),
    isUnreadable,
    failure: draft?.failure ?? null,
    type,
    commit: () => editing.commit(key),
    /** Sets a chosen value and saves it at once. */
    choose(next: unknown) {
      editing.type(key, { at, part, text: codec.write(next), typed: { value: next } })
      editing.commit(key)
    },
    chosen: draft?.typed ? draft.typed.value : value,
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      if (event.key === 'Escape' && draft) {
        event.stopPropagation()
        editing.discard(key)
      } else if (event.key === 'Enter' && !(isOfLines(event.currentTarget) && addsLine(event))) {
        event.preventDefault()
        // Otherwise what was typed to find the option would be saved before it, as a step of its own.
        if (!isChoosing(event.currentTarget)) editing.commit(key)
      }
    },
    discard: () => editing.discard(key),
  }
}

/** Whether the text of a draft is refused. One that has become valid since is saved. */
function useIsRefused(
  draft: Draft | undefined,
  now: Parameters<typeof isValidByNow>[1],
  save: (text: string) => void,
): boolean {
  const isValid = draft !== undefined && isValidByNow(draft, now)
  useEffect(() => {
    if (draft && isValid) save(draft.text)
  })
  return draft?.typed === null && !isValid
}

const isOfLines = ({ tagName }: Element) => tagName === 'TEXTAREA'

/** Whether Enter chooses an option of the field's open list. */
function isChoosing(field: Element): boolean {
  const list = document.getElementById(field.getAttribute('aria-controls') ?? '')
  return list !== null && list.querySelector('[data-combobox-selected]') !== null
}

export type Field = ReturnType<typeof useField>
