import { GROUPS } from '../../../shared/api/settings/index.ts'
import type { Video } from '../../../shared/api/video.ts'
import { SECRET } from '../../../shared/features/publishing/register.ts'
import { canonicalJson } from '../../database/json.ts'
import type { FoundDuplicate } from './duplicates.ts'
import type { EditRow, NewHistory, StoredBase } from './edit-row.ts'

/** The history entry for a read's changes, by whole groups; null when nothing changed. */
export function downloadedHistory(
  stored: Video,
  { video, fetchedAt }: StoredBase,
): NewHistory | null {
  const before = withSecretOf(stored, video)
  const changed = GROUPS.filter((group) => !isSame(before[group] ?? null, video[group] ?? null))
  if (changed.length === 0) return null
  const of = (whole: Video) => Object.fromEntries(changed.map((group) => [group, whole[group]]))
  const nowhere = { group: null, item_id: null, register: null }
  return { at: fetchedAt, event: 'downloaded', ...nowhere, before: of(before), after: of(video) }
}

/** Takes over a secret that the stored video lacks, so that it does not count as changed. */
function withSecretOf(stored: Video, { [SECRET.group]: now }: Video): Video {
  const { [SECRET.group]: was } = stored
  if (!was || SECRET.register in was || !now || !(SECRET.register in now)) return stored
  return { ...stored, [SECRET.group]: { ...was, [SECRET.register]: now[SECRET.register] } }
}

/** The history entry for a possible duplicate: only the user knows whether both are wanted. */
export function duplicateHistory(
  { row, item_id, duplicate }: FoundDuplicate,
  at: number,
): NewHistory {
  const before = { id: item_id }
  return {
    at,
    event: 'duplicate',
    group: row.group,
    item_id: duplicate.id,
    register: null,
    before,
    after: duplicate,
  }
}

/** `before` is the discarded value, so that restoring the entry brings it back. */
export function discardedHistory(row: EditRow, at: number): NewHistory {
  const { group, item_id, register, base, want, note } = row
  return { at, event: 'discarded', group, item_id, register, before: want, after: base, note }
}

/** An edit in conflict that was given up for the service's value. */
export const resolvedHistory = (row: EditRow, at: number): NewHistory => ({
  publish: row.publish,
  at,
  event: 'resolved',
  group: row.group,
  item_id: row.item_id,
  register: row.register,
  before: row.want,
  after: row.theirs,
  note: row.note,
})

/** Usually nothing changed, which the plain comparison finds faster. */
const isSame = (one: unknown, other: unknown) =>
  JSON.stringify(one) === JSON.stringify(other) || canonicalJson(one) === canonicalJson(other)
