import type { Migrations } from './database.ts'

export const DESK: Migrations = [
  `
  CREATE TABLE accounts (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    is_demo INTEGER NOT NULL CHECK (is_demo IN (0, 1)),
    timezone TEXT NOT NULL,
    base_url TEXT NOT NULL,
    api_base_url TEXT,
    tested_at INTEGER,
    downloaded_at INTEGER,
    created_at INTEGER NOT NULL,
    has_analytics_key INTEGER CHECK (has_analytics_key IN (0, 1)),
    has_video_token INTEGER CHECK (has_video_token IN (0, 1))
  ) STRICT;
  CREATE TABLE downloads (
    account_id TEXT PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
    scope TEXT NOT NULL CHECK (json_valid(scope)),
    started_at INTEGER NOT NULL,
    status TEXT NOT NULL,
    state TEXT CHECK (json_valid(state))
  ) STRICT;
  -- How a file was when it was last closed well: one that is still so needs no check at the start.
  CREATE TABLE seals (file TEXT PRIMARY KEY, mark TEXT NOT NULL) STRICT;
  `,
  `
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
  `
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
  `
  -- Pictures kept in files of their own, by the SHA-256 of their bytes.
  CREATE TABLE pictures (
    account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
    hash TEXT NOT NULL,
    name TEXT NOT NULL,
    type TEXT NOT NULL,
    size INTEGER NOT NULL,
    width INTEGER NOT NULL,
    height INTEGER NOT NULL,
    chosen_at INTEGER NOT NULL,
    PRIMARY KEY (account_id, hash)
  ) STRICT;
  -- Every upload begun. One without a file id was never answered.
  CREATE TABLE uploads (
    id INTEGER PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
    hash TEXT NOT NULL,
    name TEXT NOT NULL,
    at INTEGER NOT NULL,
    file_id TEXT
  ) STRICT;
  CREATE INDEX uploads_of_account ON uploads (account_id, id);
  `,
  `
  -- What was chosen for an A/B test before reading it, and what was decided on it.
  CREATE TABLE ab_choices (
    account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
    group_id TEXT NOT NULL,
    choice TEXT NOT NULL CHECK (json_valid(choice)),
    UNIQUE (account_id, group_id)
  ) STRICT;
  CREATE TABLE ab_decisions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
    group_id TEXT NOT NULL,
    decision TEXT NOT NULL CHECK (json_valid(decision))
  ) STRICT;
  CREATE INDEX ab_decisions_of_account ON ab_decisions (account_id, id);
  `,
  `
  -- How an account's query parameters are read as one; the answers stay as the service gave them.
  CREATE TABLE traffic_rules (
    account_id TEXT PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
    rules TEXT NOT NULL CHECK (json_valid(rules))
  ) STRICT;
  `,
  `
  -- What the person noted of players: no service has it.
  CREATE TABLE player_marks (
    account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
    player_id TEXT NOT NULL,
    tags TEXT NOT NULL CHECK (json_valid(tags)),
    is_pinned INTEGER NOT NULL CHECK (is_pinned IN (0, 1)),
    opened_at INTEGER,
    UNIQUE (account_id, player_id)
  ) STRICT;
  CREATE TABLE annotations (
    account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
    id TEXT NOT NULL,
    annotation TEXT NOT NULL CHECK (json_valid(annotation)),
    UNIQUE (account_id, id)
  ) STRICT;
  -- Undo and redo: the annotation as it was before and after each step; an id is never given twice.
  CREATE TABLE annotation_steps (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
    annotation_id TEXT NOT NULL,
    before TEXT CHECK (json_valid(before)),
    after TEXT CHECK (json_valid(after)),
    is_undone INTEGER NOT NULL CHECK (is_undone IN (0, 1))
  ) STRICT;
  CREATE INDEX annotation_steps_of_account ON annotation_steps (account_id, is_undone, id);
  `,
  'ALTER TABLE accounts ADD COLUMN company_id TEXT',
  `
  -- Seconds of a player's video that the person named, and the lists before and after each change.
  CREATE TABLE markers (
    account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
    player_id TEXT NOT NULL,
    markers TEXT NOT NULL CHECK (json_valid(markers)),
    UNIQUE (account_id, player_id)
  ) STRICT;
  CREATE TABLE marker_steps (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
    player_id TEXT NOT NULL,
    before TEXT NOT NULL CHECK (json_valid(before)),
    after TEXT NOT NULL CHECK (json_valid(after)),
    is_undone INTEGER NOT NULL CHECK (is_undone IN (0, 1))
  ) STRICT;
  CREATE INDEX marker_steps_of_player ON marker_steps (account_id, player_id, is_undone, id);
  -- How the person looks at the curves of a player.
  CREATE TABLE curves_views (
    account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
    player_id TEXT NOT NULL,
    view TEXT NOT NULL CHECK (json_valid(view)),
    UNIQUE (account_id, player_id)
  ) STRICT;
  `,
  `
  -- Screens frozen as they stood. They belong to no account: a report outlives the one it is of.
  CREATE TABLE reports (
    id TEXT PRIMARY KEY,
    origin TEXT NOT NULL CHECK (origin IN ('made', 'scheduled', 'opened')),
    added_at INTEGER NOT NULL,
    removed_at INTEGER,
    size INTEGER NOT NULL,
    has_preview INTEGER NOT NULL CHECK (has_preview IN (0, 1)),
    tags TEXT NOT NULL CHECK (json_valid(tags)),
    is_favourite INTEGER NOT NULL CHECK (is_favourite IN (0, 1)),
    about TEXT NOT NULL CHECK (json_valid(about))
  ) STRICT;
  -- Apart, so that the list is read without them. The document is JSON, deflated.
  CREATE TABLE report_documents (
    id TEXT PRIMARY KEY REFERENCES reports ON DELETE CASCADE,
    document BLOB NOT NULL,
    preview BLOB
  ) STRICT;
  -- What is made by itself, and what became of each time it was due.
  CREATE TABLE report_schedules (
    id TEXT PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
    schedule TEXT NOT NULL CHECK (json_valid(schedule))
  ) STRICT;
  CREATE TABLE report_runs (
    schedule_id TEXT NOT NULL REFERENCES report_schedules ON DELETE CASCADE,
    due_at INTEGER NOT NULL,
    run TEXT NOT NULL CHECK (json_valid(run)),
    UNIQUE (schedule_id, due_at)
  ) STRICT;
  `,
]
