import { randomBytes, randomInt } from 'node:crypto'
import { DeskError } from '../../shared/failure.ts'
import type { Change, EditsList, VideoList } from '../../shared/model/edit.ts'
import type { Video } from '../../shared/model/video.ts'
import type { EditRow, EditsCommit, StoredBase } from '../outbox/edit-row.ts'
import type { Journal } from '../outbox/journal.ts'
import { applyChange, asDraft, assertFree, isBusy, isSame } from '../outbox/save.ts'
import type { StoredAccount } from './accounts.ts'
import type { Database } from './database.ts'
import { discardedHistory, downloadedHistory } from './edit-events.ts'
import { makeEditHistory } from './edit-history.ts'
import { assertNoDraft, assertUnchanged, makeEditsTable } from './edits.ts'
import { makeSteps, type RowChange, type Step } from './steps.ts'
import { makeVideoList, makeVideosTable } from './videos.ts'

type VideoChanges = { video_id: string; changes: Change[] }

interface Parts {
  desk: Database
  journal: Pick<Journal, 'append'>
  findAccount: (account_id: string) => StoredAccount | null
}

type Tables = ReturnType<typeof makeTables>

/** What the store does for edits. Each verb is one transaction, then a line in the journal. */
export function makeEditVerbs(parts: Parts) {
  const tables = makeTables(parts.desk)
  const write = makeWriter(parts)
  return {
    ...readingVerbs(tables),
    ...keepingVerbs(tables, write),
    saveEdits(account_id: string, changed: VideoChanges[]): { created: string[] } {
      const created: string[] = []
      write(account_id, () => {
        const changes = changedRows(tables, account_id, { changed, created })
        return keepStep(tables, account_id, changes)
      })
      return { created }
    },
    /** Gives whether there was a step. */
    undoStep: (account_id: string): boolean => takeStep({ tables, write }, account_id, 'undo'),
    redoStep: (account_id: string): boolean => takeStep({ tables, write }, account_id, 'redo'),
    /** What was sent stays. Gives the number of edits given up. */
    discardEdits(account_id: string, video_ids: string[] | null, at: number): number {
      return write(account_id, () => discardRows(tables, { account_id, video_ids }, at)).length
    },
  }
}

function readingVerbs({ edits, videos, history, steps }: Tables) {
  return {
    videoBase: (account_id: string, video_id: string) => videos.find(account_id, video_id),
    videoRows: (account_id: string): Omit<VideoList, 'trouble'> => videos.list(account_id),
    editRows: (account_id: string, video_id: string | null) => edits.list(account_id, video_id),
    editsDesk: (account_id: string): EditsDesk => ({
      rows: edits.list(account_id, null),
      names: videos.namesOfEdited(account_id),
      ...steps.can(account_id),
    }),
    history: (account_id: string, video_id: string) => history.list(account_id, video_id),
    historyEntry: (account_id: string, video_id: string, id: number) =>
      history.find(account_id, video_id, id),
  }
}

/** What comes from the service, or of what became of edits there. */
function keepingVerbs(tables: Tables, write: Writer) {
  const { videos } = tables
  return {
    /** A whole list read; videos that are not in it are no more. */
    keepVideos(account_id: string, list: Video[], asOf: number): void {
      write(account_id, () => {
        for (const video of list) keepVideo(tables, account_id, { video, fetchedAt: asOf })
        const video_ids = list.map(({ id }) => id)
        videos.keepOnly(account_id, video_ids)
        videos.listed(account_id, asOf)
        return []
      })
    },
    keepVideo(account_id: string, base: StoredBase): void {
      write(account_id, () => {
        keepVideo(tables, account_id, base)
        return []
      })
    },
    commitEdits(account_id: string, video_id: string, commit: EditsCommit): void {
      write(account_id, () => commitRows(tables, { account_id, video_id }, commit))
    },
  }
}

export interface EditsDesk extends Pick<EditsList, 'names' | 'canUndo' | 'canRedo'> {
  rows: EditRow[]
}

function makeTables(desk: Database) {
  return {
    videos: { ...makeVideosTable(desk), ...makeVideoList(desk) },
    edits: makeEditsTable(desk),
    steps: makeSteps(desk),
    history: makeEditHistory(desk),
  }
}

type Writer = (account_id: string, work: () => RowChange[]) => RowChange[]

/** One transaction for an account that is there, and a line in the journal when it changed edits. */
function makeWriter({ desk, journal, findAccount }: Parts): Writer {
  return (account_id, work) => {
    const { account, changes } = desk.transaction(() => {
      const account = findAccount(account_id)
      // What was under way when its account was forgotten must not bring any of it back.
      if (!account) {
        throw new DeskError({ kind: 'not-found', text: 'This account is not on the desk.' })
      }
      return { account, changes: work() }
    })
    if (changes.length > 0) {
      const put = changes.flatMap(({ after }) => after ?? [])
      const gone = changes.filter(({ after }) => after === null)
      journal.append({ account, put, remove: gone.map(({ video_id, key }) => [video_id, key]) })
    }
    return changes
  }
}

/** Longer than any read takes: what seems older than that was read after the clock was set back. */
const LONGEST_READ_MS = 600_000

/** An older answer never takes the place of a newer one. */
function keepVideo({ videos, history }: Tables, account_id: string, base: StoredBase) {
  const { video, fetchedAt } = base
  const known = videos.find(account_id, video.id)
  const isOlder = known !== null && known.fetchedAt > fetchedAt
  if (isOlder && known.fetchedAt - fetchedAt < LONGEST_READ_MS) return
  const entry = known && downloadedHistory(known.video, base)
  if (entry) history.add(account_id, video.id, entry)
  videos.put(account_id, base)
}

