import {
  addCounts,
  kindCountsOf,
  type Publish,
  type PublishedVideo,
  type PublishState,
  type PublishSummary,
  sumOf,
} from '../../../shared/features/publishing/publish.ts'
import { groupBy } from '../../../shared/maps.ts'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../database/database.ts'
import { jsonRow, upsert } from '../../database/statements.ts'
import type { EditRow } from './edit-row.ts'
import type { EditsTable } from './edits.ts'
import type { RowChange } from './steps.ts'

interface Tables {
  edits: Pick<EditsTable, 'list'>
  nameOf: (account_id: string, video_id: string) => string | null
}

type Entry = Omit<PublishedVideo, 'video_id' | 'state'>
type PublishRow = [id: number, startedAt: number, endedAt: number | null, isStopped: number]

/** States in which a video's part of a publish is not finished. */
const GOING_ON: readonly PublishState[] = ['waiting', 'sending', 'unknown']
const IS_GOING_ON = `state IN (${GOING_ON.map((state) => `'${state}'`).join(', ')})`

const COLUMNS = 'id, started_at, ended_at, is_stopped'

/**
 * Which edits were published together, and the outcome for each video. Stored in the same
 * transactions as the edits, so the two always agree.
 */
export function makePublishes(database: Database, clock: Pick<Clock, 'now'>, tables: Tables) {
  const rows = makeRows(database)

  /**
   * The publish for these edits: the present one when it is running or is being continued,
   * otherwise a new one. A stopped one is continued only by edits of its own.
   */
  function begin(account_id: string, queued: readonly EditRow[]): number {
    const last = rows.last(account_id)
    const isOfLast = () => {
      const left = new Set(rows.unfinished(last?.id ?? 0))
      return queued.every(({ video_id }) => left.has(video_id))
    }
    const isRunning = last?.endedAt === null && !last.isStopped
    if (last && (isRunning || (!last.isDismissed && isOfLast()))) {
      rows.goOn(last.id)
      return last.id
    }
    return rows.insert(account_id, clock.now())
  }

  /** Adds edits to a publish. To be called before `note`. */
  function add(id: number, account_id: string, queued: readonly EditRow[]) {
    for (const [video_id, edits] of groupBy(queued, (row) => row.video_id)) {
      const known = rows.video(id, video_id)
      const added = edits.filter(({ publish }) => publish !== id || !known)
      const entry = known?.entry ?? newEntry(tables.nameOf(account_id, video_id) ?? video_id)
      const changes = addCounts(entry.changes, kindCountsOf(added))
      rows.put({ id, account_id, video_id }, 'waiting', { ...entry, changes, failure: null })
    }
  }

  /** Updates the publishes of changed rows. */
  function note(account_id: string, changes: readonly RowChange[]) {
    const touched = changes.flatMap((change) => {
      // An edit that moves to another publish belonged to one that has ended.
      const id = change.after?.publish ?? change.before?.publish
      return id === undefined ? [] : [{ id, change }]
    })
    for (const [id, ofPublish] of groupBy(touched, (one) => one.id)) {
      const byVideo = groupBy(ofPublish, ({ change }) => change.video_id)
      for (const [video_id, ofVideo] of byVideo) {
        noteVideo(
          { id, account_id, video_id },
          ofVideo.map(({ change }) => change),
        )
      }
      rows.endWhenDone(id, clock.now())
    }
  }

  function noteVideo(of: Of, changes: readonly RowChange[]) {
    const known = rows.video(of.id, of.video_id)
    if (!known) return
    const left = tables.edits
      .list(of.account_id, of.video_id)
      .filter(({ publish }) => publish === of.id)
    const entry = withOutcomes(known.entry, changes)
    const refused = left.find(({ status, failure }) => status === 'rejected' && failure)
    const requests = Math.max(entry.requests, ...changes.map(requestsOf))
    const isOnlyQueued = changes.every(({ after }) => after?.status === 'queued')
    rows.put(of, stateOf(left, entry), {
      ...entry,
      requests,
      failure: refused?.failure ?? (left.length > 0 ? entry.failure : null),
      at: isOnlyQueued ? entry.at : clock.now(),
    })
  }

  return {
    begin,
    add,
    note,
    list: rows.list,
    /** Null when there is none, or it is dismissed. */
    last(account_id: string): Publish | null {
      const last = rows.last(account_id)
      return last && !last.isDismissed ? rows.open(account_id, last.id) : null
    },
    open: rows.open,
    stop: rows.stop,
    unstop: rows.unstop,
    dismiss: rows.dismiss,
    prune: rows.prune,
  }
}

