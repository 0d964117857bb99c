import type { Clock } from '../../../shared/clock.ts'
import { isInFlight } from '../../../shared/features/publishing/edit.ts'
import type { Database } from '../../database/database.ts'
import { makeVideoList, makeVideosTable } from '../videos/store.ts'
import { makeDuplicates, type OfVideo } from './duplicates.ts'
import { downloadedHistory, duplicateHistory } from './edit-events.ts'
import { makeEditHistory } from './edit-history.ts'
import type { Adopted, EditRow, EditsCommit, StoredBase } from './edit-row.ts'
import { assertNoDraft, assertUnchanged, makeEditsTable, newRevision } from './edits.ts'
import { stopped } from './next-post.ts'
import { makePublishes } from './publishes.ts'
import { makeSteps, type RowChange } from './steps.ts'

/** Longer than any read takes: a larger difference means that the clock was set back. */
const LONGEST_READ_MS = 600_000

export type EditTables = ReturnType<typeof makeTables>

/** The tables of videos and of their edits. */
export function makeTables(desk: Database, clock: Clock) {
  const videos = { ...makeVideosTable(desk), ...makeVideoList(desk) }
  const edits = makeEditsTable(desk)
  const nameOf = (account_id: string, video_id: string) =>
    videos.find(account_id, video_id)?.video.name ?? null
  return {
    ...{ videos, edits },
    publishes: makePublishes(desk, clock, { edits, nameOf }),
    steps: makeSteps(desk, clock),
    history: makeEditHistory(desk),
    duplicates: makeDuplicates(desk),
  }
}

/** Stores a video, unless a newer answer is stored already. */
export function keepVideo(tables: EditTables, account_id: string, base: StoredBase) {
  const { videos, history } = tables
  const { video, fetchedAt } = base
  const known = videos.find(account_id, video.id)
  const isOlder = known !== null && known.fetchedAt > fetchedAt
  if (isOlder && known.fetchedAt - fetchedAt < LONGEST_READ_MS) return
  const entry = known && downloadedHistory(known.video, base)
  if (entry) history.add(account_id, video.id, entry)
  videos.put(account_id, base)
  lookForDuplicates(tables, { account_id, video_id: video.id }, { base })
}

/** For a day, every read may show that a request which seemed lost was applied after all. */
export function lookForDuplicates(
  { duplicates, history }: EditTables,
  of: OfVideo,
  { base, adopted }: { base: StoredBase } & Pick<EditsCommit, 'adopted'>,
): string[] {
  const { video, fetchedAt } = base
  const found = duplicates.find(of, { video, at: fetchedAt, adopted })
  for (const one of found) {
    history.add(of.account_id, of.video_id, duplicateHistory(one, fetchedAt))
  }
  return found.map(({ duplicate }) => duplicate.id)
}

export function commitRows(tables: EditTables, of: OfVideo, commit: EditsCommit): RowChange[] {
  const { edits, history } = tables
  const { account_id, video_id } = of
  const changes: RowChange[] = []
  if (commit.base) keepRead(tables, of, commit.base)
  for (const row of commit.remove ?? []) {
    const { key } = row
    const before = edits.find(account_id, video_id, key)
    assertNoDraft(before)
    assertUnchanged(before, row)
    edits.remove(account_id, video_id, key)
    forgetSteps(tables, of, { key, before })
    if (before)
      changes.push({ video_id, key, before, after: null, outcome: outcomeOf(key, commit) })
  }
  for (const row of commit.put ?? []) {
    const { key } = row
    const before = edits.find(account_id, video_id, key)
    assertUnchanged(before, row)
    const after = rowToStore(tables, row)
    edits.put(after)
    changes.push({ video_id, key, before, after })
  }
  changes.push(...knowAdopted(tables, of, commit.adopted ?? []))
  for (const entry of commit.history ?? []) history.add(account_id, video_id, entry)
  return changes
}

/** After the user stopped a publish, nothing of it is sent again by itself. */
function rowToStore({ publishes }: EditTables, row: EditRow): EditRow {
  const draft = publishes.isStopped(row.publish) ? stopped(row) : null
  return { ...(draft ?? row), revision: row.revision ?? newRevision() }
}

/** Adds adopted ids to other edits' `knownIds`: an id can belong to one edit only. */
function knowAdopted(
  { edits }: EditTables,
  { account_id, video_id }: OfVideo,
  adopted: readonly Adopted[],
): RowChange[] {
  if (adopted.length === 0) return []
  return edits.list(account_id, video_id).flatMap((before) => {
    const { key, group, knownIds } = before
    const ids = adopted.filter(({ row }) => row.group === group).map(({ item }) => item.id)
    if (knownIds === null || ids.length === 0) return []
    const after = { ...before, knownIds: [...new Set([...knownIds, ...ids])] }
    edits.put(after)
    return [{ video_id, key, before, after }]
  })
}

function outcomeOf(key: string, { published, overwritten }: EditsCommit): RowChange['outcome'] {
  if (published?.includes(key)) return 'published'
  return overwritten?.includes(key) ? 'overwritten' : undefined
}

/**
 * Stores a video that was read for posting. Changes made elsewhere are added to the history as a
 * download, unless edits are in flight: then the changes may be our own.
 */
function keepRead({ edits, videos, history }: EditTables, of: OfVideo, base: StoredBase) {
  const { account_id, video_id } = of
  const known = videos.find(account_id, video_id)
  const entry = known && downloadedHistory(known.video, base)
  if (entry && !edits.list(account_id, video_id).some(isInFlight)) {
    history.add(account_id, video_id, entry)
  }
  videos.put(account_id, base)
}

function forgetSteps(
  { steps }: EditTables,
  { account_id, video_id }: OfVideo,
  { key, before }: Pick<RowChange, 'key' | 'before'>,
) {
  steps.forget(account_id, video_id, key)
  // With a deleted item, the steps of its settings can no longer be undone.
  if (before?.kind === 'delete') steps.forgetItem(account_id, video_id, before)
}
