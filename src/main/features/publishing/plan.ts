import { COLLECTIONS } from '../../../shared/api/settings/index.ts'
import type { Video } from '../../../shared/api/video.ts'
import type { Failure } from '../../../shared/failure.ts'
import { isBlockedBy, localId, type Problem } from '../../../shared/features/publishing/edit.ts'
import { withValue } from '../../../shared/features/publishing/lay.ts'
import { itemToSend, mergedVideo } from '../../../shared/features/publishing/patch-body.ts'
import { itemKey, placeKey, registerKey } from '../../../shared/features/publishing/register.ts'
import { currentValueOf, threeWay } from '../../../shared/features/publishing/three-way.ts'
import { groupBy } from '../../../shared/maps.ts'
import { type Adopted, type EditRow, newEquals } from './edit-row.ts'
import { type CheckVideo, isAsItWas, isInFlight } from './next-post.ts'

/** What becomes of edits that are to be posted, now that it is known what the service has. */
export interface Plan {
  send: EditRow[]
  /** In conflict, or refused here. */
  put: EditRow[]
  /** The service has what they want, or another edit took their place. */
  done: EditRow[]
  /** Done by an earlier request after all; of an item made here with what it became. */
  posted: (Adopted | { row: EditRow })[]
}

export interface Planned {
  /** All edits of the video. */
  rows: readonly EditRow[]
  /** Those that are to be posted now. */
  due: readonly EditRow[]
  /** As the service has it now. */
  video: Video
  /** As it had it when it was last asked. */
  before: Video | null
  check: CheckVideo
}

export function planOf(planned: Planned): Plan {
  const plan = sorted(planned)
  plan.send = oneMadeAtOnce(plan.send)[0] ?? []
  holdBack(planned, plan)
  return plan
}

/** What leaves, request by request, when nothing but this changes the video meanwhile. */
export function requestsOf(planned: Planned): EditRow[][] {
  const plan = sorted(planned)
  holdBack(planned, plan)
  return oneMadeAtOnce(plan.send)
}

function sorted(planned: Planned): Plan {
  const plan: Plan = { send: [], put: [], done: [], posted: [] }
  const gone: EditRow[] = []
  for (const row of planned.due) {
    const [item, ...duplicates] = wasSent(row) ? newEquals(row, planned.video) : []
    const outcome = item ? 'adopted' : threeWay(row, planned.video)
    if (item) plan.posted.push({ row, item, duplicates })
    else if (outcome === 'send') plan.send.push(row)
    else if (outcome === 'done' && row.rounds > 0) plan.posted.push({ row })
    else if (outcome === 'done') plan.done.push(row)
    else if (outcome === 'gone') gone.push(row)
    else plan.put.push(inConflict(row, planned.video))
  }
  recreateGone(planned, gone, plan)
  return plan
}

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

/** Edits that are only right together: those of one item. */
export const unitOf = ({ group, item_id, key }: EditRow) =>
  item_id === null ? key : placeKey({ group, item_id })

/** Whether an earlier request may have made it. */
const wasSent = ({ kind, rounds }: EditRow) => kind === 'create' && rounds > 0

/** One new id can only answer one item made; one that was sent before comes first. */
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

/**
 * Someone deleted the item that is edited. The edits become one item that could be made again, in
 * conflict: what it was would otherwise be nowhere.
 */
function recreateGone({ rows }: Planned, gone: readonly EditRow[], plan: Plan) {
  for (const unit of new Set(gone.map(unitOf))) {
    const of = rows.filter(
      (row) => unitOf(row) === unit && row.status !== 'draft' && !isInFlight(row),
    )
    const [first] = of
    if (!first || first.item_id === null) continue
    const { group, item_id } = first
    const madeId = localId(item_id)
    const key = itemKey({ group, item_id: madeId })
    const known = rows.find((row) => row.key === key)
    const item = known?.want ?? first.item
    let want: Readonly<Record<string, unknown>> = itemToSend(group, item)
    for (const row of of) want = withValue(want, row.register ?? '', row.want)
    const { revision: _, item: __, ...bare } = first
    plan.done.push(...of)
    plan.put.push({
      ...bare,
      ...(known?.revision !== undefined && { revision: known.revision }),
      ...isAsItWas,
      key,
      kind: 'create',
      item_id: madeId,
      register: null,
      base: null,
      want,
      attempt: 0,
      rounds: 0,
      // An old read may still show what was deleted: that is not what this makes.
      knownIds: [item_id],
      status: 'conflict',
    })
  }
}

/** Takes out what would be refused: a conflict when others' changes made it wrong, else a refusal. */
function holdBack({ video, before, check }: Planned, plan: Plan) {
  const errors = (send: readonly EditRow[], base: Video) =>
    errorsOf(check(send.length === 0 ? base : mergedVideo(send, base), { base }))
  const known = new Set(errors([], video).map(nameOf))
  for (;;) {
    const found = errors(plan.send, video).filter((problem) => !known.has(nameOf(problem)))
    const problems = groupBy(found, placeKey)
    const beside = groupBy(plan.send, placeKey)
    const about = (row: EditRow, rows: readonly EditRow[]) =>
      (problems.get(placeKey(row)) ?? []).filter((one) => isBlockedBy(one, row, rows))
    const wrong = plan.send.filter((row) => about(row, beside.get(placeKey(row)) ?? []).length > 0)
    if (wrong.length === 0) return
    // What is wrong over the video as it was last read too, is wrong by itself.
    const own = new Set(before ? errors(plan.send, before).map(nameOf) : found.map(nameOf))
    const held = new Set(wrong)
    plan.send = plan.send.filter((row) => !held.has(row))
    for (const row of wrong) {
      const reasons = about(row, [row])
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
