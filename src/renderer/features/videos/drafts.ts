import { isCollection } from '../../../shared/api/settings/index.ts'
import type { Video } from '../../../shared/api/video.ts'
import type { Failure } from '../../../shared/failure.ts'
import {
  type AdoptedIds,
  type Change,
  isLocalId,
} from '../../../shared/features/publishing/edit.ts'
import { itemsOf, valueAt } from '../../../shared/features/publishing/lay.ts'
import { type RegisterAt, registerKey } from '../../../shared/features/publishing/register.ts'
import { sameValue } from '../../../shared/features/publishing/value.ts'
import type { Codec } from '../../../shared/features/videos/codec.ts'
import { isSame, withPath, withValue } from '../../ui/edits/values.ts'

/** The content of a field that main has not confirmed yet. */
export interface Draft {
  at: RegisterAt
  /** The path within a register that is only set as a whole. */
  part: readonly string[]
  text: string
  /** Null when the text is not a valid value. */
  typed: { value: unknown } | null
  isSaving: boolean
  failure: Failure | null
  /** The register's value when the text was refused, or when saving failed. */
  over?: unknown
}

export type Drafts = Readonly<Record<string, Draft>>

const applied = (video: Video, { at, part, typed }: Draft): Video =>
  typed ? withValue(video, at, withPath(valueAt(video, at), part, typed.value)) : video

/**
 * Whether a text that was refused is valid by now: a pixel's threshold is read by the pixel's mode, which may be
 * chosen after it. What was refused does not replace a value that was set since.
 */
export const isValidByNow = (
  { at, text, typed, over }: Draft,
  { read, shown }: { read: Codec['read']; shown: Video },
): boolean => typed === null && sameValue(at, over, valueAt(shown, at)) && read(text) !== null

/** The video with all valid input applied. */
export const withDrafts = (video: Video, drafts: Drafts): Video =>
  Object.values(drafts).reduce(applied, video)

/** The video with the input applied that is being saved. */
export const withSaving = (video: Video, drafts: Drafts): Video =>
  Object.values(drafts)
    .filter(({ isSaving }) => isSaving)
    .reduce(applied, video)

/** The drafts of items that the service does not have any more: they have no place to be saved. */
export const draftsOfDeleted = (base: Video, drafts: Drafts): readonly [string, Draft][] =>
  Object.entries(drafts).filter(([, { at }]) => isDeleted(base, at))

/** Whether an item was deleted on the service; one that exists only here is not. */
export const isDeleted = (base: Video, { group, item_id }: RegisterAt): boolean =>
  item_id !== null &&
  !isLocalId(item_id) &&
  isCollection(group) &&
  !itemsOf(base, group).some(({ id }) => id === item_id)

export function draftsOf(at: RegisterAt, drafts: Drafts): [own: Drafts, others: Drafts] {
  const key = registerKey(at)
  const [own, others] = [true, false].map((isOwn) =>
    Object.entries(drafts).filter(([, draft]) => (registerKey(draft.at) === key) === isOwn),
  )
  return [Object.fromEntries(own ?? []), Object.fromEntries(others ?? [])]
}

export type SetChange = Extract<Change, { kind: 'set' }>

/** The video with changes applied that it does not contain yet. */
export const withSent = (video: Video, sent: readonly SetChange[]): Video =>
  sent.reduce((before, change) => withValue(before, change, change.value), video)

/**
 * The change that saves a draft; null when it changes nothing. The video must have all that was sent, because
 * a register is set as a whole.
 */
export function changeOf(video: Video, draft: Draft): SetChange | null {
  if (!draft.typed) return null
  const value = valueAt(applied(video, draft), draft.at)
  if (isSame(value, valueAt(video, draft.at))) return null
  return { kind: 'set', ...draft.at, value: (value ?? null) as never }
}

export const draftKey = (at: RegisterAt, part: readonly string[]) =>
  `${registerKey(at)}${part.join('.')}`

/** The drafts with those of items that were posted meanwhile under the service's ids. */
export function adoptedDrafts(drafts: Drafts, adopted: AdoptedIds = {}): Drafts {
  const isOld = ({ at }: Draft) => at.item_id !== null && at.item_id in adopted
  if (!Object.values(drafts).some(isOld)) return drafts
  const moved = Object.entries(drafts).map(([key, draft]): [string, Draft] => {
    const item_id = adopted[draft.at.item_id ?? '']
    if (item_id === undefined) return [key, draft]
    const at = { ...draft.at, item_id }
    return [draftKey(at, draft.part), { ...draft, at, isSaving: false, failure: null }]
  })
  return Object.fromEntries(moved)
}

export function partAt(video: Video, at: RegisterAt, part: readonly string[]): unknown {
  return part.reduce<unknown>(
    (value, name) => (value as Record<string, unknown> | null | undefined)?.[name],
    valueAt(video, at),
  )
}
