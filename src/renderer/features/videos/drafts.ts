import type { Video } from '../../../shared/api/video.ts'
import type { Failure } from '../../../shared/failure.ts'
import type { Change } from '../../../shared/features/publishing/edit.ts'
import { type RegisterAt, registerKey } from '../../../shared/features/publishing/register.ts'
import { isSame, valueAt, withPath, withValue } from '../../ui/edits/values.ts'

/** What is typed in one field and not yet shown by the desk as its own. */
export interface Draft {
  at: RegisterAt
  /** Inside a register that is only ever set whole: which part of it the field is about. */
  part: readonly string[]
  text: string
  /** Null when the text cannot be a value. */
  typed: { value: unknown } | null
  phase: 'typed' | 'saving' | 'saved'
  /** Why it could not be saved. */
  failure: Failure | null
}

export type Drafts = Readonly<Record<string, Draft>>

const laid = (video: Video, { at, part, typed }: Draft): Video =>
  typed ? withValue(video, at, withPath(valueAt(video, at), part, typed.value)) : video

/** The video as it would be with all that is typed. */
export const withDrafts = (video: Video, drafts: Drafts): Video =>
  Object.values(drafts).reduce(laid, video)

const isOnItsWay = ({ phase }: Draft) => phase !== 'typed'

/** The video with what was left and the desk may not have said back yet. */
export const withSaved = (video: Video, drafts: Drafts): Video =>
  Object.values(drafts).filter(isOnItsWay).reduce(laid, video)

/** The drafts of one register, and all others. */
export function draftsOf(at: RegisterAt, drafts: Drafts): [own: Drafts, others: Drafts] {
  const key = registerKey(at)
  const [own, others] = [true, false].map((isOwn) =>
    Object.entries(drafts).filter(([, draft]) => (registerKey(draft.at) === key) === isOwn),
  )
  return [Object.fromEntries(own ?? []), Object.fromEntries(others ?? [])]
}

/**
 * The change that a draft is, or null when it changes nothing. What was just saved is reckoned
 * with, because the desk may not have said it back yet and a register is set whole.
 */
export function changeOf(video: Video, drafts: Drafts, draft: Draft): Change | null {
  if (!draft.typed) return null
  const onItsWay = Object.values(drafts).filter(isOnItsWay)
  const before = onItsWay.filter((other) => other !== draft).reduce(laid, video)
  const value = valueAt(laid(before, draft), draft.at)
  if (isSame(value, valueAt(before, draft.at))) return null
  return { kind: 'set', ...draft.at, value: (value ?? null) as never }
}

/** Drafts that the desk does not show yet: what it shows was saved, and needs no draft. */
export function stillNeeded(video: Video, drafts: Drafts): Drafts {
  const left = Object.entries(drafts).filter(([, draft]) => {
    if (draft.phase !== 'saved' || !draft.typed) return true
    // One part of a register may have been set after the whole of it.
    const [ofRegister] = draftsOf(draft.at, drafts)
    const expected = valueAt(withSaved(video, ofRegister), draft.at)
    return !isSame(valueAt(video, draft.at), expected)
  })
  return left.length === Object.keys(drafts).length ? drafts : Object.fromEntries(left)
}

/** What a part of a register has. */
export function partAt(video: Video, at: RegisterAt, part: readonly string[]): unknown {
  return part.reduce<unknown>(
    (value, name) => (value as Record<string, unknown> | null | undefined)?.[name],
    valueAt(video, at),
  )
}
