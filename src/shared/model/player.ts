import { z } from 'zod'
import { playerId } from './ids.ts'

// Analytics, Player (item of GET /players/list).
export const player = z.looseObject({
  id: playerId,
  name: z.string(),
  /** Second of the pitch; 0 when none is set. */
  pitch_time: z.int().nonnegative(),
  /** Length in seconds. */
  duration: z.int().nonnegative(),
  /** UTC, whatever `timezone` was asked. */
  created_at: z.string(),
})
export type Player = z.output<typeof player>
