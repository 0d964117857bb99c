import { z } from 'zod'
import { type LengthAndPitch, NOTHING_KNOWN, type Player } from '../../../shared/api/player.ts'
import type { Overview } from '../../../shared/features/overview/overview.ts'
import {
  changedTags,
  type NearPlayer,
  type PlayerMark,
  tagReversals,
  tags,
} from '../../../shared/features/player-marks/player-mark.ts'
import { instant } from '../../../shared/time/time.ts'
import type { Database } from '../../database/database.ts'
import { flag, json, ofPlayer } from '../../database/rows.ts'
import { replace } from '../../database/statements.ts'
import type { StoreContext, Stored, StoredCalls } from '../../database/stored.ts'

type Row = [player_id: string, tags: string, isPinned: number, openedAt: number | null]

const COLUMNS = 'player_id, tags, is_pinned, opened_at'

/** Tags, pins, and when each player was last opened. */
export const playersStored = {
  tables: {
    player_marks: {
      alsoIn: 'copy',
      part: 'players',
      row: () =>
        z.object({ ...ofPlayer, tags: json(tags), is_pinned: flag, opened_at: instant.nullable() }),
    },
  },
  migrations: {
    7: `
  -- What the person noted of players: no service has it.
  CREATE TABLE player_marks (
    account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
    player_id TEXT NOT NULL,
    tags TEXT NOT NULL CHECK (json_valid(tags)),
    is_pinned INTEGER NOT NULL CHECK (is_pinned IN (0, 1)),
    opened_at INTEGER,
    UNIQUE (account_id, player_id)
  ) STRICT;
  `,
  },
  verbs: (context) => ({ players: makePlayers(context) }),
} satisfies Stored<Pick<StoredCalls, 'players'>>

function makePlayers({ desk, answers, listedPlayers, clock, write }: StoreContext) {
  const lastKnown = makeLastKnown(answers)
  const list = (account_id: string): PlayerMark[] => {
    const sql = `SELECT ${COLUMNS} FROM player_marks WHERE account_id = ? ORDER BY player_id`
    return desk.all<Row>(sql, account_id).map(markOf)
  }

  function find(account_id: string, player_id: string): PlayerMark {
    const sql = `SELECT ${COLUMNS} FROM player_marks WHERE account_id = ? AND player_id = ?`
    const row = desk.first<Row>(sql, account_id, player_id)
    return row ? markOf(row) : { player_id, tags: [], isPinned: false, openedAt: null }
  }

  function change(
    account_id: string,
    player_ids: readonly string[],
    changed: (mark: PlayerMark) => PlayerMark,
  ) {
    return write(account_id, () =>
      player_ids.map((player_id) => {
        const before = find(account_id, player_id)
        const after = changed(before)
        replace(desk, 'player_marks', {
          ...{ account_id, player_id, tags: JSON.stringify(after.tags) },
          ...{ is_pinned: Number(after.isPinned), opened_at: after.openedAt },
        })
        return { player_id, before: before.tags, after: after.tags }
      }),
    )
  }

  return {
    marks: ({ account_id }) => list(account_id),
    near: ({ account_id }) => nearPlayers(list(account_id), listedPlayers(account_id)),
    lastKnown: ({ account_id, player_id }) => lastKnown(account_id, player_id),
    tag({ account_id, player_ids, add, remove }) {
      const retagged = change(account_id, player_ids, (mark) => ({
        ...mark,
        tags: changedTags(mark.tags, { add, remove }),
      }))
      return tagReversals(retagged)
    },
    pin({ account_id, player_id, isPinned }) {
      change(account_id, [player_id], (mark) => ({ ...mark, isPinned }))
    },
    opened({ account_id, player_id }) {
      const sql = 'SELECT max(opened_at) FROM player_marks WHERE account_id = ?'
      const newest = desk.first<[number | null]>(sql, account_id)?.[0] ?? 0
      // After the clock was ahead, later than those opened until then.
      const openedAt = Math.max(clock.now(), newest + 1)
      change(account_id, [player_id], (mark) => ({ ...mark, openedAt }))
    },
  } satisfies StoredCalls['players']
}

function makeLastKnown(answers: Database) {
  // With 0 the service used a length that is not known.
  const sql = `SELECT video_duration, pitch_time FROM days
    JOIN series ON series.id = days.series JOIN calendars ON calendars.id = series.calendar
    WHERE account_id = ? AND player_id = ? AND video_duration > 0 ORDER BY day DESC LIMIT 1`
  return (account_id: string, player_id: string): LengthAndPitch => {
    const row = answers.first<[number, number]>(sql, account_id, player_id)
    return row ? { duration: row[0], pitch_time: row[1] } : NOTHING_KNOWN
  }
}

const markOf = ([player_id, tags, isPinned, openedAt]: Row): PlayerMark => ({
  player_id,
  tags: JSON.parse(tags) as string[],
  isPinned: isPinned === 1,
  openedAt,
})

export function withMarks(overview: Overview, marks: readonly PlayerMark[]): Overview {
  if (marks.length === 0) return overview
  const byPlayer = new Map(marks.map((mark) => [mark.player_id, mark]))
  const rows = overview.rows.map((row) => {
    const mark = byPlayer.get(row.player.id)
    return mark ? { ...row, tags: mark.tags, isPinned: mark.isPinned } : row
  })
  return { ...overview, rows }
}

const MOST_NEAR = 6

/** Pinned players by name, then the most recently opened ones; only players in the stored list. */
function nearPlayers(marks: readonly PlayerMark[], players: readonly Player[]): NearPlayer[] {
  const names = new Map(players.map(({ id, name }) => [id, name]))
  const known = marks.flatMap(({ player_id, isPinned, openedAt }) => {
    const name = names.get(player_id)
    return name === undefined ? [] : [{ player_id, name, isPinned, openedAt: openedAt ?? 0 }]
  })
  const pinned = known
    .filter(({ isPinned }) => isPinned)
    .sort((a, b) => a.name.localeCompare(b.name))
  const recent = known
    .filter(({ isPinned, openedAt }) => !isPinned && openedAt > 0)
    .sort((a, b) => b.openedAt - a.openedAt)
  return [...pinned, ...recent.slice(0, Math.max(0, MOST_NEAR - pinned.length))].map(
    ({ player_id, name, isPinned }) => ({ player_id, name, isPinned }),
  )
}
