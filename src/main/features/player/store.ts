import { z } from 'zod'
import {
  CURVES_VIEW,
  type CurvesView,
  curvesView,
} from '../../../shared/features/player/curves/view.ts'
import { json, ofPlayer } from '../../database/rows.ts'
import { jsonRow, replace } from '../../database/statements.ts'
import type { StoreContext, Stored, StoredCalls } from '../../database/stored.ts'

/** The user's settings of the curves, per player. */
export const curvesStored = {
  tables: {
    curves_views: {
      alsoIn: 'copy',
      part: 'views',
      row: () => z.object({ ...ofPlayer, view: json(curvesView) }),
    },
  },
  migrations: {
    9: `
  -- How the person looks at the curves of a player.
  CREATE TABLE curves_views (
    account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
    player_id TEXT NOT NULL,
    view TEXT NOT NULL CHECK (json_valid(view)),
    UNIQUE (account_id, player_id)
  ) STRICT;
  `,
  },
  verbs: (context) => ({ curves: makeCurves(context) }),
} satisfies Stored<Pick<StoredCalls, 'curves'>>

function makeCurves({ desk, write }: StoreContext) {
  function find(account_id: string, player_id: string): CurvesView {
    const sql = 'SELECT view FROM curves_views WHERE account_id = ? AND player_id = ?'
    const kept = curvesView.safeParse(jsonRow(desk, sql, account_id, player_id))
    return kept.success ? kept.data : CURVES_VIEW
  }

  return {
    view: ({ account_id, player_id }) => find(account_id, player_id),
    keepView({ account_id, player_id, change }) {
      write(account_id, () => {
        const changed = Object.entries(change).filter(([, value]) => value !== undefined)
        const view = { ...find(account_id, player_id), ...Object.fromEntries(changed) }
        replace(desk, 'curves_views', { account_id, player_id, view: JSON.stringify(view) })
      })
    },
  } satisfies StoredCalls['curves']
}
