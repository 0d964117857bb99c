import type { OverviewRow } from '../../../shared/features/overview/overview.ts'
import { figure } from '../../../shared/features/overview/table.ts'
import { hasAnyTag, tagsInUse } from '../../../shared/features/player-marks/player-mark.ts'

export interface PlayerChoice {
  value: string
  kind: 'all' | 'active' | 'pinned' | 'tagged'
  /** Empty unless the choice is a tag. */
  tag: string
  count: number
  /** Null for all players. */
  player_ids: string[] | null
}

/** The choices of players for a download: all, and each group that has any. */
export function playerChoices(rows: readonly OverviewRow[]): PlayerChoice[] {
  const group = (kind: PlayerChoice['kind'], tag: string, holds: (row: OverviewRow) => boolean) => {
    const player_ids = rows.filter(holds).map(({ player }) => player.id)
    return { value: `${kind} ${tag}`, kind, tag, count: player_ids.length, player_ids }
  }
  const groups = [
    group('active', '', isActive),
    group('pinned', '', ({ isPinned }) => isPinned === true),
    ...tagsInUse(rows).map((tag) =>
      group('tagged', tag, ({ tags }) => hasAnyTag(tags ?? [], [tag])),
    ),
  ]
  const all = { value: 'all', kind: 'all', tag: '', count: rows.length, player_ids: null } as const
  return [all, ...groups.filter(({ count }) => count > 0)]
}

const isActive = ({ player, current }: OverviewRow) =>
  Number(figure(current, 'total_viewed', player)) > 0
