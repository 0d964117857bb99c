import { DeskError } from '../../shared/failure.ts'
import { type Marker, type MarkerList, MOST_MARKERS } from '../../shared/model/marker.ts'
import type { Database } from './database.ts'

type StepRow = [id: number, before: string, after: string]

/** The person's own marks in a player's video. Each change is one transaction that also keeps what undo takes back. */
export function makeMarkerVerbs(desk: Database, hasAccount: (account_id: string) => boolean) {
  function find(...of: Of): Marker[] {
    const sql = 'SELECT markers FROM markers WHERE account_id = ? AND player_id = ?'
    return JSON.parse(desk.first<[string]>(sql, ...of)?.[0] ?? '[]') as Marker[]
  }

  function change(of: Of, to: (known: Marker[]) => Marker[]) {
    desk.transaction(() => {
      if (!hasAccount(of[0])) throw notFound('This account is not on the desk.')
      const before = find(...of)
      const after = to(before).sort((a, b) => a.second - b.second)
      keepStep(desk, of, [JSON.stringify(before), JSON.stringify(after)])
      put(desk, of, JSON.stringify(after))
    })
  }

  return {
    markers: (...of: Of): MarkerList => ({ markers: find(...of), ...stepsLeft(desk, of) }),
    /** One at a second that has a mark takes its place. */
    putMarker(...[account_id, player_id, marker]: [...Of, Marker]): void {
      change([account_id, player_id], (known) => {
        const others = known.filter(({ second }) => second !== marker.second)
        if (others.length >= MOST_MARKERS) {
          const text = `A player has at most ${MOST_MARKERS} marks. Take one away first.`
          throw new DeskError({ kind: 'refused', text })
        }
        return [...others, marker]
      })
    },
    removeMarker(...[account_id, player_id, second]: [...Of, number]): void {
      change([account_id, player_id], (known) => {
        const others = known.filter((one) => one.second !== second)
        if (others.length < known.length) return others
        throw notFound('This mark is no more: it was taken away meanwhile.')
      })
    },
    /** Gives whether there was something to undo. */
    undoMarkers: (...of: Of) => takeStep(desk, of, 'undo'),
    redoMarkers: (...of: Of) => takeStep(desk, of, 'redo'),
  }
}

type Of = [account_id: string, player_id: string]

const notFound = (text: string) => new DeskError({ kind: 'not-found', text })

function put(desk: Database, of: Of, text: string) {
  const sql = 'INSERT OR REPLACE INTO markers (account_id, player_id, markers) VALUES (?, ?, ?)'
  desk.run(sql, ...of, text)
}

/** What was undone before can no longer be done again. */
function keepStep(desk: Database, of: Of, [before, after]: [string, string]) {
  desk.run(
    'DELETE FROM marker_steps WHERE account_id = ? AND player_id = ? AND is_undone = 1',
    ...of,
  )
  desk.run(
    `INSERT INTO marker_steps (account_id, player_id, before, after, is_undone)
     VALUES (?, ?, ?, ?, 0)`,
    ...of,
    before,
    after,
  )
}

function takeStep(desk: Database, of: Of, way: 'undo' | 'redo'): boolean {
  return desk.transaction(() => {
    const [isUndone, end] = way === 'undo' ? [0, 'DESC'] : [1, 'ASC']
    const step = desk.first<StepRow>(
      `SELECT id, before, after FROM marker_steps
       WHERE account_id = ? AND player_id = ? AND is_undone = ? ORDER BY id ${end} LIMIT 1`,
      ...of,
      isUndone,
    )
    if (!step) return false
    const [id, before, after] = step
    put(desk, of, way === 'undo' ? before : after)
    desk.run('UPDATE marker_steps SET is_undone = ? WHERE id = ?', 1 - isUndone, id)
    return true
  })
}

function stepsLeft(desk: Database, of: Of) {
  const sql = `SELECT coalesce(max(is_undone = 0), 0), coalesce(max(is_undone = 1), 0)
    FROM marker_steps WHERE account_id = ? AND player_id = ?`
  const [undo, redo] = desk.first<[number, number]>(sql, ...of) ?? [0, 0]
  return { canUndo: undo === 1, canRedo: redo === 1 }
}
