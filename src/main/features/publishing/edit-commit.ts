import { GROUPS } from '../../../shared/api/settings/index.ts'
import type { Video } from '../../../shared/api/video.ts'
import type { Clock } from '../../../shared/clock.ts'
import { isInFlight, localId } from '../../../shared/features/publishing/edit.ts'
import {
  type AppliedEdit,
  applyEdits,
  itemAt,
  valueAt,
  valueIn,
} from '../../../shared/features/publishing/lay.ts'
import { placeKey, registerKey, SECRET } from '../../../shared/features/publishing/register.ts'
import { sameGroup, sameValue } from '../../../shared/features/publishing/value.ts'
import type { Database } from '../../database/database.ts'
import { makeVideoList, makeVideosTable } from '../videos/store.ts'
import { type FoundDuplicate, makeDuplicates, type OfVideo } from './duplicates.ts'
import { makeEditHistory } from './edit-history.ts'
import {
  type Adopted,
  type EditRow,
  type EditsCommit,
  type NewHistory,
  OUTDATED_READS_MS,
  type ReadTime,
  type StoredBase,
  withOwnOf,
} from './edit-row.ts'
import {
  assertNoDraft,
  assertUnchanged,
  type EditsTable,
  makeEditsTable,
  newRevision,
} from './edits.ts'
import { makePublishes } from './publishes.ts'
import { elapsed, makeReads, withMissing } from './reads.ts'
import { rewound } from './restore.ts'
import { asDraft, assertFree } from './save.ts'
import { makeSteps, type RowChange, type Step, type StepsTable } from './steps.ts'

export type EditTables = ReturnType<typeof makeTables>

export function makeTables(desk: Database, clock: Clock) {
  const videos = { ...makeVideosTable(desk), ...makeVideoList(desk) }
  const edits = makeEditsTable(desk)
  const nameOf = (account_id: string, video_id: string) =>
    videos.find(account_id, video_id)?.video.name || null
  return {
    ...{ videos, edits },
    publishes: makePublishes(desk, clock, { edits, nameOf }),
    steps: makeSteps(desk, clock),
    history: makeEditHistory(desk),
    duplicates: makeDuplicates(desk),
    reads: makeReads(),
  }
}

/**
 * Stores a video, unless a newer answer is stored already, or its difference may be our own change:
 * while edits are in flight the outbox reads it, and just after one a read can be outdated.
 */
export function keepVideo(tables: EditTables, account_id: string, read: StoredBase) {
  const { videos, history, edits, reads } = tables
  const of = { account_id, video_id: read.video.id }
  if (reads.isOlder(of, read)) return
  const known = videos.find(account_id, of.video_id)
  const stored = known?.video ?? null
  const missing = reads.saw(of, stored, read)
  if (edits.list(account_id, of.video_id).some(isInFlight)) return
  const base = { ...read, video: withMissing(read.video, stored, missing) }
  const entry = known && downloadedHistory(known.video, base)
  const posted = entry && lastPosted(tables, of)
  if (posted && Math.abs(elapsed(posted, read)) < OUTDATED_READS_MS) return
  if (entry) history.add(account_id, of.video_id, entry)
  videos.put(account_id, base)
  reads.keep(of, read)
  lookForDuplicates(tables, of, { base })
}

function lastPosted({ history, reads }: EditTables, of: OfVideo): ReadTime | null {
  const fetchedAt = history.lastPosted(of.account_id, of.video_id)
  return reads.posted(of) ?? (fetchedAt === null ? null : { fetchedAt })
}

/** Removes the videos that lists have lacked for long enough, except those with edits. */
export function keepListed(
  { videos, reads }: EditTables,
  account_id: string,
  { listed, unread, ...read }: ReadTime & Record<'listed' | 'unread', readonly string[]>,
) {
  const there = new Set(listed)
  for (const video_id of there) reads.found({ account_id, video_id })
  const kept = videos.list(account_id).rows.filter(({ id }) => {
    return !there.has(id) && reads.missed({ account_id, video_id: id }, read) > 0
  })
  videos.keepOnly(account_id, [...listed, ...kept.map(({ id }) => id)])
  videos.listed(account_id, read.fetchedAt, unread)
}

