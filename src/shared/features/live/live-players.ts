import type { Analytics } from '../../api/analytics.ts'
import type { Player } from '../../api/player.ts'
import type { Output } from '../../operation.ts'
import { column, columnsOf, type Known, tableOf } from '../../tables/measures.ts'
import { type Cell, compareCells, type Table } from '../../tables/table.ts'

/** Analytics, Limits: maximum of `minutes` for live users. */
export const MOST_LIVE_MINUTES = 720

/** Typed minutes, within the limits of the service. */
export const liveMinutes = (typed: number) =>
  Math.min(Math.max(Math.trunc(typed), 1), MOST_LIVE_MINUTES)

interface LiveOfPlayer {
  player: Pick<Player, 'id' | 'name'>
  live: Known<Output<Analytics['liveUsers']>>
}

/** Live users of several players per domain, most first. A session belongs to one domain of one player. */
export function livePlayersTable(answers: readonly LiveOfPlayer[]): Table {
  const columns = [
    ...columnsOf('text', 'name', 'domain'),
    column('live_users', 'count'),
    column('id', 'text'),
  ]
  const rows = answers
    .flatMap(({ player, live }) =>
      live.value.map(({ domain, live_users }): Cell[] => [
        player.name,
        domain,
        live_users,
        player.id,
      ]),
    )
    .sort(
      (a, b) =>
        compareCells(a[2] ?? 0, b[2] ?? 0, true) ||
        compareCells(a[0] ?? '', b[0] ?? '', false) ||
        compareCells(a[1] ?? '', b[1] ?? '', false),
    )
  const lives = answers.map(({ live }) => live)
  return tableOf(lives, { columns, rows, adds: (key) => key === 'live_users' })
}

/** Live users per domain. A session belongs to one domain, so they can be summed. */
export function liveTable(live: Known<Output<Analytics['liveUsers']>> | null): Table {
  const columns = [column('domain', 'text'), column('live_users', 'count')]
  const rows = (live?.value ?? []).map(({ domain, live_users }) => [domain, live_users])
  return tableOf([live], { columns, rows, adds: (key) => key === 'live_users' })
}