interface OfVideo {
  account_id: string
  video_id: string
}

function commitRows(tables: Tables, of: OfVideo, commit: EditsCommit): RowChange[] {
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
    if (before) changes.push({ video_id, key, before, after: null })
  }
  for (const after of commit.put ?? []) {
    const { key } = after
    const before = edits.find(account_id, video_id, key)
    assertUnchanged(before, after)
    edits.put(after)
    changes.push({ video_id, key, before, after })
  }
  for (const entry of commit.history ?? []) history.add(account_id, video_id, entry)
  return changes
}

/** What a read before a post shows is a download like any other; after it, it is what was posted. */
function keepRead({ edits, videos, history }: Tables, of: OfVideo, base: StoredBase) {
  const { account_id, video_id } = of
  const known = videos.find(account_id, video_id)
  const entry = known && downloadedHistory(known.video, base)
  if (entry && !edits.list(account_id, video_id).some(isBusy)) {
    history.add(account_id, video_id, entry)
  }
  videos.put(account_id, base)
}

function forgetSteps(
  { steps }: Tables,
  { account_id, video_id }: OfVideo,
  { key, before }: Pick<RowChange, 'key' | 'before'>,
) {
  steps.forget(account_id, video_id, key)
  // An item that is gone takes with it what could be undone of its settings.
  if (before?.kind === 'delete') steps.forgetItem(account_id, video_id, before)
}

interface Saving {
  changed: VideoChanges[]
  created: string[]
}

/** What changes do to the rows, without keeping any of it. */
function changedRows(tables: Tables, account_id: string, { changed, created }: Saving) {
  const { edits, videos } = tables
  let seq = edits.lastSeq(account_id)
  const revision = newRevision()
  return byVideo(changed).flatMap(([video_id, changes]) => {
    const base = videos.find(account_id, video_id)?.video
    if (!base) throw new DeskError({ kind: 'not-found', text: 'This video is not on the desk.' })
    const before = new Map(edits.list(account_id, video_id).map((row) => [row.key, row]))
    const rows = new Map(before)
    const draft = { account_id, video_id, base, rows, nextSeq: () => ++seq, newId }
    for (const change of changes) {
      const made = applyChange(draft, change)
      if (made !== null) created.push(made)
    }
    return differences(before, rows, revision)
  })
}

function byVideo(changed: VideoChanges[]) {
  const videos = new Map<string, Change[]>()
  for (const { video_id, changes } of changed) {
    videos.set(video_id, [...(videos.get(video_id) ?? []), ...changes])
  }
  return [...videos]
}

type Rows = ReadonlyMap<string, EditRow>

function differences(before: Rows, after: Rows, revision: number): RowChange[] {
  const gone = [...before.values()].filter(({ key }) => !after.has(key))
  const put = [...after.values()].filter((row) => {
    const known = before.get(row.key)
    return row !== known && !(known && isSame(row, known))
  })
  return [
    ...gone.map((row) => ({ video_id: row.video_id, key: row.key, before: row, after: null })),
    ...put.map((row) => ({
      video_id: row.video_id,
      key: row.key,
      before: before.get(row.key) ?? null,
      after: { ...row, revision },
    })),
  ]
}

/** Keeps what the person did, as something to undo. A step that changes nothing is none. */
function keepStep({ edits, steps }: Tables, account_id: string, changes: RowChange[]): RowChange[] {
  if (changes.length === 0) return changes
  steps.add(account_id, steps.begin(account_id), changes)
  for (const { video_id, key, after } of changes) {
    if (after) edits.put(after)
    else edits.remove(account_id, video_id, key)
  }
  return changes
}

function takeStep(
  { tables, write }: { tables: Tables; write: Writer },
  account_id: string,
  way: 'undo' | 'redo',
): boolean {
  const { steps, edits } = tables
  let isTaken = false
  write(account_id, () => {
    const step = steps.next(account_id, way)
    if (!step) return []
    isTaken = true
    steps.mark(step.id, way === 'undo')
    const changes = restoredRows(tables, account_id, { step, way })
    for (const { video_id, key, after } of changes) {
      if (after) edits.put(after)
      else edits.remove(account_id, video_id, key)
    }
    return changes
  })
  return isTaken
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
    const after = image && { ...asDraft({ ...image, ...sendingOf(current ?? image) }), revision }
    return { video_id, key, before: current, after }
  })
}

/** What became of the requests is no part of what is undone: a late one can still be applied. */
function sendingOf(row: EditRow) {
  const { attempt, rounds, sentAt, quarantineUntil, knownIds, missedAt } = row
  return { attempt, rounds, sentAt, quarantineUntil, knownIds, missedAt }
}

function discardRows(
  tables: Tables,
  { account_id, video_ids }: { account_id: string; video_ids: string[] | null },
  at: number,
): RowChange[] {
  const chosen = video_ids && new Set(video_ids)
  const given = tables.edits
    .list(account_id, null)
    .filter((row) => !isBusy(row) && (!chosen || chosen.has(row.video_id)))
  for (const row of given) {
    tables.history.add(account_id, row.video_id, discardedHistory(row, at))
  }
  const changes = given.map((before) => {
    return { video_id: before.video_id, key: before.key, before, after: null }
  })
  return keepStep(tables, account_id, changes)
}

const newRevision = () => randomInt(2 ** 48 - 1)
const newId = () => `local:${randomBytes(12).toString('hex')}`
