import type { Analytics } from '../shared/api/analytics.ts'
import type { CustomMetric } from '../shared/api/event-counts.ts'
import type { Input } from '../shared/operation.ts'
import { type Context, findPlayer } from './context.ts'
import type { WorldPlayer } from './players.ts'
import { hash, hexadecimal } from './random.ts'
import { percentNumber } from './statistics.ts'
import { engagementIn } from './timing.ts'

const NAMES = [
  'Fim do gancho',
  'História da Ana',
  'Price reveal 💰',
  'Garantia; "risco zero"',
  '=CTA(1)',
  'Começo do pitch',
]

/** The custom metrics of a player; some players have none. */
function marksOf({ id, index, seed, duration, pitch_time }: WorldPlayer) {
  const times = Array.from({ length: index % 5 === 2 ? 0 : 1 + (index % 4) }, (_, number) =>
    Math.floor((duration * (number + 1 + (hash(seed, number, 0xc3) / 2 ** 32) * 0.9)) / 6),
  )
  if (index % 4 === 3 && pitch_time > 0) times.push(pitch_time)
  return times.map((time, number) => ({
    id: hexadecimal(24, seed, number, 0xc3),
    name: NAMES[time === pitch_time ? NAMES.length - 1 : (index + number) % 5] ?? id,
    time,
    sequential_number: number + 1,
  }))
}

/** How many of the measured sessions reached each marked second. */
export function customMetricRows(
  request: Input<Analytics['customMetrics']>,
  context: Context,
): CustomMetric[] {
  const found = findPlayer(request, context)
  if (!found) return []
  const { grouped_timed } = engagementIn(found.blocks, found.view)
  const usersFrom = (second: number) =>
    grouped_timed.reduce((sum, one) => (one.timed >= second ? sum + one.total_users : sum), 0)
  const total_users = usersFrom(0)
  return marksOf(found.player).map((mark) => {
    const users_above = usersFrom(mark.time)
    const engagement_rate = percentNumber(users_above, total_users)
    return { ...mark, engagement_rate, total_users, users_above }
  })
}
