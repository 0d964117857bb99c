import { DeskError } from '../../../shared/failure.ts'
import {
  CURVES_VIEW,
  type CurvesView,
  curvesView,
} from '../../../shared/features/player/curves/view.ts'
import type { Database } from '../../database/database.ts'

type Change = { [K in keyof CurvesView]?: CurvesView[K] | undefined }

/** How the person looks at the curves of each player. */
export function makeCurvesViewVerbs(desk: Database, hasAccount: (account_id: string) => boolean) {
  function find(account_id: string, player_id: string): CurvesView {
    const sql = 'SELECT view FROM curves_views WHERE account_id = ? AND player_id = ?'
    const text = desk.first<[string]>(sql, account_id, player_id)?.[0] ?? 'null'
    const kept = curvesView.safeParse(JSON.parse(text))
    return kept.success ? kept.data : CURVES_VIEW
  }

  return {
    curvesView: find,
    changeCurvesView(account_id: string, player_id: string, change: Change): void {
      desk.transaction(() => {
        if (!hasAccount(account_id)) {
          throw new DeskError({ kind: 'not-found', text: 'This account is not on this computer.' })
        }
        const said = Object.entries(change).filter(([, value]) => value !== undefined)
        const view = { ...find(account_id, player_id), ...Object.fromEntries(said) }
        const sql = `INSERT OR REPLACE INTO curves_views (account_id, player_id, view)
          VALUES (?, ?, ?)`
        desk.run(sql, account_id, player_id, JSON.stringify(view))
      })
    },
  }
}
