import type { Failure } from '../../../shared/failure.ts'
import { getOrCreate, groupBy } from '../../../shared/maps.ts'
import { type EditRow, isHeld, unitOf } from './edit-row.ts'
import { keyOf, type Target } from './next-post.ts'

/** Tries of edits that are refused each time, before the user is asked. */
export const MOST_TRIES = 5
const FIRST_PAUSE_MS = 30_000

/** Edits of one request, and why it was refused. */
export interface Failed {
  rows: EditRow[]
  failure: Failure
}

const ABOUT_EDITS = new Set<Failure['kind']>(['invalid', 'not-found', 'declined', 'edge'])

/** Whether a refusal may be about these edits alone, so that others can be sent. */
export const isAboutEdits = ({ kind }: Failure) => ABOUT_EDITS.has(kind)

/** Whether it would be refused again. After a 404 a read shows whether its item was deleted. */
export const isFinal = ({ kind }: Failure) => kind === 'invalid' || kind === 'declined'

/** Says that it is about an edit, and not about its video or the network. */
export function asOfEdit(failure: Failure): Failure {
  if (failure.kind === 'not-found') return { ...failure, what: 'entry' }
  return failure.kind === 'edge' ? { ...failure, what: 'change' } : failure
}

/** The pause after the last of some refusals by something before the service. */
export const pauseAfter = (refusals: number) => FIRST_PAUSE_MS * 2 ** (refusals - 1)

/** The edits of a request of which a read showed that nothing was applied: its answer was a refusal. */
export function unappliedIn(queued: readonly EditRow[]): Failed | null {
  const rows = queued.filter((row) => isHeld(row) && row.waitsUntil === null)
  const failure = rows[0]?.failure
  return failure ? { rows, failure } : null
}

/** The edits that wait for nothing; without any, how long until there are some. */
export function dueOf(queued: readonly EditRow[], now: number): { due: EditRow[]; ms: number } {
  const longest = (rows: readonly EditRow[]) => Math.max(0, ...rows.map((row) => waitOf(row, now)))
  // A limit concerns the whole video.
  const limit = longest(queued.filter((row) => !isHeld(row)))
  if (limit > 0) return { due: [], ms: limit }
  const units = [...groupBy(queued, unitOf).values()]
  const due = units.filter((rows) => longest(rows) === 0).flat()
  return { due, ms: Math.min(...units.map(longest)) }
}

/** No wait is known any more when the clock was set back to before the request that was refused. */
function waitOf(row: EditRow, now: number): number {
  const { waitsUntil, sentAt, refusals = 0 } = row
  if (waitsUntil === null || (sentAt ?? 0) > now) return 0
  const ms = waitsUntil - now
  // Of an upload it is not known when it was sent.
  return isHeld(row) && ms > pauseAfter(refusals) ? 0 : ms
}

export type Apart = ReturnType<typeof makeApart>

/** Edits that were refused together: sent one unit at a time, to hold only the wrong one. */
export function makeApart() {
  const keys = new Map<string, Set<string>>()
  return {
    put: (target: Target, rows: readonly EditRow[]) =>
      void keys.set(keyOf(target), new Set(rows.map(({ key }) => key))),
    sent(target: Target, rows: readonly EditRow[]) {
      for (const { key } of rows) keys.get(keyOf(target))?.delete(key)
    },
    /**
     * The first unit of those that were refused together; else all edits, but for units that were
     * refused by themselves, each of which is sent alone when no other is left.
     */
    choose(target: Target, due: EditRow[]): EditRow[] {
      const unit = (of: EditRow) => due.filter((row) => unitOf(row) === unitOf(of))
      const first = due.find(({ key }) => keys.get(keyOf(target))?.has(key))
      if (first) return unit(first)
      keys.delete(keyOf(target))
      const refused = due.filter(({ refusals = 0 }) => refusals > 0)
      const units = new Set(refused.map(unitOf))
      const others = due.filter((row) => !units.has(unitOf(row)))
      return others.length > 0 ? others : refused.slice(0, 1).flatMap(unit)
    },
  }
}

export type Barrier = ReturnType<typeof makeBarrier>

/** Accounts of which no change gets through, as something before the service refuses every one. */
export function makeBarrier() {
  /** The units refused for the first time since a change of the account got through. */
  const refused = new Map<string, Set<string>>()
  return {
    isClosedTo(target: Target, rows: readonly EditRow[]): boolean {
      const units = getOrCreate(refused, target.account_id, () => new Set())
      for (const row of rows) if (!row.refusals) units.add(`${keyOf(target)} ${unitOf(row)}`)
      return units.size > 1
    },
    open: ({ account_id }: Target) => void refused.delete(account_id),
  }
}