/** What a read for posting is compared with, and how long to wait before it is believed. */
export interface SeenVideo {
  stored: Video | null
  waitMs: number
  /** How long a read can still be from before the stored one. */
  newerMs: number
}

/** Takes note of a read for posting, or with null of one that did not find the video. */
export function seeVideo(
  { videos, edits, reads }: EditTables,
  of: OfVideo,
  { video, ...read }: ReadTime & { video: Video | null },
): SeenVideo {
  const { account_id, video_id } = of
  const known = videos.find(account_id, video_id)
  const stored = known?.video ?? null
  const newerMs = known ? reads.outdatedFor(of, known, read) : 0
  if (!video) return { stored, waitMs: reads.missed(of, read), newerMs }
  const missing = new Map(reads.saw(of, stored, { ...read, video }))
  // Whether their request was applied is found out by more reads anyway.
  for (const row of edits.list(account_id, video_id))
    if (row.kind === 'delete' && isInFlight(row)) missing.delete(placeKey(row))
  return { stored, waitMs: Math.max(0, ...missing.values()), newerMs }
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
  const { edits } = tables
  const { account_id, video_id } = of
  const changes: RowChange[] = []
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
    const after = { ...withOwnOf(before, row), revision: row.revision ?? newRevision() }
    edits.put(after)
    changes.push({ video_id, key, before, after })
  }
  const adopted = commit.adopted ?? []
  changes.push(...knowAdopted(tables, of, adopted))
  changes.push(...adopted.flatMap((one) => moveDrafts(tables, of, one)))
  if (commit.base) keepRead(tables, of, { ...commit, base: commit.base, changes })
  addHistory(tables, of, { commit, changes })
  return changes
}

