import { z } from 'zod'
import type { LengthAndPitch } from '../../api/player.ts'
import { getOrCreate } from '../../maps.ts'
import { onAccount, onPlayer, playerId } from '../../model/ids.ts'
import { type Operation, returns, storedChange } from '../../operation.ts'
import { folded } from '../../tables/table.ts'

/** The user's own label for a group of players, such as an offer, a funnel or a client. */
const tag = z.string().trim().min(1).max(40)
export const MOST_TAGS = 50
export const tags = z.array(tag).max(MOST_TAGS)

/** The user's notes on a player. Stored on this computer only. */
export interface PlayerMark {
  player_id: string
  tags: string[]
  isPinned: boolean
  /** Epoch ms at which its dashboard was last opened; null if never. */
  openedAt: number | null
}

/** A player in the list of pinned and recent ones. */
export interface NearPlayer extends Pick<PlayerMark, 'player_id' | 'isPinned'> {
  name: string
}

/** Tags to add and remove. */
interface TagChange {
  add: readonly string[]
  remove: readonly string[]
}

/** A change of the tags of some players. */
export interface PlayersTagged {
  player_ids: string[]
  add: string[]
  remove: string[]
}

/** A player's tags before and after a change. */
interface Retagged {
  player_id: string
  before: readonly string[]
  after: readonly string[]
}

/** The changes that take these back, one for all players that need the same. */
export function tagReversals(retagged: readonly Retagged[]): PlayersTagged[] {
  const reversals = new Map<string, PlayersTagged>()
  for (const { player_id, before, after } of retagged) {
    const add = before.filter((one) => !after.includes(one))
    const remove = after.filter((one) => !before.includes(one))
    if (add.length + remove.length === 0) continue
    const key = JSON.stringify([add, remove])
    getOrCreate(reversals, key, () => ({ player_ids: [], add, remove })).player_ids.push(player_id)
  }
  return [...reversals.values()]
}

/** Applies the change. Tags that differ only in case or accents are the same; the first spelling stays. */
export function changedTags(known: readonly string[], { add, remove }: TagChange): string[] {
  const gone = new Set(remove.map(folded))
  return spelledOnce([...known.filter((one) => !gone.has(folded(one))), ...add]).slice(0, MOST_TAGS)
}

/** Every tag in use, and those chosen that no longer are, sorted by name. */
export function tagsInUse(
  marks: readonly { tags?: readonly string[] }[],
  chosen: readonly string[] = [],
): string[] {
  const all = [...marks.flatMap((mark) => mark.tags ?? []), ...chosen]
  return spelledOnce(all).sort((a, b) => a.localeCompare(b))
}

function spelledOnce(all: readonly string[]): string[] {
  const bySense = new Map<string, string>()
  for (const one of all) if (!bySense.has(folded(one))) bySense.set(folded(one), one)
  return [...bySense.values()]
}

/** Whether a player has any of these tags; true when none is given. */
export function hasAnyTag(own: readonly string[], wanted: readonly string[]): boolean {
  if (wanted.length === 0) return true
  const wantedKeys = new Set(wanted.map(folded))
  return own.some((one) => wantedKeys.has(folded(one)))
}

/** The chosen tags after a tag was chosen, or no longer is. */
export const toggledTag = (chosen: readonly string[], tag: string): string[] =>
  hasAnyTag(chosen, [tag]) ? chosen.filter((one) => !hasAnyTag([one], [tag])) : [...chosen, tag]

/**
 * Sort key for loading order, higher first: pinned players, then the most recently opened, then the most
 * played.
 */
export function loadPriority(mark: PlayerMark | undefined, plays: number): number {
  const opened = mark?.openedAt ?? 0
  return (mark?.isPinned ? PINNED : 0) + (opened > 0 ? opened : Math.min(plays, MOST_PLAYS))
}

// Below any opening time (about 1.8e12 ms), and `PINNED` is above; play counts are capped so that they stay
// below both.
const MOST_PLAYS = 1e11
const PINNED = 1e14

/** The user's notes on players, never sent to a service. */
export const playersCalls = {
  marks: { input: onAccount, output: returns<PlayerMark[]>(), isStored: true },
  /** Pinned players, then the most recently opened ones. */
  near: { input: onAccount, output: returns<NearPlayer[]>(), isStored: true },
  tag: {
    input: onAccount.extend({
      player_ids: z.array(playerId).min(1).max(5000),
      add: tags,
      remove: tags,
    }),
    /** What takes it back. */
    output: returns<PlayersTagged[]>(),
    isStored: true,
    changes: true,
  },
  pin: { input: onPlayer.extend({ isPinned: z.boolean() }), ...storedChange },
  /** The length and pitch in force at a player's newest stored day, for one that left the list. */
  lastKnown: { input: onPlayer, output: returns<LengthAndPitch>(), isStored: true },
  /** Records that the player's dashboard was opened. */
  opened: { input: onPlayer, ...storedChange },
} satisfies Record<string, Operation>
