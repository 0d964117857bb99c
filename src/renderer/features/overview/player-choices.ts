import type { OverviewRow } from '../../../shared/features/overview/overview.ts'
import { figure } from '../../../shared/features/overview/table.ts'
import { hasAnyTag, tagsInUse } from '../../../shared/features/player-marks/player-mark.ts'

export interface PlayerChoice {
  value: string
  kind: 'all' | 'active' | 'pinned' | 'tagged'
  /** Empty unless the choice is a tag, or several. */
  tag: string
  count: number
  /** Null for all players. */
  player_ids: string[] | null
}

/** The choice of the players that have any of these tags; of all when there are none. */
export const choiceOf = (tags: readonly string[]) =>
  tags.length === 0 ? 'all' : valueOf('tagged', tags)

/** A tag may contain any text. */
const valueOf = (kind: PlayerChoice['kind'], tags: readonly string[]) =>
  `${kind} ${JSON.stringify(tags)}`

/** The choices of players for a download: all, and each group that has any, with that of the chosen tags. */
export function playerChoices(
  rows: readonly OverviewRow[],
  chosen: readonly string[],
): PlayerChoice[] {
  const group = (
    kind: PlayerChoice['kind'],
    tags: readonly string[],
    holds: (row: OverviewRow) => boolean,
  ) => {
    const player_ids = rows.filter(holds).map(({ player }) => player.id)
    const [value, tag] = [valueOf(kind, tags), tags.join(', ')]
    return { value, kind, tag, count: player_ids.length, player_ids }
  }
  const single = tagsInUse(rows).map((tag) => [tag])
  const groups = [
    group('active', [], isActive),
    group('pinned', [], ({ isPinned }) => isPinned === true),
    ...(chosen.length > 1 ? [...single, chosen] : single).map((some) =>
      group('tagged', some, ({ tags }) => hasAnyTag(tags ?? [], some)),
    ),
  ]
  const all = { value: 'all', kind: 'all', tag: '', count: rows.length, player_ids: null } as const
  return [all, ...groups.filter(({ count }) => count > 0)]
}

const isActive = ({ player, current }: OverviewRow) =>
  Number(figure(current, 'total_viewed', player)) > 0