/**
 * Ends what no edit is queued or in flight for any more, as after a recovery or in a restored
 * backup, whose edits are drafts. It ended when it last did something.
 */
export function endUnfinished(database: Database) {
  database.run(`UPDATE publish_videos SET state = 'left' WHERE ${IS_GOING_ON} AND NOT EXISTS (
    SELECT 1 FROM edits WHERE edits.account_id = publish_videos.account_id
    AND edits.video_id = publish_videos.video_id
    AND edits.status IN ('queued', 'sending', 'confirming'))`)
  const lastStep = `SELECT CAST(max(entry ->> '$.at') AS INTEGER) FROM publish_videos
    WHERE publish = publishes.id`
  database.run(`UPDATE publishes SET ended_at = coalesce((${lastStep}), started_at)
    WHERE ended_at IS NULL AND id NOT IN (
      SELECT publish FROM publish_videos WHERE ${IS_GOING_ON})`)
}

interface Of {
  id: number
  account_id: string
  video_id: string
}

const newEntry = (name: string): Entry => ({
  name,
  changes: {},
  published: {},
  overwritten: 0,
  unneeded: 0,
  at: null,
  failure: null,
  requests: 0,
})

function withOutcomes(entry: Entry, changes: readonly RowChange[]): Entry {
  const gone = changes.filter(({ after }) => after === null)
  const of = (outcome: RowChange['outcome']) => gone.filter((change) => change.outcome === outcome)
  const published = of('published').flatMap(({ before }) => before ?? [])
  // Undone and redone, or left as one edit by others that it replaces.
  const isBack = ({ before, after }: RowChange) => before === null && after !== null
  const unneeded = entry.unneeded + of(undefined).length - changes.filter(isBack).length
  return {
    ...entry,
    published: addCounts(entry.published, kindCountsOf(published)),
    overwritten: entry.overwritten + of('overwritten').length,
    unneeded: Math.max(0, unneeded),
  }
}

function stateOf(left: readonly EditRow[], entry: Entry): PublishState {
  const has = (status: EditRow['status']) => left.some((row) => row.status === status)
  const done = sumOf(entry.published) + entry.overwritten
  if (has('sending')) return 'sending'
  if (has('confirming')) return 'unknown'
  if (has('queued')) return done > 0 ? 'sending' : 'waiting'
  if (has('conflict')) return 'conflict'
  if (has('rejected')) return 'refused'
  if (left.length > 0) return 'left'
  return done > 0 ? 'published' : 'unneeded'
}

const requestsOf = ({ before, after }: RowChange) => (after ?? before)?.attempt ?? 0

