import { randomBytes } from 'node:crypto'
import type { Video } from '../../../shared/api/video.ts'
import { AppError, notFound } from '../../../shared/failure.ts'
import {
  type AppliedTemplate,
  type Change,
  type EditsList,
  isInFlight,
  localId,
  type SavedStep,
  type VideoList,
  type VideoPlace,
} from '../../../shared/features/publishing/edit.ts'
import { partnerOf } from '../../../shared/features/publishing/modes.ts'
import { registerKey } from '../../../shared/features/publishing/register.ts'
import { isHandBuiltList, sameValue } from '../../../shared/features/publishing/value.ts'
import { getOrCreate, groupBy } from '../../../shared/maps.ts'
import { nextCommit } from '../../database/commits.ts'
import type { Database } from '../../database/database.ts'
import type { StoreContext, StoredCalls } from '../../database/stored.ts'
import { failpoint } from '../../failpoint.ts'
import { moveItemProblems } from '../problems/store.ts'
import { linkPlaces, moveTemplateLink } from '../templates/store.ts'
import type { AdoptedIds } from './adopted-ids.ts'
import { duplicatesShown } from './duplicates.ts'
import {
  commitRows,
  discardedHistory,
  keepListed,
  keepStep,
  keepVideo,
  lookForDuplicates,
  makeTables,
  resolvedHistory,
  seeVideo,
  type EditTables as Tables,
  takeStep,
} from './edit-commit.ts'
import {
  type EditedVideo,
  type EditRow,
  type EditsCommit,
  editOf,
  type OpenedVideo,
  queued,
  queuedAsMine,
  type ReadTime,
  type Resolution,
  type StoredBase,
  stopped,
  unitOf,
  withPartner,
} from './edit-row.ts'
import { newRevision } from './edits.ts'
import { applyAll, applyFree, isSame } from './save.ts'
import type { RowChange } from './steps.ts'
import { changesBefore, takenBack } from './take-back.ts'

type VideoChanges = { video_id: string; changes: Change[] }

export interface SaveOptions {
  template?: AppliedTemplate | undefined
  leavesInFlight?: boolean | undefined
}

type Parts = Pick<StoreContext, 'adoptedIds' | 'clock' | 'desk' | 'journal' | 'write'>

/** The store's verbs for edits. Each is one transaction, then a line in the journal. */
export function makeEditVerbs(parts: Parts) {
  const tables = makeTables(parts.desk, parts.clock)
  const write = makeWriter(parts, tables)
  const { adoptedIds } = parts
  return {
    ...readingVerbs(tables, adoptedIds),
    ...keepingVerbs({ desk: parts.desk, tables, write, adoptedIds }),
    saveEdits(
      account_id: string,
      edits: VideoChanges[],
      { template, leavesInFlight }: SaveOptions = {},
    ): SavedStep {
      const created: string[] = []
      const leftOut: Change[] = []
      const changed = edits.map(({ video_id, changes }) => {
        const of = { account_id, video_id }
        return { video_id, changes: changes.map((change) => adoptedIds.resolve(of, change)) }
      })
      write(account_id, () => {
        const saving = { changed, created, ...(leavesInFlight && { leftOut }) }
        const changes = changedRows(tables, account_id, saving)
        const kept = keepStep(tables, account_id, changes)
        if (template) {
          const step = kept.length > 0 ? tables.steps.last(account_id) : null
          const known = adoptedIds.resolveAll(account_id, template.places)
          const places = [...known, ...createdPlaces(kept)]
          linkPlaces(parts.desk, { account_id, step }, { ...template, places })
        }
        failpoint('save-before-commit')
        return kept
      })
      failpoint('save-after-journal')
      return { created, leftOut: leftOut.length }
    },
    ...postingVerbs(tables, write),
    ...restoringVerbs(tables, write),
    /** Returns whether there was a step. */
    undoStep: (account_id: string): boolean => runStep({ tables, write }, account_id, 'undo'),
    redoStep: (account_id: string): boolean => runStep({ tables, write }, account_id, 'redo'),
    /** Edits in flight stay. Returns the number of discarded edits. */
    discardEdits(account_id: string, video_ids: string[] | null, at: number): number {
      return write(account_id, () => discardRows(tables, { account_id, video_ids }, at)).length
    },
  }
}

