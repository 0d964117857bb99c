import { COLLECTIONS, type Group } from '../../../shared/api/settings/index.ts'
import type { Video } from '../../../shared/api/video.ts'
import { AppError } from '../../../shared/failure.ts'
import { type Change, isInFlight } from '../../../shared/features/publishing/edit.ts'
import {
  applyListEdit,
  valueAt,
  valueIn,
  withValue,
} from '../../../shared/features/publishing/lay.ts'
import { partnerOf } from '../../../shared/features/publishing/modes.ts'
import {
  type EditPlace,
  GROUP_REGISTERS,
  type ItemPlace,
  itemKey,
  type RegisterAt,
  registerKey,
  registerKind,
} from '../../../shared/features/publishing/register.ts'
import { isHandBuiltList, registersOf } from '../../../shared/features/publishing/value.ts'
import { getOrCreate, groupBy } from '../../../shared/maps.ts'
import type { Fields } from '../../../shared/plain.ts'
import { canonicalJson } from '../../database/json.ts'
import { type EditRow, withPartner } from './edit-row.ts'
import { assertItem, assertStorable, assertTexts, assertValue, invalid } from './edit-validation.ts'

/** The edits of one video while changes are made to them. */
export interface Draft {
  account_id: string
  video_id: string
  /** As last read from the service. */
  base: Video
  /** By key; changed in place. */
  rows: Map<string, EditRow>
  nextSeq: () => number
  /** Makes the `local:` id of a created item. */
  newId: () => string
}

type Of<K extends Change['kind']> = Extract<Change, { kind: K }>
type ItemAt = ItemPlace & { item_id: string }

/** Applies a change to a draft; returns a created item's id. Throws `invalid` or `refused`. */
export function applyChange(draft: Draft, change: Change): string | null {
  switch (change.kind) {
    case 'set':
      setRegister(draft, change)
      return null
    case 'list':
      changeList(draft, change)
      return null
    case 'create':
      return create(draft, change)
    case 'delete':
      deleteItem(draft, change)
      return null
    case 'revert':
      revert(draft, change)
      return null
    case 'note':
      writeNote(draft, change)
      return null
  }
}

/** Applies changes in their order; returns the ids of created items. Throws `invalid` or `refused`. */
export function applyAll(draft: Draft, changes: readonly Change[]): string[] {
  const created = changes.map((change) => applyChange(draft, change)).filter((id) => id !== null)
  // Only now, as a later change may be the other of a pixel's mode and threshold.
  for (const change of changes) if (change.kind === 'set') meetPartner(draft, change)
  return created
}

/**
 * A value that was typed is meant beside its partner as shown now; when it is the service's again, its
 * partner is meant beside it. What is queued already would be sent without the user.
 */
function meetPartner(draft: Draft, at: RegisterAt) {
  const partner = partnerOf(at)
  if (!partner) return
  const row = draft.rows.get(registerKey(at)) ?? draft.rows.get(registerKey(partner))
  if (row?.status === 'draft') draft.rows.set(row.key, withPartner(row, draft))
}

/**
 * The same, but the changes of an item are left out together when one of their edits is in flight: a
 * window's start alone would change how long it is shown.
 */
export function applyFree(draft: Draft, changes: readonly Change[]) {
  const created: string[] = []
  const leftOut: Change[] = []
  const placeOf = (change: Change) =>
    change.kind === 'create' ? change : `${change.group} ${'item_id' in change && change.item_id}`
  for (const own of groupBy<Change, unknown>(changes, placeOf).values()) {
    const before = [...draft.rows]
    try {
      created.push(...applyAll(draft, own))
    } catch (thrown) {
      if (!isBeingSent(thrown)) throw thrown
      draft.rows.clear()
      for (const [key, row] of before) draft.rows.set(key, row)
      leftOut.push(...own)
    }
  }
  return { created, leftOut }
}

const isBeingSent = (thrown: unknown) =>
  thrown instanceof AppError &&
  thrown.failure.kind === 'refused' &&
  thrown.failure.reason === 'being-sent'

/** Throws `refused` for an edit in flight. */
export function assertFree(row: EditRow | null | undefined) {
  if (!row || !isInFlight(row)) return
  const place = [row.group, row.item_id, row.register].filter((part) => part !== null).join(' ')
  throw new AppError({ kind: 'refused', reason: 'being-sent', text: place })
}