function makeRows(database: Database) {
  const read = (row: PublishRow) => {
    const [id, startedAt, endedAt, isStopped] = row
    return { id, startedAt, endedAt, isStopped: isStopped === 1 }
  }

  function last(account_id: string) {
    const sql = `SELECT ${COLUMNS}, is_dismissed FROM publishes WHERE account_id = ?
      ORDER BY id DESC LIMIT 1`
    const row = database.first<[...PublishRow, number]>(sql, account_id)
    if (!row) return null
    const [id, startedAt, endedAt, isStopped, isDismissed] = row
    return { ...read([id, startedAt, endedAt, isStopped]), isDismissed: isDismissed === 1 }
  }

  /** The id is at least the current time, so it is never reused even when the table was lost. */
  function insert(account_id: string, now: number): number {
    const highest = database.first<[number | null]>('SELECT max(id) FROM publishes')?.[0] ?? 0
    const id = Math.max(now, highest + 1)
    const sql = `INSERT INTO publishes (id, account_id, started_at, ended_at, is_stopped, is_dismissed)
      VALUES (?, ?, ?, NULL, 0, 0)`
    database.run(sql, id, account_id, now)
    return id
  }

  function goOn(id: number) {
    const sql =
      'UPDATE publishes SET ended_at = NULL, is_stopped = 0, is_dismissed = 0 WHERE id = ?'
    database.run(sql, id)
  }

  function stop(account_id: string) {
    const sql = 'UPDATE publishes SET is_stopped = 1 WHERE account_id = ? AND ended_at IS NULL'
    database.run(sql, account_id)
  }

  function unstop(id: number | undefined) {
    const sql = 'UPDATE publishes SET is_stopped = 0 WHERE id = ?'
    if (id !== undefined) database.run(sql, id)
  }

  function dismiss(account_id: string, id: number) {
    const sql = 'UPDATE publishes SET is_dismissed = 1 WHERE account_id = ? AND id = ?'
    database.run(sql, account_id, id)
  }

  function endWhenDone(id: number, now: number) {
    const going = `SELECT 1 FROM publish_videos WHERE publish = ? AND ${IS_GOING_ON} LIMIT 1`
    if (database.first(going, id)) {
      database.run('UPDATE publishes SET ended_at = NULL WHERE id = ?', id)
    } else {
      database.run('UPDATE publishes SET ended_at = ? WHERE id = ? AND ended_at IS NULL', now, id)
    }
  }

  /** For all accounts. */
  function prune(before: number) {
    database.run('DELETE FROM publishes WHERE ended_at < ?', before)
  }

  return {
    ...{ last, insert, goOn, stop, unstop, dismiss, endWhenDone, prune },
    ...makeVideoRows(database, read),
  }
}

type VideoRow = [video_id: string, state: PublishState, entry: string]

function makeVideoRows(database: Database, read: (row: PublishRow) => Omit<Publish, 'videos'>) {
  function video(id: number, video_id: string): { entry: Entry } | null {
    const sql = 'SELECT entry FROM publish_videos WHERE publish = ? AND video_id = ?'
    const entry = jsonRow<Entry>(database, sql, id, video_id)
    return entry && { entry }
  }

  function put({ id, account_id, video_id }: Of, state: PublishState, entry: Entry) {
    const row = { account_id, state, entry: JSON.stringify(entry) }
    upsert(database, 'publish_videos', { publish: id, video_id }, row)
  }

  /** Ids of the videos with something left to publish. */
  function unfinished(id: number): string[] {
    const sql = `SELECT video_id FROM publish_videos WHERE publish = ?
      AND state NOT IN ('published', 'unneeded')`
    return database.all<[string]>(sql, id).flat()
  }

  function videosOf(id: number): PublishedVideo[] {
    const sql = 'SELECT video_id, state, entry FROM publish_videos WHERE publish = ? ORDER BY rowid'
    return database.all<VideoRow>(sql, id).map(([video_id, state, entry]) => {
      return { video_id, state, ...(JSON.parse(entry) as Entry) }
    })
  }

  function open(account_id: string, id: number): Publish | null {
    const sql = `SELECT ${COLUMNS} FROM publishes WHERE account_id = ? AND id = ?`
    const row = database.first<PublishRow>(sql, account_id, id)
    return row && { ...read(row), videos: videosOf(id) }
  }

  function list(account_id: string): PublishSummary[] {
    const sql = `SELECT ${COLUMNS} FROM publishes WHERE account_id = ? ORDER BY id DESC`
    return database.all<PublishRow>(sql, account_id).map((row) => {
      const { id, ...publish } = read(row)
      const videos = videosOf(id)
      const total = (of: 'changes' | 'published') =>
        videos.reduce((sum, one) => sum + sumOf(one[of]), 0)
      return {
        id,
        ...publish,
        videos: videos.length,
        changes: total('changes'),
        published: total('published'),
      }
    })
  }

  return { video, put, unfinished, open, list }
}
