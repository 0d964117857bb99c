import { type Engagement, survival } from '../../../api/engagement.ts'
import type { Player } from '../../../api/player.ts'

/** With fewer sessions a curve is drawn dotted, because its shares mean little. */
export const FEWEST_SESSIONS = 100

/** How far the sessions of a video got. */
export interface Curve {
  /** Sessions that reached each second, from 0 to the video's end. */
  reached: readonly number[]
  /** The second of the pitch; null when there is none within the video. */
  pitch: number | null
}

/** The curve of an engagement distribution, with the player's pitch. */
export function curveOf(
  grouped_timed: Engagement['grouped_timed'],
  { duration, pitch_time }: Pick<Player, 'duration' | 'pitch_time'>,
): Curve {
  const reached = retentionCurve({ grouped_timed }, { duration })
  return curveWith(reached, { pitch_time })
}

/** A curve with the player's pitch, unless the pitch is 0 (none) or beyond the video. */
export function curveWith(reached: readonly number[], { pitch_time }: Pick<Player, 'pitch_time'>) {
  const last = reached.length - 1
  return { reached, pitch: pitch_time > 0 && pitch_time <= last ? pitch_time : null }
}

/** Number of all sessions of a curve: every session reached second 0. */
export const sessionsOf = ({ reached }: Curve) => reached[0] ?? 0

/** Sessions that reached each second. When the video's length is unknown, the curve is as long as the data. */
export function retentionCurve(
  { grouped_timed }: Pick<Engagement, 'grouped_timed'>,
  { duration }: Pick<Player, 'duration'>,
) {
  const last = grouped_timed.reduce((latest, { timed }) => Math.max(latest, timed), 0)
  return survival(grouped_timed, duration > 0 ? duration : last)
}
