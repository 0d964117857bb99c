import { COLLECTIONS } from '../../../shared/api/settings/index.ts'
import type { Video } from '../../../shared/api/video.ts'
import type { Failure } from '../../../shared/failure.ts'
import {
  isBlockedBy,
  isInFlight,
  LONGEST_NOTE,
  localId,
  type Problem,
} from '../../../shared/features/publishing/edit.ts'
import {
  type Item,
  itemsOf,
  valueAt,
  valueIn,
  withValue,
} from '../../../shared/features/publishing/lay.ts'
import { partnerOf } from '../../../shared/features/publishing/modes.ts'
import { itemToSend, mergedVideo } from '../../../shared/features/publishing/patch-body.ts'
import {
  itemKey,
  placeKey,
  type RegisterAt,
  registerKey,
} from '../../../shared/features/publishing/register.ts'
import { currentValueOf, threeWay } from '../../../shared/features/publishing/three-way.ts'
import { registersOf, sameValue } from '../../../shared/features/publishing/value.ts'
import { groupBy } from '../../../shared/maps.ts'
import { fieldsOf } from '../../../shared/plain.ts'
import {
  type Adopted,
  type EditRow,
  isAsItWas,
  knownPartner,
  newEquals,
  unclear,
  unitOf,
} from './edit-row.ts'
import { type CheckVideo } from './next-post.ts'

/** What to do with edits to be posted, given the service's current video. */
export interface Plan {
  send: EditRow[]
  /** In conflict, or refused by our own check. */
  put: EditRow[]
  /** The service has these values already, or another edit replaces them. */
  done: EditRow[]
  /** An earlier request took effect after all; created items with their new id. */
  posted: (Adopted | { row: EditRow })[]
}

export interface Planned {
  /** All edits of the video. */
  rows: readonly EditRow[]
  /** Those to be posted now. */
  due: readonly EditRow[]
  /** The service's current video. */
  video: Video
  /** The video as last read before. */
  before: Video | null
  check: CheckVideo
}

export function planOf(planned: Planned): Plan {
  const plan = sorted(planned)
  const adopted = new Set(adoptedIn(plan).map(({ row }) => row.group))
  // Edits of the same collection are sent once they are stored with the adopted id.
  const send = plan.send.filter(({ kind, group }) => kind !== 'create' || !adopted.has(group))
  plan.send = oneMadeAtOnce(send)[0] ?? []
  takeOutRefused(planned, plan)
  return plan
}

/** The edits of each request, provided that nothing else changes the video meanwhile. */
export function requestsOf(planned: Planned): EditRow[][] {
  const plan = sorted(planned)
  takeOutRefused(planned, plan)
  return oneMadeAtOnce(plan.send)
}

function sorted(planned: Planned): Plan {
  const plan: Plan = { send: [], put: [], done: [], posted: [] }
  const gone: EditRow[] = []
  for (const row of planned.due) {
    const [item, ...duplicates] = wasSent(row) ? newEquals(row, planned.video, takenIn(plan)) : []
    const outcome = item ? 'adopted' : threeWay(row, planned.video)
    if (item) plan.posted.push({ row, item, duplicates })
    else if (outcome === 'send') plan.send.push(row)
    else if (outcome === 'done' && row.rounds > 0) plan.posted.push({ row })
    else if (outcome === 'done') plan.done.push(row)
    else if (outcome === 'gone') gone.push(row)
    else plan.put.push(inConflict(row, planned.video))
  }
  takeOutHalves(planned, plan)
  recreateGone(planned, gone, plan)
  changeThereAgain(planned, plan)
  takeOutUnclear(planned, plan)
  return plan
}

/** Takes out a pixel's threshold or mode that would mean something else beside the other of the two. */
function takeOutHalves(planned: Planned, plan: Plan) {
  const undecided = [...planned.rows, ...plan.put].filter(({ status }) => status === 'conflict')
  const keys = new Set(undecided.map(({ key }) => key))
  const posted = plan.posted.map(({ row }) => row)
  const own = [...plan.send, ...plan.done, ...posted, ...planned.rows.filter(isInFlight)]
  const decided = new Set(own.map(({ key }) => key))
  plan.send = plan.send.filter((row) => {
    const partner = partnerOf(row)
    if (!partner) return true
    const key = registerKey(partner)
    const isHalf = keys.has(key) || (!decided.has(key) && isMeantBesideOther(row, partner, planned))
    if (isHalf) plan.put.push(inConflict(row, planned.video))
    return !isHalf
  })
}

