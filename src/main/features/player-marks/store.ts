import type { Player } from '../../../shared/api/player.ts'
import { DeskError } from '../../../shared/failure.ts'
import type { Overview } from '../../../shared/features/overview/overview.ts'
import {
  changedTags,
  type NearPlayer,
  type PlayerMark,
  type TagChange,
} from '../../../shared/features/player-marks/player-mark.ts'
import type { Database } from '../../database/database.ts'

type Row = [player_id: string, tags: string, isPinned: number, openedAt: number | null]

const COLUMNS = 'player_id, tags, is_pinned, opened_at'

/** Tags, pins and what was opened last: in the file that is never lost, since no service has them. */
export function makePlayerMarkVerbs(desk: Database, hasAccount: (account_id: string) => boolean) {
  const list = (account_id: string): PlayerMark[] => {
    const sql = `SELECT ${COLUMNS} FROM player_marks WHERE account_id = ? ORDER BY player_id`
    return desk.all<Row>(sql, account_id).map(markOf)
  }

  function find(account_id: string, player_id: string): PlayerMark {
    const sql = `SELECT ${COLUMNS} FROM player_marks WHERE account_id = ? AND player_id = ?`
    const row = desk.first<Row>(sql, account_id, player_id)
    return row ? markOf(row) : { player_id, tags: [], isPinned: false, openedAt: null }
  }

  function put(account_id: string, { player_id, tags, isPinned, openedAt }: PlayerMark) {
    const sql = `INSERT OR REPLACE INTO player_marks (account_id, ${COLUMNS})
      VALUES (?, ?, ?, ?, ?)`
    desk.run(sql, account_id, player_id, JSON.stringify(tags), Number(isPinned), openedAt)
  }

  function change(
    account_id: string,
    player_ids: readonly string[],
    changed: (mark: PlayerMark) => PlayerMark,
  ) {
    desk.transaction(() => {
      if (!hasAccount(account_id)) {
        throw new DeskError({ kind: 'not-found', text: 'This account is not on this computer.' })
      }
      for (const player_id of player_ids) put(account_id, changed(find(account_id, player_id)))
    })
  }

  return {
    playerMarks: list,
    tagPlayers(account_id: string, player_ids: readonly string[], by: TagChange): void {
      change(account_id, player_ids, (mark) => ({ ...mark, tags: changedTags(mark.tags, by) }))
    },
    pinPlayer(account_id: string, player_id: string, isPinned: boolean): void {
      change(account_id, [player_id], (mark) => ({ ...mark, isPinned }))
    },
    openedPlayer(account_id: string, player_id: string, openedAt: number): void {
      change(account_id, [player_id], (mark) => ({ ...mark, openedAt }))
    },
  }
}

const markOf = ([player_id, tags, isPinned, openedAt]: Row): PlayerMark => ({
  player_id,
  tags: JSON.parse(tags) as string[],
  isPinned: isPinned === 1,
  openedAt,
})

/** The overview with what the person noted of its players. */
export function withMarks(overview: Overview, marks: readonly PlayerMark[]): Overview {
  if (marks.length === 0) return overview
  const byPlayer = new Map(marks.map((mark) => [mark.player_id, mark]))
  const rows = overview.rows.map((row) => {
    const mark = byPlayer.get(row.player.id)
    return mark ? { ...row, tags: mark.tags, isPinned: mark.isPinned } : row
  })
  return { ...overview, rows }
}

const MOST_NEAR = 6

/** Pinned players by name, then those opened last; only ones that the stored list still has. */
export function nearPlayers(marks: readonly PlayerMark[], players: unknown): NearPlayer[] {
  const names = new Map((players as Player[] | undefined)?.map(({ id, name }) => [id, name]))
  const known = marks.flatMap(({ player_id, isPinned, openedAt }) => {
    const name = names.get(player_id)
    return name === undefined ? [] : [{ player_id, name, isPinned, openedAt: openedAt ?? 0 }]
  })
  const pinned = known
    .filter(({ isPinned }) => isPinned)
    .sort((a, b) => a.name.localeCompare(b.name))
  const recent = known
    .filter(({ isPinned, openedAt }) => !isPinned && openedAt > 0)
    .sort((a, b) => b.openedAt - a.openedAt)
  return [...pinned, ...recent.slice(0, Math.max(0, MOST_NEAR - pinned.length))].map(
    ({ player_id, name, isPinned }) => ({ player_id, name, isPinned }),
  )
}
