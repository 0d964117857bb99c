import { ADDITIVE } from '../../shared/api/statistics.ts'
import { SALES } from '../../shared/features/analytics/growth.ts'
import { DAY_COLUMNS } from '../features/analytics/day-columns.ts'
import type { Migrations } from './database.ts'

const grown = ['early', 'settled'].flatMap((one) => SALES.map((sale) => `${one}_${sale}`))
const grownSums = ['early', 'settled'].flatMap((one) => SALES.map((sale) => `sum(${one}.${sale})`))
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
  `
  -- What was sold on a day, as first read when it was so many calendar days past.
  CREATE TABLE early_days (
    series INTEGER NOT NULL REFERENCES series,
    day INTEGER NOT NULL,
    age INTEGER NOT NULL,
    as_of INTEGER NOT NULL,
    ${SALES.map((name) => `${name} INTEGER NOT NULL`).join(', ')},
    PRIMARY KEY (series, day, age)
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- When answers about a period were last kept or read: those of the one used longest ago go first.
  CREATE TABLE periods_used (
    account_id TEXT NOT NULL,
    span TEXT NOT NULL,
    used_at INTEGER NOT NULL,
    PRIMARY KEY (account_id, span)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO periods_used (account_id, span, used_at)
    SELECT account_id, span, max(as_of) FROM (
      SELECT account_id, as_of, json_array(
        json_extract(input, '$.start_date'),
        json_extract(input, '$.end_date'),
        json_extract(input, '$.timezone')
      ) AS span
      FROM answers
      WHERE json_valid(input) AND json_extract(input, '$.end_date') IS NOT NULL
      UNION ALL SELECT account_id, as_of, span FROM period_answers
    )
    GROUP BY account_id, span;
  -- What an answer about an A/B test leaves in the history of the test, by the request.
  CREATE TABLE ab_snapshots (
    account_id TEXT NOT NULL,
    input TEXT NOT NULL,
    as_of INTEGER NOT NULL,
    -- The test with its two arms, and the last day asked for.
    pair TEXT,
    day TEXT,
    snapshot TEXT,
    PRIMARY KEY (account_id, input)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX ab_snapshots_by_day ON ab_snapshots (account_id, pair, day, as_of);
  `,
  `
  -- The newest snapshot of each two arms of a test: a list of tests reads these alone.
  CREATE TABLE ab_newest (
    account_id TEXT NOT NULL,
    pair TEXT NOT NULL,
    snapshot TEXT NOT NULL,
    PRIMARY KEY (account_id, pair)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO ab_newest (account_id, pair, snapshot)
    SELECT account_id, pair, snapshot FROM (
      SELECT *, row_number() OVER (
        PARTITION BY account_id, pair ORDER BY day DESC, as_of DESC, input DESC
      ) AS place
      FROM ab_snapshots WHERE pair IS NOT NULL AND json_valid(snapshot)
    ) WHERE place = 1;
  `,
  `
  -- All snapshots of two arms of a test together, packed. The table of single ones is what waits to be.
  CREATE TABLE ab_histories (
    account_id TEXT NOT NULL,
    pair TEXT NOT NULL,
    snapshots BLOB NOT NULL,
    PRIMARY KEY (account_id, pair)
  ) STRICT, WITHOUT ROWID;
  DROP INDEX ab_snapshots_by_day;
  INSERT OR IGNORE INTO ab_snapshots (account_id, input, as_of)
    SELECT account_id, input, as_of FROM answers WHERE name = 'comparisonStats';
  `,
  `
  -- The early days of all players together, once they are settled: 4 calendar days past.
  CREATE TABLE grown_days (
    calendar INTEGER NOT NULL,
    day INTEGER NOT NULL,
    age INTEGER NOT NULL,
    ${grown.map((name) => `${name} INTEGER NOT NULL`).join(', ')},
    PRIMARY KEY (calendar, day, age)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO grown_days (calendar, day, age, ${grown.join(', ')})
    SELECT series.calendar, early.day, early.age, ${grownSums.join(', ')}
    FROM early_days AS early
    JOIN early_days AS settled USING (series, day)
    JOIN series ON series.id = early.series
    WHERE early.age < 4 AND settled.age = 4
    GROUP BY series.calendar, early.day, early.age;
  DELETE FROM early_days WHERE (series, day) IN (SELECT series, day FROM early_days WHERE age = 4);
  `,
  `
  -- The zone of the newest snapshot's days; null for one stored before, whose history has its request.
  ALTER TABLE ab_newest ADD COLUMN timezone TEXT;
  `,
  `
  -- When the account was downloaded in this zone, noted when it last left the zone; null if it was not.
  ALTER TABLE calendars ADD COLUMN downloaded_at INTEGER;
  `,
]
