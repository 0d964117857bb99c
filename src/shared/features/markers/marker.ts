import { z } from 'zod'

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
