import { z } from 'zod'
import { onAccount, onPlayer } from '../../model/ids.ts'
import { type Operation, returns, storedChange } from '../../operation.ts'

export const MOST_MARKERS = 50
export const LONGEST_MARKER = 80

/** A second of a player's video that the user named. Stored on this computer only. */
export const marker = z.object({
  second: z.int().min(0).max(1_000_000),
  name: z.string().trim().min(1).max(LONGEST_MARKER),
})
export type Marker = z.output<typeof marker>

export interface MarkerList {
  /** In order of their seconds. */
  markers: Marker[]
  canUndo: boolean
  canRedo: boolean
}

/** Markers are stored on this computer only, and never sent to a service. */
export const markersCalls = {
  list: { input: onPlayer, output: returns<MarkerList>(), isStored: true },
  /** For each player that has any. */
  ofAccount: { input: onAccount, output: returns<Record<string, Marker[]>>(), isStored: true },
  /** Replaces an existing marker at the same second. */
  put: { input: onPlayer.extend({ marker }), ...storedChange },
  remove: { input: onPlayer.extend({ second: marker.shape.second }), ...storedChange },
  /** Whether there was something to undo. */
  undo: { input: onPlayer, output: returns<boolean>(), isStored: true, changes: true },
  redo: { input: onPlayer, output: returns<boolean>(), isStored: true, changes: true },
} satisfies Record<string, Operation>
