import { ADDITIVE } from '../../shared/model/statistics.ts'
import type { Migrations } from './database.ts'
import { DAY_COLUMNS } from './day-columns.ts'

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
]

const totals = ADDITIVE.map((name) => `${name} INTEGER NOT NULL`).join(', ')

export const ANSWERS: Migrations = [
  `
  CREATE TABLE answers (
    id INTEGER PRIMARY KEY,
    account_id TEXT NOT NULL,
    name TEXT NOT NULL,
    input TEXT NOT NULL,
    as_of INTEGER NOT NULL,
    is_settled INTEGER NOT NULL CHECK (is_settled IN (0, 1)),
    value TEXT NOT NULL,
    UNIQUE (account_id, name, input)
  ) STRICT;
  -- Answers about a whole period, side by side, so that those of all players are one scan.
  CREATE TABLE period_answers (
    account_id TEXT NOT NULL,
    span TEXT NOT NULL,
    input TEXT NOT NULL,
    as_of INTEGER NOT NULL,
    is_settled INTEGER NOT NULL CHECK (is_settled IN (0, 1)),
    value TEXT NOT NULL,
    PRIMARY KEY (account_id, span, input)
  ) STRICT, WITHOUT ROWID;
  -- The days of an account cut in one zone.
  CREATE TABLE calendars (
    id INTEGER PRIMARY KEY,
    account_id TEXT NOT NULL,
    timezone TEXT NOT NULL,
    UNIQUE (account_id, timezone)
  ) STRICT;
  CREATE TABLE series (
    id INTEGER PRIMARY KEY,
    calendar INTEGER NOT NULL REFERENCES calendars,
    player_id TEXT NOT NULL,
    UNIQUE (calendar, player_id)
  ) STRICT;
  CREATE TABLE days (
    series INTEGER NOT NULL REFERENCES series,
    day INTEGER NOT NULL,
    as_of INTEGER NOT NULL,
    pitch_time INTEGER NOT NULL,
    video_duration INTEGER NOT NULL,
    ${DAY_COLUMNS.map((name) => `${name} INTEGER NOT NULL`).join(', ')},
    extra TEXT,
    PRIMARY KEY (series, day)
  ) STRICT, WITHOUT ROWID;
  -- Rollups, kept by the same transaction as the days they sum.
  CREATE TABLE months (
    calendar INTEGER NOT NULL,
    month INTEGER NOT NULL,
    series INTEGER NOT NULL,
    stored INTEGER NOT NULL,
    oldest INTEGER NOT NULL,
    ${totals},
    PRIMARY KEY (calendar, month, series)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE month_days (
    calendar INTEGER NOT NULL,
    month INTEGER NOT NULL,
    series INTEGER NOT NULL,
    lanes BLOB NOT NULL,
    PRIMARY KEY (calendar, month, series)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE account_days (
    calendar INTEGER NOT NULL,
    day INTEGER NOT NULL,
    ${totals},
    PRIMARY KEY (calendar, day)
  ) STRICT, WITHOUT ROWID;
  `,
]
