import { z } from 'zod'
import { AppError, notFound } from '../../../shared/failure.ts'
import { type Marker, MOST_MARKERS, marker } from '../../../shared/features/markers/marker.ts'
import { playerId } from '../../../shared/model/ids.ts'
import type { Value } from '../../database/database.ts'
import { json, ofPlayer, undoStep } from '../../database/rows.ts'
import { jsonRow } from '../../database/statements.ts'
import type { StoreContext, Stored, StoredCalls } from '../../database/stored.ts'
import { makeUndoSteps } from '../../database/undo-steps.ts'

const markers = z.array(marker).max(MOST_MARKERS)

/** The user's own marks in a player's video. */
export const markersStored = {
  tables: {
    markers: {
      alsoIn: 'copy',
      part: 'markers',
      row: () => z.object({ ...ofPlayer, markers: json(markers) }),
    },
    marker_steps: {
      alsoIn: 'copy',
      row: () =>
        z.object({ ...undoStep, player_id: playerId, before: json(markers), after: json(markers) }),
    },
  },
  migrations: {
    9: `
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
  `,
  },
  verbs: (context) => ({ markers: makeMarkers(context) }),
} satisfies Stored<Pick<StoredCalls, 'markers'>>

/** Each change is one transaction that also keeps what undo takes back. */
function makeMarkers({ desk, write }: StoreContext) {
  const put = (of: readonly Value[], text: string | null) => {
    const sql = 'INSERT OR REPLACE INTO markers (account_id, player_id, markers) VALUES (?, ?, ?)'
    desk.run(sql, ...of, text)
  }
  const steps = makeUndoSteps(desk, {
    table: 'marker_steps',
    of: ['account_id', 'player_id'],
    shared: 2,
    put,
  })

  function find(...of: Of): Marker[] {
    const sql = 'SELECT markers FROM markers WHERE account_id = ? AND player_id = ?'
    return jsonRow(desk, sql, ...of) ?? []
  }

  function change(of: Of, to: (known: Marker[]) => Marker[]) {
    write(of[0], () => {
      const known = find(...of)
      const before = JSON.stringify(known)
      const after = JSON.stringify(to(known).sort((a, b) => a.second - b.second))
      if (after === before) return
      steps.keep(of, [before, after])
      put(of, after)
    })
  }

  return {
    list: ({ account_id, player_id }) => ({
      markers: find(account_id, player_id),
      ...steps.left([account_id, player_id]),
    }),
    ofAccount({ account_id }) {
      const sql = "SELECT player_id, markers FROM markers WHERE account_id = ? AND markers <> '[]'"
      const rows = desk.all<[string, string]>(sql, account_id)
      return Object.fromEntries(rows.map(([id, text]) => [id, JSON.parse(text) as Marker[]]))
    },
    put({ account_id, player_id, marker }) {
      change([account_id, player_id], (known) => {
        const others = known.filter(({ second }) => second !== marker.second)
        if (others.length >= MOST_MARKERS) {
          throw new AppError({ kind: 'too-many', limit: MOST_MARKERS })
        }
        return [...others, marker]
      })
    },
    remove({ account_id, player_id, second }) {
      change([account_id, player_id], (known) => {
        const others = known.filter((one) => one.second !== second)
        if (others.length < known.length) return others
        throw notFound('This marker was removed meanwhile.')
      })
    },
    undo: ({ account_id, player_id }) => steps.take([account_id, player_id], 'undo'),
    redo: ({ account_id, player_id }) => steps.take([account_id, player_id], 'redo'),
  } satisfies StoredCalls['markers']
}

type Of = [account_id: string, player_id: string]