/** The row after a change by the user: without conflict, failure or wait. */
export const asDraft = (row: EditRow): EditRow => ({ ...row, ...NOT_SENT })

const NOT_SENT = {
  status: 'draft',
  theirs: null,
  failure: null,
  waitsUntil: null,
  isStopped: undefined,
} as const

function setRegister(draft: Draft, { group, item_id, register, value }: Of<'set'>) {
  const at = { group, item_id, register }
  const kind = registerKind(at)
  if (kind === undefined) throw invalid(at, 'is not a setting')
  if (kind === 'list') throw invalid(at, 'is a list, to which values are added')
  assertStorable(at, value)
  assertValue(at, value)
  const made = madeHere(draft, at)
  if (made) return putMade(draft, made, withValue(itemOf(made), register, value ?? undefined))

  const row = rowToEdit(draft, at)
  const now = baseValue(draft.base, at)
  if (isSame(now, value)) return void draft.rows.delete(registerKey(at))
  if (isHandBuiltList(at, now, value)) throw new AppError({ kind: 'hand-built' })
  putRow(draft, at, { kind: 'set', base: row ? seenBase(row, { value, now }) : now, want: value })
}

/** The service's value that the user saw: in a conflict the one shown, at a return to the base `now`. */
function seenBase(row: EditRow, { value, now }: { value: unknown; now: unknown }): unknown {
  if (row.status === 'conflict') return row.theirs
  return isSame(row.base, value) ? now : row.base
}

function changeList(draft: Draft, { group, register, add, remove }: Of<'list'>) {
  const at = { group, item_id: null, register }
  if (registerKind(at) !== 'list') throw invalid(at, 'is not a list')
  for (const text of [...add, ...remove]) assertStorable(at, text)
  const row = rowToEdit(draft, at)
  const base = (valueAt(draft.base, at) ?? null) as string[] | null
  const { added, removed } = changedLists(new Set(base), row, { add, remove })
  if (added.size + removed.size === 0) return void draft.rows.delete(registerKey(at))
  const changed = { added: [...added], removed: [...removed] }
  const want = applyListEdit(base, changed)
  assertTexts(at, want)
  putRow(draft, at, { kind: 'list', base, want, ...changed })
}

/** The lists after a change: never adds what the base has, nor removes what it lacks. */
function changedLists(
  known: ReadonlySet<string>,
  row: EditRow | undefined,
  { add, remove }: Pick<Of<'list'>, 'add' | 'remove'>,
) {
  const added = new Set(row?.added)
  const removed = new Set(row?.removed)
  for (const text of add) {
    removed.delete(text)
    if (!known.has(text)) added.add(text)
  }
  for (const text of remove) {
    added.delete(text)
    if (known.has(text)) removed.add(text)
  }
  return { added, removed }
}

function create(draft: Draft, { group, item, note }: Of<'create'>): string {
  const item_id = draft.newId()
  assertStorable({ group, item_id, register: null }, item)
  assertItem(group, item)
  const at = { group, item_id, register: null }
  putRow(draft, at, { kind: 'create', base: null, want: item })
  if (note) writeNote(draft, { kind: 'note', ...at, note })
  return item_id
}

function deleteItem(draft: Draft, { group, item_id }: Of<'delete'>) {
  const at = { group, item_id }
  const made = madeHere(draft, at)
  const item = baseItem(draft.base, at)
  if (!made && !item) throw unknownItem(at)
  const deletion = made ? undefined : draft.rows.get(itemKey(at))
  if (deletion && deletion.status !== 'conflict') return assertFree(deletion)
  dropItem(draft, at)
  if (item) putRow(draft, { ...at, register: null }, { kind: 'delete', base: item, want: null })
}

function revert(draft: Draft, { group, item_id, register }: Of<'revert'>) {
  if (register === null) {
    if (item_id !== null) return dropItem(draft, { group, item_id })
    return dropGroup(draft, group)
  }
  const at = { group, item_id, register }
  if (registerKind(at) === undefined) throw invalid(at, 'is not a setting')
  const made = madeHere(draft, at)
  if (made) return putMade(draft, made, withValue(itemOf(made), register, undefined))
  assertFree(draft.rows.get(registerKey(at)))
  draft.rows.delete(registerKey(at))
}

