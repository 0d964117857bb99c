import { z } from 'zod'
import { type Video, video, videoId } from '../../../shared/api/video.ts'
import type { VideoRow } from '../../../shared/features/publishing/edit.ts'
import { accountId } from '../../../shared/model/ids.ts'
import { instant } from '../../../shared/time/time.ts'
import type { Database } from '../../database/database.ts'
import { count, json, ofVideo } from '../../database/rows.ts'
import { jsonRow, upsert } from '../../database/statements.ts'
import type { Stored } from '../../database/stored.ts'
import type { StoredBase } from '../publishing/edit-row.ts'

/** Each video as the service last returned it. Read and written together with its edits. */
export const videosStored = {
  tables: {
    videos: {
      alsoIn: 'service',
      row: () =>
        z.object({
          ...ofVideo,
          fetched_at: instant,
          name: z.string(),
          duration: z.number().nonnegative().nullable(),
          call_actions: count,
          pixels: count,
          video: json(video),
        }),
    },
    video_lists: {
      alsoIn: 'service',
      row: () =>
        z.object({ account_id: accountId, as_of: instant, unread_ids: json(z.array(videoId)) }),
    },
  },
  migrations: {
    2: `
  -- What the service last said of each video, whole; some of it again in columns, for the list.
  CREATE TABLE videos (
    account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
    video_id TEXT NOT NULL,
    fetched_at INTEGER NOT NULL,
    name TEXT NOT NULL,
    duration REAL,
    call_actions INTEGER NOT NULL,
    pixels INTEGER NOT NULL,
    video TEXT NOT NULL CHECK (json_valid(video)),
    UNIQUE (account_id, video_id)
  ) STRICT;
  CREATE TABLE video_lists (
    account_id TEXT PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
    as_of INTEGER NOT NULL
  ) STRICT;
  `,
    14: `
  -- The videos of the list that could not be read.
  ALTER TABLE video_lists ADD COLUMN
    unread_ids TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(unread_ids));
  `,
  },
  verbs: () => ({}),
} satisfies Stored<unknown>

export function makeVideosTable(database: Database) {
  function find(account_id: string, video_id: string): StoredBase | null {
    const sql = 'SELECT video, fetched_at FROM videos WHERE account_id = ? AND video_id = ?'
    const row = database.first<[string, number]>(sql, account_id, video_id)
    return row && { video: JSON.parse(row[0]) as Video, fetchedAt: row[1] }
  }

  function put(account_id: string, { video, fetchedAt }: StoredBase) {
    const row = {
      fetched_at: fetchedAt,
      name: video.name || video.id,
      duration: video.duration ?? null,
      call_actions: video.call_actions?.items?.length ?? 0,
      pixels: video.pixels?.items?.length ?? 0,
      video: JSON.stringify(video),
    }
    upsert(database, 'videos', { account_id, video_id: video.id }, row)
  }

  return { find, put }
}

/** The list of videos, and what is edited in them. */
export function makeVideoList(database: Database) {
  /** Removes the videos that are missing from a complete list, except those with edits. */
  function keepOnly(account_id: string, video_ids: string[]) {
    database.run(
      `DELETE FROM videos WHERE account_id = ?1
       AND video_id NOT IN (SELECT value FROM json_each(?2))
       AND video_id NOT IN (SELECT video_id FROM edits WHERE account_id = ?1)`,
      account_id,
      JSON.stringify(video_ids),
    )
  }

  /** Keeps when the list was read, and which of its videos could not be. */
  function listed(account_id: string, asOf: number, unread: readonly string[]) {
    const row = { as_of: asOf, unread_ids: JSON.stringify(unread) }
    upsert(database, 'video_lists', { account_id }, row)
  }

  /** The videos that the last list had but that could not be read; null before any list was read. */
  function unread(account_id: string): string[] | null {
    const sql = 'SELECT unread_ids FROM video_lists WHERE account_id = ?'
    return jsonRow(database, sql, account_id)
  }

  function listedAt(account_id: string): number | null {
    const sql = 'SELECT as_of FROM video_lists WHERE account_id = ?'
    return database.first<[number]>(sql, account_id)?.[0] ?? null
  }

  /** By name, then id. */
  function list(account_id: string): { rows: VideoRow[]; asOf: number | null } {
    const sql = `SELECT videos.video_id AS id, name, duration, fetched_at AS asOf,
      call_actions AS callActions, pixels,
      count(*) FILTER (WHERE kind = 'create') AS added,
      count(*) FILTER (WHERE kind IN ('set', 'list')) AS changed,
      count(*) FILTER (WHERE kind = 'delete') AS removed,
      count(*) FILTER (WHERE status = 'conflict') AS conflicts,
      count(*) FILTER (WHERE status = 'rejected') AS rejected
      FROM videos LEFT JOIN edits USING (account_id, video_id)
      WHERE account_id = ? GROUP BY videos.video_id ORDER BY name, videos.video_id`
    return { rows: database.objects<VideoRow>(sql, account_id), asOf: listedAt(account_id) }
  }

  /** The names of the videos that have edits, by id. */
  function namesOfEdited(account_id: string): Record<string, string> {
    const sql = `SELECT video_id, name FROM videos WHERE account_id = ?1
      AND video_id IN (SELECT video_id FROM edits WHERE account_id = ?1)`
    return Object.fromEntries(database.all<[string, string]>(sql, account_id))
  }

  return { keepOnly, listed, unread, list, namesOfEdited }
}