/** Whether the service has another value of the partner than the one that this edit is meant beside. */
function isMeantBesideOther(row: EditRow, at: RegisterAt, { video, before }: Planned) {
  const known = knownPartner(row)?.shown
  const meant = known === undefined && before ? valueAt(before, at) : known
  return meant !== undefined && !sameValue(at, meant, valueAt(video, at))
}

/** Takes out what may be on the service already, as an item that is not equal any more. */
function takeOutUnclear({ video }: Planned, plan: Plan) {
  const taken = takenIn(plan)
  plan.send = plan.send.filter((row) => {
    const parked = wasSent(row) ? unclear(row, video, taken) : null
    if (parked) plan.put.push(parked)
    return !parked
  })
}

/** The edits whose items were found, with these items. */
export const adoptedIn = ({ posted }: Pick<Plan, 'posted'>): Adopted[] =>
  posted.flatMap((one) => ('item' in one ? [one] : []))

const takenIn = (plan: Plan) => adoptedIn(plan).map(({ item }) => item.id)

export const inConflict = (
  row: EditRow,
  video: Video,
  failure: Failure | null = null,
): EditRow => ({
  ...row,
  ...isAsItWas,
  status: 'conflict',
  theirs: currentValueOf(row, video),
  failure,
})

/** Whether an earlier request may have created it. */
const wasSent = ({ kind, rounds }: EditRow) => kind === 'create' && rounds > 0

/** At most one `create` per collection and request, so that a new id identifies its item. */
function oneMadeAtOnce(rows: readonly EditRow[]): EditRow[][] {
  const turns = new Map<EditRow, number>()
  for (const group of COLLECTIONS) {
    const made = rows.filter((row) => row.kind === 'create' && row.group === group)
    const ordered = [...made.filter(wasSent), ...made.filter((row) => !wasSent(row))]
    for (const [turn, row] of ordered.entries()) turns.set(row, turn)
  }
  const requests: EditRow[][] = []
  for (const row of rows) (requests[turns.get(row) ?? 0] ??= []).push(row)
  return requests.filter((request) => request.length > 0)
}

/** Turns the edits of a deleted item into one conflict that can create it again. */
function recreateGone({ rows }: Planned, gone: readonly EditRow[], plan: Plan) {
  const finished = new Set<EditRow | undefined>([
    ...plan.done,
    ...plan.posted.map(({ row }) => row),
  ])
  const left = rows.filter(
    (row) => row.status !== 'draft' && !isInFlight(row) && !finished.has(row),
  )
  for (const unit of new Set(gone.map(unitOf))) {
    const of = left.filter((row) => unitOf(row) === unit)
    const [first] = of
    if (!first || first.item_id === null) continue
    const { group } = first
    const fresh = recreation(first, first.item_id)
    const known = rows.find(({ key }) => key === fresh.key)
    // It was created after all: what is left is compared with the next read.
    if (finished.has(known)) continue
    let want: Readonly<Record<string, unknown>> = itemToSend(group, known?.want ?? first.item)
    for (const row of of) want = withValue(want, row.register ?? '', row.want)
    plan.done.push(...of)
    plan.send = plan.send.filter((row) => row !== known)
    plan.put.push({ ...withNotes(known ?? fresh, of), ...isAsItWas, want, status: 'conflict' })
  }
}

/** An item that was gone, and is shown after all, is not created a second time. */
function changeThereAgain({ rows, video }: Planned, plan: Plan) {
  plan.send = plan.send.filter((row) => {
    const { kind, group, item_id } = row
    const again = itemsOf(video, group).find(({ id }) => localId(id) === item_id)
    if (kind !== 'create' || !again) return true
    plan.done.push(row)
    plan.put.push(...asChanges(row, again, rows))
    return false
  })
}

