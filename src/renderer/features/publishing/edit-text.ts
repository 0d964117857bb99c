import {
  type Edit,
  isBlockedBy,
  type OpenVideo,
  type Problem,
} from '../../../shared/features/publishing/edit.ts'
import { itemsOf } from '../../../shared/features/publishing/lay.ts'
import { itemName } from '../../../shared/features/publishing/value-text.ts'
import { groupBy } from '../../../shared/maps.ts'

export interface Difference {
  before: unknown
  after: unknown
  /** For a list, which is displayed by its changes instead of both complete lists. */
  added: readonly string[]
  removed: readonly string[]
}

/** An edit as values before and after. A created item has no value before, a deleted one none after. */
export function differenceOf({ kind, base, want, added, removed }: Edit): Difference {
  const lists = kind === 'list' ? { added: added ?? [], removed: removed ?? [] } : NO_LISTS
  if (kind === 'create') return { before: null, after: itemName(want) || null, ...lists }
  if (kind === 'delete') return { before: itemName(base) || null, after: null, ...lists }
  return { before: base, after: want, ...lists }
}

const NO_LISTS = { added: [], removed: [] }

/** The name of an edit's item; empty when the edit concerns no item, or it has no name. */
export function itemNameOf(edit: Edit, opened: OpenVideo | undefined): string {
  if (edit.item_id === null) return ''
  if (edit.kind === 'create') return itemName(edit.want)
  if (edit.kind === 'delete') return itemName(edit.base)
  const known = opened ? [opened.shown, opened.base] : []
  const items = known.flatMap((video) => itemsOf(video, edit.group))
  return itemName(items.find(({ id }) => id === edit.item_id))
}

/** Shorter values are always shown completely. */
const LONG_VALUE = 28

/**
 * Two long values without their common beginning, so that the difference is visible; of addresses,
 * from a separator on.
 */
export function withoutCommonStart(before: string, after: string): [string, string] {
  if (Math.min(before.length, after.length) < LONG_VALUE) return [before, after]
  let end = 0
  while (end < before.length && before[end] === after[end]) end++
  const start = Math.max(...['/', '?', '&', ' '].map((at) => before.lastIndexOf(at, end - 1)))
  if (start < LONG_VALUE / 2) return [before, after]
  return [`…${before.slice(start)}`, `…${after.slice(start)}`]
}

/**
 * A function for the problems that concern an edit: those of its setting, or of settings changed
 * along with it.
 */
export function problemsOf(edits: readonly Edit[], problems: readonly Problem[]) {
  const found = groupBy(problems, placeOf)
  const beside = groupBy(edits, placeOf)
  return (edit: Edit): Problem[] => {
    const place = placeOf(edit)
    const others = beside.get(place) ?? []
    return (found.get(place) ?? []).filter((problem) => isBlockedBy(problem, edit, others))
  }
}

/** The edits that a post would send: all except those that an error prevents. */
export function sendable(edits: readonly Edit[], problems: readonly Problem[]): Edit[] {
  const errors = problemsOf(
    edits,
    problems.filter(({ severity }) => severity === 'error'),
  )
  return edits.filter((edit) => errors(edit).length === 0)
}

/** Number of edits that are not sent, by reason. */
interface NotSent {
  errors: number
  conflicts: number
}

export const notSentOf = (edits: readonly Edit[], problems: readonly Problem[]): NotSent => ({
  errors: problems.filter(({ severity }) => severity === 'error').length,
  conflicts: edits.filter(({ status }) => status === 'conflict').length,
})

type Place = Pick<Edit, 'video_id' | 'group' | 'item_id'>

const placeOf = ({ video_id, group, item_id }: Place) => JSON.stringify([video_id, group, item_id])