/** With the notes as they are stored. */
function addHistory(
  { history }: EditTables,
  { account_id, video_id }: OfVideo,
  { commit, changes }: { commit: EditsCommit; changes: readonly RowChange[] },
) {
  const notes = new Map(changes.map(({ key, before }) => [key, before?.note]))
  for (const { edit, ...entry } of commit.history ?? []) {
    const note = edit === undefined ? entry.note : notes.get(edit)
    history.add(account_id, video_id, { ...entry, note })
  }
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

/** Drafts of a deleted item that was created again become drafts of the new one. */
function moveDrafts(
  { edits, steps }: EditTables,
  of: OfVideo,
  { row, item }: Adopted,
): RowChange[] {
  const { account_id, video_id } = of
  const drafts = edits.list(account_id, video_id).filter(({ kind, group, item_id, status }) => {
    const isOfGone = item_id !== null && localId(item_id) === row.item_id
    return kind === 'set' && status === 'draft' && group === row.group && isOfGone
  })
  return drafts.flatMap((draft): RowChange[] => {
    const at = { group: draft.group, item_id: item.id, register: draft.register ?? '' }
    const [key, base] = [registerKey(at), valueIn(item, at.register) ?? null]
    edits.remove(account_id, video_id, draft.key)
    steps.forget(account_id, video_id, draft.key)
    const gone = { video_id, key: draft.key, before: draft, after: null }
    if (sameValue(at, draft.want, base)) return [gone]
    const after = { ...draft, ...at, key, base, item, revision: newRevision() }
    edits.put(after)
    return [gone, { video_id, key, before: null, after }]
  })
}

function outcomeOf(key: string, { published, overwritten }: EditsCommit): RowChange['outcome'] {
  if (published?.includes(key)) return 'published'
  return overwritten?.includes(key) ? 'overwritten' : undefined
}

interface KeptRead extends Pick<EditsCommit, 'history'> {
  base: StoredBase
  changes: readonly RowChange[]
}

/**
 * Stores a video that was read for posting. What it shows beside the outcomes that are committed with
 * it was changed elsewhere, and is added to the history as a download.
 */
function keepRead(tables: EditTables, of: OfVideo, { base, changes, history = [] }: KeptRead) {
  const { account_id, video_id } = of
  const known = tables.videos.find(account_id, video_id)
  const pending = stillInFlight(tables, of, changes)
  const video = known ? withoutPending(base.video, known.video, pending) : base.video
  const others = rewound(video, [...history].reverse())
  const entry = known && downloadedHistory(known.video, { ...base, video: others })
  if (entry) tables.history.add(account_id, video_id, entry)
  tables.videos.put(account_id, { ...base, video })
  const isOfPublish = history.some(({ event }) => event === 'posted')
  tables.reads.keep(of, base, isOfPublish)
}

/** The edits that were in flight when the video was read, and whose outcome it does not tell. */
function stillInFlight(
  { edits }: EditTables,
  { account_id, video_id }: OfVideo,
  changes: readonly RowChange[],
): EditRow[] {
  const begun = new Set(
    changes.filter(({ before }) => !before || !isInFlight(before)).map(({ key }) => key),
  )
  return edits.list(account_id, video_id).filter((row) => isInFlight(row) && !begun.has(row.key))
}

/** A read with the places of edits in flight as they are stored: what it shows there may be our own. */
function withoutPending(read: Video, stored: Video, pending: readonly EditRow[]): Video {
  const kept = pending.flatMap((row): AppliedEdit[] => {
    const { group, item_id, register } = row
    if (register !== null) {
      return [{ group, item_id, register, kind: 'set', want: valueAt(stored, row) }]
    }
    const item = row.kind === 'delete' && !itemAt(read, row) ? itemAt(stored, row) : undefined
    return item ? [{ group, item_id, register, kind: 'create', want: item }] : []
  })
  return applyEdits(read, kept)
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

interface Tables {
  edits: EditsTable
  steps: StepsTable
}

/** Applies changes and stores them as a step to undo. Without changes there is no step. */
export function keepStep(
  { edits, steps }: Tables,
  account_id: string,
  changes: RowChange[],
): RowChange[] {
  if (changes.length === 0) return changes
  steps.add(account_id, steps.begin(account_id), changes)
  putRows(edits, account_id, changes)
  return changes
}

/** Undoes or redoes one step; null when there is none. */
export function takeStep(
  tables: Tables,
  account_id: string,
  way: 'undo' | 'redo',
): RowChange[] | null {
  const { steps, edits } = tables
  const step = steps.next(account_id, way)
  if (!step) return null
  steps.mark(step.id, way === 'undo')
  const changes = restoredRows(tables, account_id, { step, way })
  for (const { before, after } of changes) {
    // As it is now, so that the step brings it back with the state of its requests.
    if (before && !after) steps.replace(step.id, way === 'undo' ? 'after' : 'before', before)
  }
  putRows(edits, account_id, changes)
  return changes
}

function putRows(edits: EditsTable, account_id: string, changes: readonly RowChange[]) {
  for (const { video_id, key, after } of changes) {
    if (after) edits.put(after)
    else edits.remove(account_id, video_id, key)
  }
}

interface Taken {
  step: Step
  way: 'undo' | 'redo'
}

function restoredRows({ edits }: Tables, account_id: string, { step, way }: Taken): RowChange[] {
  const revision = newRevision()
  return step.changes.map((change) => {
    const { video_id, key } = change
    const current = edits.find(account_id, video_id, key)
    assertFree(current)
    const image = way === 'undo' ? change.before : change.after
    const after = image && restored({ ...image, ...sendingOf(current ?? image), revision })
    return { video_id, key, before: current, after }
  })
}

/** As a draft; whether to create a deleted item again is still for the user to decide. */
const restored = (row: EditRow): EditRow =>
  row.kind === 'create' && row.status === 'conflict' ? row : asDraft(row)

/** Undo does not touch the state of requests: a late one can still be applied. */
function sendingOf(row: EditRow) {
  const { attempt, rounds, sentAt, quarantineUntil, knownIds, missedAt } = row
  return { attempt, rounds, sentAt, quarantineUntil, knownIds, missedAt }
}

/** The history entry for a read's changes, by whole groups; null when nothing changed. */
function downloadedHistory(stored: Video, { video, fetchedAt }: StoredBase): NewHistory | null {
  const before = withSecretOf(stored, video)
  const changed = GROUPS.filter((group) => !sameGroup(group, before[group], video[group]))
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
function duplicateHistory({ row, item_id, duplicate }: FoundDuplicate, at: number): NewHistory {
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
