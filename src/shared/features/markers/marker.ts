import { z } from 'zod'
import { onPlayer } from '../../model/ids.ts'
import { done, type Operation, returns } from '../../operation.ts'

export const MOST_MARKERS = 50
export const LONGEST_MARKER = 80

/** A second of a player's video that the person named. Never leaves this desk. */
export const marker = z.object({
  second: z.int().min(0).max(1_000_000),
  name: z.string().trim().min(1).max(LONGEST_MARKER),
})
export type Marker = z.output<typeof marker>

export interface MarkerList {
  /** In the order of the video. */
  markers: Marker[]
  canUndo: boolean
  canRedo: boolean
}

/** Seconds of a player's video that the person named; no service is told. */
export const markersCalls = {
  list: { input: onPlayer, output: returns<MarkerList>() },
  /** One at a second that has a mark takes its place. */
  put: { input: onPlayer.extend({ marker }), output: done },
  remove: { input: onPlayer.extend({ second: marker.shape.second }), output: done },
  undo: { input: onPlayer, output: done },
  redo: { input: onPlayer, output: done },
} satisfies Record<string, Operation>
