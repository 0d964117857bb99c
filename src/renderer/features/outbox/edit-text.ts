import type { Edit, HistoryEntry, Problem, VideoDesk } from '../../../shared/model/edit.ts'
import { itemName, itemsOf } from '../../ui/edits/values.ts'

export interface Difference {
  before: unknown
  after: unknown
  /** Of a list: what goes in and out, which says more than both whole lists. */
  added: readonly string[]
  removed: readonly string[]
}

/** An edit as before and after. An item made has no before, one deleted no after. */
export function differenceOf({ kind, base, want, added, removed }: Edit): Difference {
  const lists = kind === 'list' ? { added: added ?? [], removed: removed ?? [] } : NO_LISTS
  if (kind === 'create') return { before: null, after: itemName(want) || null, ...lists }
  if (kind === 'delete') return { before: itemName(base) || null, after: null, ...lists }
  return { before: base, after: want, ...lists }
}

const NO_LISTS = { added: [], removed: [] }

/** What the item of an edit is called; empty when the edit is not about an item, or it has no name. */
export function itemNameOf(edit: Edit, desk: VideoDesk | undefined): string {
  if (edit.item_id === null) return ''
  if (edit.kind === 'create') return itemName(edit.want)
  if (edit.kind === 'delete') return itemName(edit.base)
  const known = desk ? [desk.shown, desk.base] : []
  const items = known.flatMap((video) => itemsOf(video, edit.group))
  return itemName(items.find(({ id }) => id === edit.item_id))
}

/** The edits of the chosen videos; of all when none is chosen. */
export function chosenEdits(edits: readonly Edit[], chosen: ReadonlySet<string>): Edit[] {
  return chosen.size === 0 ? [...edits] : edits.filter(({ video_id }) => chosen.has(video_id))
}

/** How many changes were posted and verified from an instant on. */
export const postedSince = (entries: readonly HistoryEntry[], since: number) =>
  entries.filter(({ event, at }) => event === 'posted' && at >= since).length

/** The edits that a post would send: what an error is about is held back, and what only it explains. */
export function sendable(edits: readonly Edit[], problems: readonly Problem[]): Edit[] {
  const errors = problems.filter(({ severity }) => severity === 'error')
  return edits.filter((edit) => !errors.some((problem) => isHeldBy(problem, edit, edits)))
}

/** As the outbox holds back: the setting itself, or with no change of it all that is changed beside it. */
function isHeldBy(problem: Problem, edit: Edit, edits: readonly Edit[]): boolean {
  const isBeside = ({ video_id, group, item_id }: Edit) =>
    video_id === problem.video_id && group === problem.group && item_id === problem.item_id
  if (!isBeside(edit)) return false
  if (edit.register === null || problem.register === null) return true
  if (edit.register === problem.register) return true
  return !edits.some((other) => isBeside(other) && other.register === problem.register)
}
