import { z } from 'zod'
import { GROUPS } from '../../api/settings/index.ts'
import { videoId } from '../../api/video.ts'
import { instant, isoDate } from '../../time/time.ts'
import { type AccountProblem, problemKey } from './problem.ts'

/** When a mute ends: when its value changes, after a day, or never. */
const muteEnd = z.discriminatedUnion('kind', [
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
  /** Hash of the value when it was muted, for a mute that ends when the value changes. */
  valueHash: z.string().max(100).nullable(),
  madeAt: instant,
})
export type Mute = z.output<typeof mute>

export interface Muting {
  mutes: readonly Mute[]
  /** The current day in the account's zone. */
  today: string
  /** Hash of the value at a problem's place. */
  valueHashOf: (problem: AccountProblem) => string | null
}

export interface MutedProblem extends AccountProblem {
  mute: Mute
}

/** Splits problems into open and muted ones. */
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

/** A mute lasts until the end of its last day. */
function isInForce({ until, valueHash }: Mute, today: string, hashNow: () => string | null) {
  if (until.kind === 'day') return today <= until.day
  return until.kind === 'always' || valueHash === hashNow()
}