const createdPlaces = (changes: readonly RowChange[]): VideoPlace[] =>
  changes.flatMap(({ before, after }) => (!before && after?.kind === 'create' ? [after] : []))

function runStep(
  { tables, write }: { tables: Tables; write: Writer },
  account_id: string,
  way: 'undo' | 'redo',
): boolean {
  let isTaken = false
  write(account_id, () => {
    const changes = takeStep(tables, account_id, way)
    isTaken = changes !== null
    return changes ?? []
  })
  return isTaken
}

/** Whether an edit goes together with a draft: what was refused with it is sent with it again. */
function besideDraft(rows: readonly EditRow[]) {
  const keyOf = (row: EditRow) => `${row.video_id} ${unitOf(row)}`
  const units = new Set(rows.filter(({ status }) => status === 'draft').map(keyOf))
  return (row: EditRow) => units.has(keyOf(row))
}

/** Functions for posting. Edits queued together are one publish, in one transaction. */
function postingVerbs(tables: Tables, write: Writer) {
  const { edits, publishes } = tables
  return {
    /**
     * Queues the drafts of some videos, or of all with null, as one publish. Refused edits only when
     * named, or when they go together with a draft.
     */
    queueEdits(account_id: string, video_ids: readonly string[] | null): void {
      const named = video_ids && new Set(video_ids)
      write(account_id, () => {
        const chosen = edits
          .list(account_id, null)
          .filter(({ video_id }) => !named || named.has(video_id))
        const isBeside = besideDraft(chosen)
        const rows = chosen.flatMap((row) => queued(row, named !== null || isBeside(row)) ?? [])
        if (rows.length === 0) return []
        const publish = publishes.begin(account_id, rows)
        publishes.add(publish, account_id, rows)
        const changes = putAll(edits, rows, (row) => ({ ...row, publish }))
        failpoint('queue-before-commit')
        const goingOn = chosen.filter((row) => isInFlight(row) && row.isStopped)
        return [...changes, ...putAll(edits, goingOn, ({ isStopped: __, ...row }) => row)]
      })
      failpoint('queue-after-commit')
    },
    /** Turns queued edits back into drafts. */
    stopEdits(account_id: string): void {
      write(account_id, () => {
        publishes.stop(account_id)
        const rows = edits.list(account_id, null).flatMap((row) => stopped(row) ?? [])
        return putAll(edits, rows, (row) => row)
      })
    },
    /** Queues edits in conflict on the service's value, or discards them. */
    resolveEdits(account_id: string, video_id: string, { keys, choice }: Resolution, at: number) {
      write(account_id, () => {
        const all = edits.list(account_id, video_id)
        const isChosen = (row: EditRow) =>
          keys.includes(row.key) || (choice === 'mine' && isHeldBeside(row, keys))
        const rows = all.filter((row) => row.status === 'conflict' && isChosen(row))
        if (choice === 'theirs') {
          const history = rows.map((row) => resolvedHistory(row, at))
          return commitRows(tables, { account_id, video_id }, { remove: rows, history })
        }
        // Nothing could bring back the hand-built overlay that the list would replace.
        const mine = rows.filter((row) => !isHandBuiltList(row, row.theirs))
        if (mine.length === 0 && rows.length > 0) throw new AppError({ kind: 'hand-built' })
        for (const { publish } of mine) publishes.unstop(publish)
        const base = tables.videos.find(account_id, video_id)?.video
        const shown = { base, rows: new Map(all.map((row) => [row.key, row])) }
        return putAll(edits, mine, (row) => withPartner(queuedAsMine(row), shown, null))
      })
    },
  }
}

