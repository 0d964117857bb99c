import type { Video } from '../../../shared/api/video.ts'
import type { Failure } from '../../../shared/failure.ts'
import type { Change } from '../../../shared/features/publishing/edit.ts'
import { type RegisterAt, registerKey } from '../../../shared/features/publishing/register.ts'
import { isSame, valueAt, withPath, withValue } from '../../ui/edits/values.ts'

/** The content of a field that main has not confirmed yet. */
export interface Draft {
  at: RegisterAt
  /** The path within a register that is only set as a whole. */
  part: readonly string[]
  text: string
  /** Null when the text is not a valid value. */
  typed: { value: unknown } | null
  phase: 'typed' | 'saving' | 'saved'
  failure: Failure | null
}

export type Drafts = Readonly<Record<string, Draft>>

const applied = (video: Video, { at, part, typed }: Draft): Video =>
  typed ? withValue(video, at, withPath(valueAt(video, at), part, typed.value)) : video

/** The video with all valid input applied. */
export const withDrafts = (video: Video, drafts: Drafts): Video =>
  Object.values(drafts).reduce(applied, video)

const isSavingOrSaved = ({ phase }: Draft) => phase !== 'typed'

/** The video with the input applied that is being saved or was saved. */
export const withSaved = (video: Video, drafts: Drafts): Video =>
  Object.values(drafts).filter(isSavingOrSaved).reduce(applied, video)

export function draftsOf(at: RegisterAt, drafts: Drafts): [own: Drafts, others: Drafts] {
  const key = registerKey(at)
  const [own, others] = [true, false].map((isOwn) =>
    Object.entries(drafts).filter(([, draft]) => (registerKey(draft.at) === key) === isOwn),
  )
  return [Object.fromEntries(own ?? []), Object.fromEntries(others ?? [])]
}

/**
 * The change that saves a draft; null when it changes nothing. Includes drafts that main has not confirmed
 * yet, because a register is set as a whole.
 */
export function changeOf(video: Video, drafts: Drafts, draft: Draft): Change | null {
  if (!draft.typed) return null
  const unconfirmed = Object.values(drafts).filter(isSavingOrSaved)
  const before = unconfirmed.filter((other) => other !== draft).reduce(applied, video)
  const value = valueAt(applied(before, draft), draft.at)
  if (isSame(value, valueAt(before, draft.at))) return null
  return { kind: 'set', ...draft.at, value: (value ?? null) as never }
}

/** The drafts still needed: those whose saved value the video already contains are dropped. */
export function unconfirmedDrafts(video: Video, drafts: Drafts): Drafts {
  const left = Object.entries(drafts).filter(([, draft]) => {
    if (draft.phase !== 'saved' || !draft.typed) return true
    // A part of the register may have been set after the whole register.
    const [ofRegister] = draftsOf(draft.at, drafts)
    const expected = valueAt(withSaved(video, ofRegister), draft.at)
    return !isSame(valueAt(video, draft.at), expected)
  })
  return left.length === Object.keys(drafts).length ? drafts : Object.fromEntries(left)
}

/** The value of a part of a register. */
export function partAt(video: Video, at: RegisterAt, part: readonly string[]): unknown {
  return part.reduce<unknown>(
    (value, name) => (value as Record<string, unknown> | null | undefined)?.[name],
    valueAt(video, at),
  )
}
