import { z } from 'zod'
import { COLLECTIONS, GROUPS } from '../../../shared/api/settings/index.ts'
import { videoId } from '../../../shared/api/video.ts'
import { LONGEST_NOTE } from '../../../shared/features/publishing/edit.ts'
import { CHANGE_KINDS, PUBLISH_STATES } from '../../../shared/features/publishing/publish.ts'
import { registerKey, registerKind } from '../../../shared/features/publishing/register.ts'
import { accountId } from '../../../shared/model/ids.ts'
import { instant } from '../../../shared/time/time.ts'
import { count, flag, itemId, json, ofVideo, undoStep } from '../../database/rows.ts'
import type { Stored, StoredCalls } from '../../database/stored.ts'
import { makeEditVerbs } from './edit-verbs.ts'

const texts = z.array(z.string()).max(5000)
const group = z.enum(GROUPS)

/** `failure` is not read: it is removed when the row becomes a draft again. */
const editFields = z.looseObject({
  account_id: accountId,
  video_id: videoId,
  key: z.string(),
  seq: count,
  kind: z.enum(['set', 'list', 'create', 'delete']),
  group,
  item_id: itemId.nullable(),
  register: z.string().nullable(),
  base: z.unknown(),
  want: z.unknown(),
  added: texts.nullable(),
  removed: texts.nullable(),
  status: z.enum(['draft', 'queued', 'sending', 'confirming', 'conflict', 'rejected']),
  knownIds: texts.nullish(),
  revision: count.optional(),
  publish: count.optional(),
  note: z.string().max(LONGEST_NOTE).optional(),
  partner: z.object({ base: z.unknown(), shown: z.unknown() }).optional(),
})

const kindCounts = z.partialRecord(z.enum(CHANGE_KINDS), count)

const publishEntry = z.object({
  name: z.string(),
  changes: kindCounts,
  published: kindCounts,
  overwritten: count,
  unneeded: count,
  at: instant.nullable(),
  failure: z.looseObject({ kind: z.string() }).nullable(),
  requests: count,
})

const editRow = editFields
  .refine((row) => row.key === registerKey(row), { path: ['key'], message: 'is not its place' })
  .refine(isPlaced, { path: ['register'], message: 'is not a setting' })

function isPlaced({ kind, register, ...at }: z.output<typeof editFields>): boolean {
  const isOfItem = kind === 'create' || kind === 'delete'
  if (isOfItem) return register === null && at.item_id !== null
  const known = register === null ? undefined : registerKind({ ...at, register })
  return known !== undefined && (known === 'list') === (kind === 'list')
}

const history = z.object({
  publish: count.optional(),
  at: instant,
  event: z.enum(['downloaded', 'posted', 'overwritten', 'duplicate', 'discarded', 'resolved']),
  group: group.nullable(),
  item_id: itemId.nullable(),
  register: z.string().nullable(),
  before: z.unknown(),
  after: z.unknown(),
  note: z.string().max(LONGEST_NOTE).optional(),
})

/** Older versions stored a number of any length that was typed in a setting. */
const isOfSetting = ([key = '']: readonly string[]) =>
  ['base', 'want', 'before', 'after'].includes(key)