/**
 * Whether nobody changed the value of an edit in conflict, which waits only for the decision on its partner:
 * kept one after the other, each of them would wait for the other.
 */
function isHeldBeside(row: EditRow, keys: readonly string[]): boolean {
  const partner = partnerOf(row)
  return !!partner && keys.includes(registerKey(partner)) && sameValue(row, row.base, row.theirs)
}

/**
 * Functions that create drafts with earlier values, each call as one step, or preview these drafts.
 */
function restoringVerbs(tables: Tables, write: Writer) {
  const { history, publishes } = tables
  const save = (account_id: string, find: () => VideoChanges[]) =>
    void write(account_id, () =>
      keepStep(
        tables,
        account_id,
        changedRows(tables, account_id, { changed: find(), created: [] }),
      ),
    )
  const preview = (account_id: string, changed: VideoChanges[]) => {
    const rows = changedRows(tables, account_id, { changed, created: [] })
    return {
      made: rows.flatMap(({ after }) => after ?? []),
      dropped: rows.flatMap(({ before, after }) => (before && !after ? before : [])),
    }
  }
  const before = (account_id: string, video_id: string, entry: number): VideoChanges[] => {
    const changes = changesBefore(tables, { account_id, video_id }, entry)
    if (!changes) throw noVideo()
    return [{ video_id, changes }]
  }
  return {
    takeBack(account_id: string, publish: number, keepsLater: boolean): void {
      save(account_id, () => takenBack(tables, { account_id, publish, keepsLater }).edits)
    },
    restoreVideo(account_id: string, video_id: string, entry: number): void {
      save(account_id, () => before(account_id, video_id, entry))
    },
    publishes: {
      list: ({ account_id }) => publishes.list(account_id),
      last: ({ account_id }) => publishes.last(account_id),
      open: ({ account_id, publish }) => publishes.open(account_id, publish),
      dismiss({ account_id, publish }) {
        write(account_id, () => publishes.dismiss(account_id, publish))
      },
      takingBack({ account_id, publish, keepsLater }) {
        const of = { account_id, publish, keepsLater }
        const { edits: changed, ...found } = takenBack(tables, of)
        const { made, dropped } = preview(account_id, changed)
        const videos = new Set(made.map(({ video_id }) => video_id)).size
        return { videos, made: made.length, dropped: dropped.length, ...found }
      },
    } satisfies StoredCalls['publishes'],
    changeHistory: {
      page: ({ account_id, filter, before: from }) => history.page(account_id, filter, from),
      restoring({ account_id, video_id, entry }) {
        const { made, dropped } = preview(account_id, before(account_id, video_id, entry))
        return { made: made.map((row) => editOf(row)), dropped: dropped.map((row) => editOf(row)) }
      },
    } satisfies StoredCalls['changeHistory'],
  }
}

const noVideo = () => notFound('This video is not on this computer.')

function putAll(
  edits: Tables['edits'],
  rows: readonly EditRow[],
  change: (row: EditRow) => EditRow,
): RowChange[] {
  const revision = newRevision()
  return rows.map((before) => {
    // An edit in flight keeps it, so that the commit of its outcome is not refused.
    const after = isInFlight(before) ? change(before) : { ...change(before), revision }
    edits.put(after)
    return { video_id: after.video_id, key: after.key, before, after }
  })
}

