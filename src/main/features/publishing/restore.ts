import { type Collection, GROUPS, isCollection } from '../../../shared/api/settings/index.ts'
import type { Video } from '../../../shared/api/video.ts'
import type { Change, HistoryEntry } from '../../../shared/features/publishing/edit.ts'
import {
  applyListEdit,
  itemAt,
  itemsOf,
  valueAt,
  valueIn,
} from '../../../shared/features/publishing/lay.ts'
import { itemToSend } from '../../../shared/features/publishing/patch-body.ts'
import {
  fieldAt,
  GROUP_REGISTERS,
  isSecret,
  type RegisterAt,
  registerKind,
} from '../../../shared/features/publishing/register.ts'
import { registersOf } from '../../../shared/features/publishing/value.ts'
import { type Fields, fieldsOf } from '../../../shared/plain.ts'
import { isSame } from './save.ts'

type Made = Extract<Change, { kind: 'create' }>['item']
type ItemAt = { group: Collection; item_id: string }

/** The changes that bring a video, as now shown, back to the state before a history entry. */
export function restoringChanges(entry: HistoryEntry, shown: Video): Change[] {
  const { group, item_id, register, before } = entry
  if (group === null) return groupsBack(fieldsOf(before), shown)
  if (register !== null) return registerBack({ group, item_id, register }, before, shown)
  if (item_id === null || !isCollection(group)) return []
  return itemBack({ group, item_id }, before, shown)
}

/** The changes that bring the named groups of a video back. */
export function groupsBack(before: Fields, shown: Video): Change[] {
  return GROUPS.filter((group) => group in before).flatMap((group) => {
    const target = { [group]: before[group] } as Partial<Video> as Video
    const were = fieldsOf(before[group])
    // A backup may lack the secret; unknown is not empty.
    const known = Object.keys(GROUP_REGISTERS[group]).filter((register) => {
      return !isSecret(register) || register in were
    })
    const own = known.flatMap((register) => {
      const at = { group, item_id: null, register }
      return registerBack(at, valueAt(target, at), shown)
    })
    return isCollection(group) ? [...own, ...itemsBack(group, target, shown)] : own
  })
}

function itemsBack(group: Collection, target: Video, shown: Video): Change[] {
  const were = itemsOf(target, group)
  const known = new Set(were.map(({ id }) => id))
  const made = itemsOf(shown, group).filter(({ id }) => !known.has(id))
  return [
    ...were.flatMap((item) => itemBack({ group, item_id: item.id }, item, shown)),
    ...made.map(({ id }): Change => ({ kind: 'delete', group, item_id: id })),
  ]
}

function itemBack({ group, item_id }: ItemAt, before: unknown, shown: Video): Change[] {
  const item = itemAt(shown, { group, item_id })
  if (before === null || before === undefined) {
    return item ? [{ kind: 'delete', group, item_id }] : []
  }
  if (!item) return [{ kind: 'create', group, item: itemToSend(group, before) as Made }]
  return registersOf(group).flatMap((register) => {
    const value = valueIn(fieldsOf(before), register)
    return registerBack({ group, item_id, register }, value, shown)
  })
}

function registerBack(at: RegisterAt, before: unknown, shown: Video): Change[] {
  const now = valueAt(shown, at) ?? null
  const was = before ?? null
  if (registerKind(at) === 'list') return listBack(at, textsOf(was), textsOf(now))
  if (isSame(now, was)) return []
  const value = was as Extract<Change, { kind: 'set' }>['value']
  return [{ kind: 'set', ...at, value: fieldAt(at)?.kind === 'list' ? (value ?? []) : value }]
}

function listBack({ group, register }: RegisterAt, was: string[], now: string[]): Change[] {
  const add = applyListEdit(was, { removed: now })
  const remove = applyListEdit(now, { removed: was })
  if (add.length + remove.length === 0) return []
  return [{ kind: 'list', group, register, add, remove }]
}

const textsOf = (value: unknown) => (Array.isArray(value) ? (value as string[]) : [])
