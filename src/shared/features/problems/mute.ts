import { z } from 'zod'
import { GROUPS } from '../../api/settings/index.ts'
import { videoId } from '../../api/video.ts'
import { instant, isoDate } from '../../time/time.ts'
import { type AccountProblem, problemKey } from './problem.ts'

/** When a mute ends: when what it is about differs, after a day, or never. */
export const muteEnd = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('changes') }),
  z.object({ kind: z.literal('day'), day: isoDate }),
  z.object({ kind: z.literal('always') }),
])
export type MuteEnd = z.output<typeof muteEnd>

export const problemPlace = z.object({
  video_id: videoId,
  group: z.enum(GROUPS).nullable(),
  item_id: z.string().min(1).max(200).nullable(),
  rule: z.string().min(1).max(80),
})

export const LONGEST_NOTE = 300

/** A mute of one rule for one item, group or video. */
export const muteFields = problemPlace.extend({
  note: z.string().trim().max(LONGEST_NOTE),
  until: muteEnd,
})

export const mute = muteFields.extend({
  /** Of the place as it was, for a mute that ends when that changes. */
  valueHash: z.string().max(100).nullable(),
  madeAt: instant,
})
export type Mute = z.output<typeof mute>

export interface Muting {
  mutes: readonly Mute[]
  /** Today in the zone of the account. */
  today: string
  /** Of the place of a problem as it is now. */
  valueHashOf: (problem: AccountProblem) => string | null
}

export interface MutedProblem extends AccountProblem {
  mute: Mute
}

/** Splits problems into those that are said, and those that the person muted. */
export function applyMutes(
  problems: readonly AccountProblem[],
  { mutes, today, valueHashOf }: Muting,
): { open: AccountProblem[]; muted: MutedProblem[] } {
  const byPlace = new Map(mutes.map((each) => [problemKey(each), each]))
  const open: AccountProblem[] = []
  const muted: MutedProblem[] = []
  for (const problem of problems) {
    const found = byPlace.get(problemKey(problem))
    if (found && isInForce(found, today, () => valueHashOf(problem))) {
      muted.push({ ...problem, mute: found })
    } else open.push(problem)
  }
  return { open, muted }
}

/** A day is muted to its end. */
function isInForce({ until, valueHash }: Mute, today: string, hashNow: () => string | null) {
  if (until.kind === 'day') return today <= until.day
  return until.kind === 'always' || valueHash === hashNow()
}