/** The edits of videos, their undo steps, their history and their publishes. */
export const publishingStored = {
  tables: {
    edits: {
      alsoIn: 'journal',
      part: 'edits',
      row: () =>
        z.object({
          ...ofVideo,
          key: z.string(),
          seq: count,
          kind: editFields.shape.kind,
          status: editFields.shape.status,
          edit: json(editRow, isOfSetting),
        }),
    },
    // Not restored: undo steps would overwrite edits that the journal knows better.
    steps: { alsoIn: 'none', row: () => z.object({ ...undoStep, made_at: instant }) },
    step_rows: {
      alsoIn: 'none',
      row: () =>
        z.object({
          step: count,
          ...ofVideo,
          key: z.string(),
          before: json(editRow, isOfSetting).nullable(),
          after: json(editRow, isOfSetting).nullable(),
        }),
    },
    edit_history: {
      alsoIn: 'copy',
      part: 'history',
      row: () =>
        z.object({
          id: count,
          ...ofVideo,
          at: instant,
          event: history.shape.event,
          entry: json(history, isOfSetting),
        }),
    },
    publishes: {
      alsoIn: 'copy',
      row: () =>
        z.object({
          id: count,
          account_id: accountId,
          started_at: instant,
          ended_at: instant.nullable(),
          is_stopped: flag,
          is_dismissed: flag,
        }),
    },
    publish_videos: {
      alsoIn: 'copy',
      row: () =>
        z.object({
          publish: count,
          ...ofVideo,
          state: z.enum(PUBLISH_STATES),
          entry: json(publishEntry),
        }),
    },
    watched_items: {
      alsoIn: 'copy',
      row: () =>
        z.object({ ...ofVideo, item_id: itemId, until: instant, edit: json(editRow, isOfSetting) }),
    },
    duplicates: {
      alsoIn: 'copy',
      row: () =>
        z.object({
          ...ofVideo,
          item_id: itemId,
          collection: z.enum(COLLECTIONS),
          twin_of: itemId,
          found_at: instant,
        }),
    },
  },
  migrations: {
    2: `
  -- One row per register of a video that is edited, or per item made or deleted.
  CREATE TABLE edits (
    account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
    video_id TEXT NOT NULL,
    key TEXT NOT NULL,
    seq INTEGER NOT NULL,
    kind TEXT NOT NULL,
    status TEXT NOT NULL,
    edit TEXT NOT NULL CHECK (json_valid(edit)),
    UNIQUE (account_id, video_id, key)
  ) STRICT;
  -- Undo and redo: each step's rows as they were before and after. An id is never given twice.
  CREATE TABLE steps (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
    is_undone INTEGER NOT NULL CHECK (is_undone IN (0, 1))
  ) STRICT;
  CREATE INDEX steps_of_account ON steps (account_id, is_undone, id);
  CREATE TABLE step_rows (
    step INTEGER NOT NULL REFERENCES steps ON DELETE CASCADE,
    account_id TEXT NOT NULL,
    video_id TEXT NOT NULL,
    key TEXT NOT NULL,
    before TEXT CHECK (json_valid(before)),
    after TEXT CHECK (json_valid(after)),
    PRIMARY KEY (step, video_id, key)
  ) STRICT;
  CREATE INDEX step_rows_of_edit ON step_rows (account_id, video_id, key);
  CREATE TABLE edit_history (
    id INTEGER PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
    video_id TEXT NOT NULL,
    at INTEGER NOT NULL,
    event TEXT NOT NULL,
    entry TEXT NOT NULL CHECK (json_valid(entry))
  ) STRICT;
  CREATE INDEX edit_history_of_video ON edit_history (account_id, video_id, id);
  `,
    3: `
  -- Items that took more than one request to make: a late one may still make each a twin.
  CREATE TABLE watched_items (
    account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
    video_id TEXT NOT NULL,
    item_id TEXT NOT NULL,
    until INTEGER NOT NULL,
    edit TEXT NOT NULL CHECK (json_valid(edit)),
    UNIQUE (account_id, video_id, item_id)
  ) STRICT;
  -- Items that may be duplicates, until the person says that both are wanted.
  CREATE TABLE duplicates (
    account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
    video_id TEXT NOT NULL,
    item_id TEXT NOT NULL,
    collection TEXT NOT NULL,
    twin_of TEXT NOT NULL,
    found_at INTEGER NOT NULL,
    UNIQUE (account_id, video_id, item_id)
  ) STRICT;
  ALTER TABLE steps ADD COLUMN made_at INTEGER NOT NULL DEFAULT 0;
  UPDATE steps SET made_at = CAST(strftime('%s', 'now') AS INTEGER) * 1000;
  CREATE INDEX edit_history_by_age ON edit_history (at);
  `,
    11: `
  -- What was published together, and what became of each of its videos.
  CREATE TABLE publishes (
    id INTEGER PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
    started_at INTEGER NOT NULL,
    ended_at INTEGER,
    is_stopped INTEGER NOT NULL CHECK (is_stopped IN (0, 1)),
    is_dismissed INTEGER NOT NULL CHECK (is_dismissed IN (0, 1))
  ) STRICT;
  CREATE INDEX publishes_of_account ON publishes (account_id, id);
  CREATE TABLE publish_videos (
    publish INTEGER NOT NULL REFERENCES publishes ON DELETE CASCADE,
    account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
    video_id TEXT NOT NULL,
    state TEXT NOT NULL,
    entry TEXT NOT NULL CHECK (json_valid(entry)),
    UNIQUE (publish, video_id)
  ) STRICT;
  CREATE INDEX edit_history_of_publish ON edit_history (account_id, json_extract(entry, '$.publish'));
  `,
  },
  verbs: makeEditVerbs,
} satisfies Stored<Pick<StoredCalls, 'publishes' | 'changeHistory'>>