/** The changes of an item that was to be created again; later edits of it stay. */
function asChanges(row: EditRow, again: Item, rows: readonly EditRow[]): EditRow[] {
  const { revision: _, ...others } = row
  const known = new Set(rows.map(({ key }) => key))
  const was = fieldsOf(row.item ?? again)
  return registersOf(row.group).flatMap((register): EditRow[] => {
    const at = { group: row.group, item_id: again.id, register }
    const [base, want] = [was, fieldsOf(row.want)].map((item) => valueIn(item, register) ?? null)
    const key = registerKey(at)
    if (known.has(key) || sameValue(at, base, want)) return []
    const unsent = { attempt: 0, rounds: 0, sentAt: null, quarantineUntil: null, knownIds: null }
    return [{ ...others, ...at, ...unsent, key, kind: 'set', base, want }]
  })
}

/** With the notes of all edits that it replaces. */
function withNotes(row: EditRow, of: readonly EditRow[]): EditRow {
  const notes = new Set([row, ...of].flatMap(({ note }) => note ?? []))
  return notes.size > 0 ? { ...row, note: [...notes].join('\n').slice(0, LONGEST_NOTE) } : row
}

/** A new edit that creates the item of this one again. */
function recreation(edit: EditRow, gone: string): EditRow {
  const { revision: _, partner: __, ...row } = edit
  const item_id = localId(gone)
  return {
    ...row,
    key: itemKey({ group: row.group, item_id }),
    kind: 'create',
    item_id,
    register: null,
    base: null,
    attempt: 0,
    rounds: 0,
    // An outdated read may still show the deleted item, which is not the new one.
    knownIds: [gone],
  }
}

/** Takes out edits that would be refused; in conflict if others' changes made them wrong. */
function takeOutRefused({ video, before, check }: Planned, plan: Plan) {
  const errors = (base: Video) => errorsOf(check(mergedVideo(plan.send, base), { base }))
  for (;;) {
    const found = errors(video)
    const problems = groupBy(found, placeKey)
    const beside = groupBy(plan.send, placeKey)
    const about = (row: EditRow, rows: readonly EditRow[]) =>
      (problems.get(placeKey(row)) ?? []).filter((one) => isBlockedBy(one, row, rows))
    const isWrong = (row: EditRow) => about(row, beside.get(placeKey(row)) ?? []).length > 0
    const wrong = withHalves(plan.send.filter(isWrong), plan.send)
    if (wrong.size === 0) return
    // Problems found with the previously read video too come from the edits, not from the service.
    const own = new Set((before ? errors(before) : found).map(nameOf))
    plan.send = plan.send.filter((row) => !wrong.has(row))
    for (const [row, cause] of wrong) {
      const reasons = about(cause, [cause])
      const failure = refusalBy(reasons)
      const isOwn = row.kind === 'create' || reasons.some((reason) => own.has(nameOf(reason)))
      plan.put.push(
        isOwn
          ? { ...row, ...isAsItWas, status: 'rejected', failure }
          : inConflict(row, video, failure),
      )
    }
  }
}

/** Each edit that is wrong, and the other of a pixel's mode and threshold, with the edit that causes it. */
function withHalves(wrong: readonly EditRow[], rows: readonly EditRow[]): Map<EditRow, EditRow> {
  const all = new Map(wrong.map((row) => [row, row]))
  const byKey = new Map(wrong.map((row) => [row.key, row]))
  for (const row of rows) {
    const partner = partnerOf(row)
    const cause = partner && byKey.get(registerKey(partner))
    if (cause && !all.has(row)) all.set(row, cause)
  }
  return all
}

const errorsOf = (problems: Problem[]) => problems.filter(({ severity }) => severity === 'error')

const nameOf = (problem: Problem) => `${problem.rule} ${registerKey(problem)}`

const refusalBy = (problems: Problem[]): Failure => ({
  kind: 'invalid',
  fields: problems.map(({ group, item_id, register, rule, details }) => ({
    path: [group, item_id, register].filter((part) => part !== null).join('.'),
    message: rule,
    details,
  })),
  text: 'It was not sent, because the service would refuse it.',
})