function readingVerbs(tables: Tables, adoptedIds: AdoptedIds) {
  const { edits, videos, history, steps } = tables
  return {
    videoBase: (account_id: string, video_id: string) => videos.find(account_id, video_id),
    videoRows: (account_id: string): Omit<VideoList, 'trouble'> => videos.list(account_id),
    /** In the order in which they were made; of one video, or of all with null. */
    editRows: (account_id: string, video_id: string | null) => edits.list(account_id, video_id),
    /** Both in one read: an edit that is posted between two reads would be missing from both. */
    editedVideo: (account_id: string, video_id: string): OpenedVideo => ({
      base: videos.find(account_id, video_id),
      rows: edits.list(account_id, video_id),
      adopted: adoptedIds.list(account_id, video_id),
    }),
    /** Every edited video, and all videos' ids; null until a list was read. */
    editedVideos(account_id: string): { videos: EditedVideo[]; listed: string[] | null } {
      const { rows } = videos.list(account_id)
      const unread = videos.unread(account_id)
      const edited = groupBy(edits.list(account_id, null), (row) => row.video_id)
      return {
        videos: [...edited].map(([video_id, rows]) => {
          return { base: videos.find(account_id, video_id), rows }
        }),
        listed: unread && [...rows.map(({ id }) => id), ...unread],
      }
    },
    editsOf(account_id: string): StoredEdits {
      const rows = edits.list(account_id, null)
      const names = videos.namesOfEdited(account_id)
      const duplicates = duplicatesShown(tables, account_id, rows)
      // Without the items of the rows: main would take a second to copy 10,000 of them.
      const adopted = adoptedIds.list(account_id, null)
      const shown = rows.map((row) => editOf(row))
      return { edits: shown, names, duplicates, adopted, ...steps.can(account_id) }
    },
    history: (account_id: string, video_id: string) => history.list(account_id, video_id),
  }
}

export interface ReadList extends Pick<ReadTime, 'begunAt'> {
  /** The ids of the videos in it that could not be read. */
  unread_ids?: string[]
}

interface Keeping {
  desk: Database
  tables: Tables
  write: Writer
  adoptedIds: AdoptedIds
}

/** Verbs that store what the service returned, and the outcomes of edits. */
function keepingVerbs({ desk, tables, write, adoptedIds }: Keeping) {
  return {
    /** Stores a complete list; videos that are neither in it nor among the unread ones are missing. */
    keepVideos(account_id: string, list: Video[], asOf: number, of: ReadList = {}): void {
      const { unread_ids = [], begunAt } = of
      const read = { fetchedAt: asOf, begunAt }
      write(account_id, () => {
        for (const video of list) keepVideo(tables, account_id, { ...read, video })
        const listed = [...list.map(({ id }) => id), ...unread_ids]
        keepListed(tables, account_id, { ...read, listed, unread: unread_ids })
      })
    },
    keepVideo(account_id: string, base: StoredBase): void {
      write(account_id, () => keepVideo(tables, account_id, base))
    },
    /** Takes note of a read for posting, or with null of one that did not find the video. */
    seeVideo: (account_id: string, video_id: string, read: ReadTime & { video: Video | null }) =>
      seeVideo(tables, { account_id, video_id }, read),
    /**
     * Throws `refused` and changes nothing when the user changed or discarded one of these edits
     * since it was read: the rows must be read again. A draft cannot be removed, and what a stopped
     * publish would queue again becomes a draft. Returns the ids of possible duplicates, each once.
     */
    commitEdits(account_id: string, video_id: string, commit: EditsCommit): string[] {
      const of = { account_id, video_id }
      let found: string[] = []
      write(account_id, () => {
        const changes = commitRows(tables, of, commit)
        for (const adopted of commit.adopted ?? []) {
          const { row, item } = adopted
          const at = [account_id, video_id, row.group, row.item_id ?? ''] as const
          moveTemplateLink(desk, at, item.id)
          moveItemProblems(desk, adopted)
        }
        found = commit.base ? lookForDuplicates(tables, of, { ...commit, base: commit.base }) : []
        return changes
      })
      for (const { kind, item_id } of commit.put ?? []) {
        if (kind === 'create' && item_id !== null) adoptedIds.forget(of, item_id)
      }
      for (const { row, item } of commit.adopted ?? []) {
        adoptedIds.add({ ...of, local: row.item_id ?? '', id: item.id })
      }
      return found
    },
    /** The user wants both items. */
    keepBoth(account_id: string, video_id: string, item_id: string): void {
      write(account_id, () => tables.duplicates.settle({ account_id, video_id }, item_id))
    },
    /**
     * Removes history entries and publishes older than promised, and the older steps without waiting
     * edits. Their age is counted from the newest of them, as the clock may be ahead.
     */
    pruneEdits(now: number): void {
      desk.transaction(() => {
        const [newest] = desk.first<[number | null]>(NEWEST) ?? []
        const before = Math.min(now, newest ?? now) - HISTORY_MS
        tables.history.prune(before)
        tables.steps.prune(before)
        tables.publishes.prune(before)
      })
    },
  }
}

