import { DeskError } from '../../../shared/failure.ts'
import {
  type Marker,
  type MarkerList,
  MOST_MARKERS,
} from '../../../shared/features/markers/marker.ts'
import type { Database, Value } from '../../database/database.ts'
import { makeUndoSteps } from '../publishing/undo-steps.ts'

/** The person's own marks in a player's video. Each change is one transaction that also keeps what undo takes back. */
export function makeMarkerVerbs(desk: Database, hasAccount: (account_id: string) => boolean) {
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
    return JSON.parse(desk.first<[string]>(sql, ...of)?.[0] ?? '[]') as Marker[]
  }

  function change(of: Of, to: (known: Marker[]) => Marker[]) {
    desk.transaction(() => {
      if (!hasAccount(of[0])) throw notFound('This account is not on this computer.')
      const before = find(...of)
      const after = to(before).sort((a, b) => a.second - b.second)
      steps.keep(of, [JSON.stringify(before), JSON.stringify(after)])
      put(of, JSON.stringify(after))
    })
  }

  return {
    markers: (...of: Of): MarkerList => ({ markers: find(...of), ...steps.left(of) }),
    /** One at a second that has a mark takes its place. */
    putMarker(...[account_id, player_id, marker]: [...Of, Marker]): void {
      change([account_id, player_id], (known) => {
        const others = known.filter(({ second }) => second !== marker.second)
        if (others.length >= MOST_MARKERS) {
          const text = `A player can have at most ${MOST_MARKERS} markers. Remove one first.`
          throw new DeskError({ kind: 'refused', text })
        }
        return [...others, marker]
      })
    },
    removeMarker(...[account_id, player_id, second]: [...Of, number]): void {
      change([account_id, player_id], (known) => {
        const others = known.filter((one) => one.second !== second)
        if (others.length < known.length) return others
        throw notFound('This marker was removed meanwhile.')
      })
    },
    /** Gives whether there was something to undo. */
    undoMarkers: (...of: Of) => steps.take(of, 'undo'),
    redoMarkers: (...of: Of) => steps.take(of, 'redo'),
  }
}

type Of = [account_id: string, player_id: string]

const notFound = (text: string) => new DeskError({ kind: 'not-found', text })
