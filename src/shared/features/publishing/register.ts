import { type Field, type FieldSet, placesIn, type RegisterKind } from '../../api/settings/field.ts'
import {
  COLLECTIONS,
  type Collection,
  GROUPS,
  type Group,
  isCollection,
  SETTINGS,
} from '../../api/settings/index.ts'

export type { RegisterKind }

/** The place of a register: `item_id` is null for registers of the group itself. */
export interface RegisterAt {
  group: Group
  item_id: string | null
  /** Dotted, as the document names it: `window.start`. */
  register: string
}

/** A register of a video; with `register` null, one of its items. */
export interface EditPlace extends Omit<RegisterAt, 'register'> {
  register: string | null
}

/** An item; with `item_id` null, the group without its items. */
export type ItemPlace = Pick<RegisterAt, 'group' | 'item_id'>

type Registers = Readonly<Record<string, Field>>

const registersIn = (fields: FieldSet): Registers =>
  Object.fromEntries(placesIn(fields).filter(([, { register }]) => register !== null))

/** Every key that may be sent, except those of items. */
export const GROUP_REGISTERS = Object.fromEntries(
  GROUPS.map((group) => [group, registersIn(SETTINGS[group])]),
) as Readonly<Record<Group, Registers>>

/** Every key of an item that may be sent. */
export const ITEM_REGISTERS = Object.fromEntries(
  COLLECTIONS.map((group) => [group, registersIn(SETTINGS[group].items.fields ?? {})]),
) as Readonly<Record<Collection, Registers>>

/**
 * Video, traffic_filter: anyone who presents the token passes the filter, so it is hidden until
 * requested.
 */
export const SECRET = { group: 'traffic_filter', item_id: null, register: 'token' } as const

/** For registers whose name occurs in one group only. */
export const isSecret = (register: string | null) => register === SECRET.register

/** The registers of a group, or of each of its items, except secrets; in the document's order. */
export const publicRegisters = (group: Group): string[] =>
  Object.keys(isCollection(group) ? ITEM_REGISTERS[group] : GROUP_REGISTERS[group]).filter(
    (register) => !isSecret(register),
  )

/** The field of a register; undefined when it does not exist. */
export function fieldAt({ group, item_id, register }: RegisterAt): Field | undefined {
  const ofItems = isCollection(group) ? ITEM_REGISTERS[group] : {}
  const registers = item_id === null ? GROUP_REGISTERS[group] : ofItems
  return Object.hasOwn(registers, register) ? registers[register] : undefined
}

/** The kind of a register; undefined when it does not exist. */
export const registerKind = (at: RegisterAt): RegisterKind | undefined =>
  fieldAt(at)?.register ?? undefined

const NAMED = [...Object.values(GROUP_REGISTERS), ...Object.values(ITEM_REGISTERS)].flatMap(
  (registers) => Object.entries(registers),
)

const SECONDS = new Set(NAMED.filter(([, { format }]) => format === 'second').map(([name]) => name))

/** Whether a register is a second of the video, by its name alone. */
export const isSecond = (register: string) => SECONDS.has(register)

const WHOLES = new Map(NAMED.filter(([, { register, fields }]) => register === 'whole' && fields))

/** The field of a register that is set as a whole, and of which only listed keys may be sent. */
export const wholeNamed = (register: string | null) => WHOLES.get(register ?? '')

/** A key that is equal for equal places: a register of a video, or a created or deleted item. */
export const registerKey = ({ group, item_id, register }: EditPlace) =>
  JSON.stringify([group, item_id, register])

export const itemKey = ({ group, item_id }: ItemPlace) =>
  registerKey({ group, item_id, register: null })

/** A key for an item, or for the group without its items. */
export const placeKey = ({ group, item_id }: ItemPlace) => JSON.stringify([group, item_id])