/** The edit stays in its state: in conflict, refused, queued or in flight. A note is never sent. */
function writeNote({ rows }: Draft, { group, item_id, register, note }: Of<'note'>) {
  const at = { group, item_id, register }
  const row = rows.get(registerKey(at))
  if (!row) throw invalid(at, 'is not changed')
  const { note: _, ...others } = row
  const text = note.trim()
  rows.set(row.key, text === '' ? others : { ...others, note: text })
}

/** Drops the edits of the group's own registers. */
function dropGroup(draft: Draft, group: Group) {
  const keys = Object.keys(GROUP_REGISTERS[group]).map((register) =>
    registerKey({ group, item_id: null, register }),
  )
  for (const key of keys) assertFree(draft.rows.get(key))
  for (const key of keys) draft.rows.delete(key)
}

/** Drops all edits of an item: its creation or deletion, and its registers. */
function dropItem(draft: Draft, { group, item_id }: ItemAt) {
  const keys = registersOf(group).map((register) => registerKey({ group, item_id, register }))
  keys.push(itemKey({ group, item_id }))
  for (const key of keys) assertFree(draft.rows.get(key))
  for (const key of keys) draft.rows.delete(key)
}

function madeHere(draft: Draft, at: ItemPlace): EditRow | undefined {
  if (at.item_id === null) return undefined
  const row = draft.rows.get(itemKey(at))
  return row?.kind === 'create' ? row : undefined
}

const itemOf = ({ want }: EditRow) => want as Fields

function putMade(draft: Draft, made: EditRow, want: unknown) {
  assertFree(made)
  assertStorable({ group: made.group, item_id: made.item_id, register: null }, want)
  draft.rows.set(made.key, asDraft({ ...made, want }))
}

/** The row of a place, if any. Throws when the place cannot be edited. */
function rowToEdit(draft: Draft, at: RegisterAt): EditRow | undefined {
  const row = draft.rows.get(registerKey(at))
  if (at.item_id !== null) {
    const deletion = draft.rows.get(itemKey(at))
    if (deletion) throw invalid(at, 'its item is to be deleted')
    if (!row && !baseItem(draft.base, at)) throw unknownItem(at)
  }
  assertFree(row)
  return row
}

const unknownItem = (at: ItemPlace) => invalid({ ...at, register: null }, 'is not on this video')

const itemsById = new WeakMap<Video, Map<string, Fields>>()

/** Indexed once for all changes of a step, which can be one per item. */
function baseItem(base: Video, at: ItemPlace): Fields | undefined {
  const items = getOrCreate(itemsById, base, () => {
    const all = new Map<string, Fields>()
    for (const group of COLLECTIONS) {
      for (const item of base[group]?.items ?? [])
        all.set(itemKey({ group, item_id: item.id }), item)
    }
    return all
  })
  return items.get(itemKey(at))
}

function baseValue(base: Video, at: RegisterAt): unknown {
  if (at.item_id === null) return valueAt(base, at) ?? null
  return valueIn(baseItem(base, at) ?? {}, at.register) ?? null
}

interface RowContent {
  kind: EditRow['kind']
  base: unknown
  want: unknown
  added?: string[]
  removed?: string[]
}

function putRow(draft: Draft, at: EditPlace, { added = [], removed = [], ...content }: RowContent) {
  const { account_id, video_id, rows } = draft
  const key = registerKey(at)
  const isList = content.kind === 'list'
  const lists = { added: isList ? added : null, removed: isList ? removed : null }
  const known = rows.get(key)
  // The item can be created again if the service loses it before this is posted.
  const item = content.kind === 'set' ? (known?.item ?? baseItem(draft.base, at)) : undefined
  const named = known ?? { ...UNSENT_ROW, account_id, video_id, key, seq: draft.nextSeq() }
  const row: EditRow = { ...named, ...at, ...content, ...lists, ...NOT_SENT }
  if (item) row.item = item
  rows.set(key, row)
}

const UNSENT_ROW = {
  item_id: null,
  register: null,
  attempt: 0,
  rounds: 0,
  sentAt: null,
  quarantineUntil: null,
  knownIds: null,
  missedAt: null,
} satisfies Partial<EditRow>

export const isSame = (one: unknown, other: unknown) => canonicalJson(one) === canonicalJson(other)
