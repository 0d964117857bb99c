import { z } from 'zod'
import { onAccount, onPlayer, playerId } from '../../model/ids.ts'
import { done, type Operation, returns } from '../../operation.ts'
import { folded } from '../../tables/table.ts'

/** A word of the person's own for a group of players: an offer, a funnel, a client. */
export const tag = z.string().trim().min(1).max(40)
export const MOST_TAGS = 50
export const tags = z.array(tag).max(MOST_TAGS)

/** What the person noted of a player. Never leaves this desk. */
export interface PlayerMark {
  player_id: string
  tags: string[]
  isPinned: boolean
  /** Epoch ms at which its dashboard was last opened; null when it never was. */
  openedAt: number | null
}

/** A player to be opened again at a press. */
export interface NearPlayer extends Pick<PlayerMark, 'player_id' | 'isPinned'> {
  name: string
}

/** What changes of some players' tags. */
export interface TagChange {
  add: readonly string[]
  remove: readonly string[]
}

/** Tags that differ only in case or accents are one: the first spelling stays. */
export function changedTags(known: readonly string[], { add, remove }: TagChange): string[] {
  const gone = new Set(remove.map(folded))
  return spelledOnce([...known.filter((one) => !gone.has(folded(one))), ...add]).slice(0, MOST_TAGS)
}

/** Every tag in use, by name. */
export function tagsInUse(marks: readonly { tags?: readonly string[] }[]): string[] {
  return spelledOnce(marks.flatMap((mark) => mark.tags ?? [])).sort((a, b) => a.localeCompare(b))
}

function spelledOnce(all: readonly string[]): string[] {
  const bySense = new Map<string, string>()
  for (const one of all) if (!bySense.has(folded(one))) bySense.set(folded(one), one)
  return [...bySense.values()]
}

/** Whether a player has any of some tags; every player has when none is asked for. */
export function hasAnyTag(own: readonly string[], asked: readonly string[]): boolean {
  if (asked.length === 0) return true
  const sought = new Set(asked.map(folded))
  return own.some((one) => sought.has(folded(one)))
}

/**
 * How early a player is asked about: pinned ones, then those opened last, then those played most.
 */
export function attention(mark: PlayerMark | undefined, plays: number): number {
  const opened = mark?.openedAt ?? 0
  return (mark?.isPinned ? PINNED : 0) + (opened > 0 ? opened : Math.min(plays, MOST_PLAYS))
}

// A time of opening is some 1.8e12; more plays than this are not told apart.
const MOST_PLAYS = 1e11
const PINNED = 1e14

/** What the person notes of players; no service is told. */
export const playersCalls = {
  marks: { input: onAccount, output: returns<PlayerMark[]>() },
  /** Those pinned, then those opened last. */
  near: { input: onAccount, output: returns<NearPlayer[]>() },
  tag: {
    input: onAccount.extend({
      player_ids: z.array(playerId).min(1).max(5000),
      add: tags,
      remove: tags,
    }),
    output: done,
  },
  pin: { input: onPlayer.extend({ isPinned: z.boolean() }), output: done },
  /** Its dashboard was opened: it counts as recent. */
  opened: { input: onPlayer, output: done },
} satisfies Record<string, Operation>
