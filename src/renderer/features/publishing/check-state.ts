import { create } from 'zustand'
import type { Edit, EditStatus, Problem } from '../../../shared/features/publishing/edit.ts'
import { groupBy } from '../../../shared/maps.ts'
import { postable } from '../../ui/edits/counts.ts'
import { isSame } from '../../ui/edits/values.ts'
import { problemsOf, sendable } from './edit-text.ts'

/** The last check of an account's edits. */
export interface Check {
  /** Epoch milliseconds. */
  at: number
  /** All edits in their state at the check. */
  edits: readonly Edit[]
  problems: readonly Problem[]
}

/**
 * By account. Global, so that the findings remain after one of them was corrected on another
 * screen.
 */
export const useChecks = create<Record<string, Check | undefined>>(() => ({}))

export type EditState = EditStatus | 'checked' | Problem['severity']

/** The results of a check that are still valid. */
export interface Checked {
  problems: readonly Problem[]
  /** The progress of posting; for a draft, what the check found. */
  stateOf: (edit: Edit) => EditState
  /** Whether it is unchanged since the check. */
  isChecked: (edit: Edit) => boolean
  /** Numbers of edits that are unchanged since the check, and of drafts that are not. */
  checked: number
  unchecked: number
}

/**
 * Compares the current edits with the checked ones. The rules check one settings group of a video
 * at a time, so any change of a group's edits invalidates its results.
 */
export function checkedNow(edits: readonly Edit[], check: Check | undefined): Checked {
  const then = groupBy(check?.edits ?? [], groupOf)
  const isAsChecked = ([group, now]: [string, Edit[]]) =>
    isSame(contentOf(now), contentOf(then.get(group) ?? []))
  const groups = new Set([...groupBy(edits, groupOf)].filter(isAsChecked).map(([group]) => group))
  const problems = (check?.problems ?? []).filter((problem) => groups.has(groupOf(problem)))
  // Like a post, which sends no others.
  const problemsAt = problemsOf(postable(edits), problems)
  const isChecked = (edit: Edit) => groups.has(groupOf(edit))
  return {
    problems,
    isChecked,
    stateOf(edit) {
      if (edit.status !== 'draft' || !isChecked(edit)) return edit.status
      const found = problemsAt(edit).map(({ severity }) => severity)
      return found.includes('error') ? 'error' : (found[0] ?? 'checked')
    },
    checked: edits.filter(isChecked).length,
    unchecked: edits.filter((edit) => edit.status === 'draft' && !isChecked(edit)).length,
  }
}

const groupOf = ({ video_id, group }: Pick<Edit, 'video_id' | 'group'>) => `${video_id} ${group}`

/** The properties of edits that a check depends on: not how far they were posted. */
const contentOf = (edits: readonly Edit[]) =>
  Object.fromEntries(
    edits.map(({ key, kind, base, want, added, removed }) => [
      key,
      { kind, base, want, added, removed },
    ]),
  )

export interface Selection {
  /** Edits of the selected videos. */
  selected: readonly Edit[]
  /** Those that a post would send. */
  sent: readonly Edit[]
  errors: number
  warnings: number
  conflicts: number
  /** Whether all that a post would send was checked. */
  isChecked: boolean
}

/** The edits counted in the footer: those of all videos except the ones the user deselected. */
export function selectionOf(
  edits: readonly Edit[],
  leftOut: ReadonlySet<string>,
  { problems, isChecked }: Pick<Checked, 'problems' | 'isChecked'>,
): Selection {
  const selected = edits.filter(({ video_id }) => !leftOut.has(video_id))
  const found = problems.filter(({ video_id }) => !leftOut.has(video_id))
  const errors = found.filter(({ severity }) => severity === 'error').length
  const sent = sendable(postable(selected), found)
  return {
    selected,
    sent,
    errors,
    warnings: found.length - errors,
    conflicts: selected.filter(({ status }) => status === 'conflict').length,
    isChecked: selected.some(isChecked) && sent.every(isChecked),
  }
}