const HISTORY_MS = 90 * 24 * 3_600_000
const NEWEST = `SELECT max(at) FROM (SELECT at FROM edit_history
  UNION ALL SELECT made_at FROM steps UNION ALL SELECT ended_at FROM publishes)`

/** An account's pending edits, as the store reads them. */
export type StoredEdits = Omit<EditsList, 'isPosting' | 'blocked'>

type Writer = (account_id: string, work: () => RowChange[] | void) => RowChange[]

/**
 * One transaction for an existing account, with what it means for publishes, and a line in the
 * journal when it changed edits.
 */
function makeWriter({ desk, journal, write }: Parts, { publishes }: Tables): Writer {
  return (account_id, work) => {
    const { account, changes, commit } = write(account_id, (account) => {
      const changes = work() ?? []
      publishes.note(account_id, changes)
      return { account, changes, commit: changes.length > 0 ? nextCommit(desk) : undefined }
    })
    if (commit) {
      failpoint('save-after-commit')
      const put = changes.flatMap(({ after }) => after ?? [])
      const gone = changes.filter(({ after }) => after === null)
      const remove = gone.map(({ video_id, key }): [string, string] => [video_id, key])
      journal.append({ account, put, remove, commit })
    }
    return changes
  }
}

interface Saving {
  changed: VideoChanges[]
  created: string[]
  leftOut?: Change[]
}

/**
 * Computes the changed rows without storing them; adds the ids of created items to `created`, and
 * to `leftOut` the changes of edits in flight, which otherwise are refused.
 */
function changedRows(tables: Tables, account_id: string, { changed, created, leftOut }: Saving) {
  const { edits, videos } = tables
  let seq = edits.lastSeq(account_id)
  const revision = newRevision()
  return byVideo(changed).flatMap(([video_id, changes]) => {
    const base = videos.find(account_id, video_id)?.video
    if (!base) throw noVideo()
    const before = new Map(edits.list(account_id, video_id).map((row) => [row.key, row]))
    const rows = new Map(before)
    const draft = { account_id, video_id, base, rows, nextSeq: () => ++seq, newId }
    if (leftOut) {
      const applied = applyFree(draft, changes)
      created.push(...applied.created)
      leftOut.push(...applied.leftOut)
    } else created.push(...applyAll(draft, changes))
    return differences(before, rows, revision)
  })
}

function byVideo(changed: VideoChanges[]) {
  const videos = new Map<string, Change[]>()
  for (const { video_id, changes } of changed) {
    getOrCreate(videos, video_id, (): Change[] => []).push(...changes)
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
      // In flight only the note changes, for which the commit of the outcome is not to be refused.
      after: isInFlight(row) ? row : { ...row, revision },
    })),
  ]
}

function discardRows(
  tables: Tables,
  { account_id, video_ids }: { account_id: string; video_ids: string[] | null },
  at: number,
): RowChange[] {
  const chosen = video_ids && new Set(video_ids)
  const discarded = tables.edits
    .list(account_id, null)
    .filter((row) => !isInFlight(row) && (!chosen || chosen.has(row.video_id)))
  for (const row of discarded) {
    tables.history.add(account_id, row.video_id, discardedHistory(row, at))
  }
  const changes = discarded.map((before) => {
    return { video_id: before.video_id, key: before.key, before, after: null }
  })
  return keepStep(tables, account_id, changes)
}

const newId = () => localId(randomBytes(12).toString('hex'))
