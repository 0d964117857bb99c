import { z } from 'zod'
import { GROUPS, type Group, isCollection } from '../../api/settings/index.ts'
import { type Fields, isFields } from '../../plain.ts'
import { instant } from '../../time/time.ts'
import { pictureReference, type StoredPicture } from '../pictures/picture.ts'
import type { Change, VideoPlace } from '../publishing/edit.ts'
import { valueIn, withValue } from '../publishing/lay.ts'
import { MODE } from '../publishing/modes.ts'
import { fieldAt, isSecret, publicRegisters } from '../publishing/register.ts'
import { isHandBuiltList, registersOf, sameValue, sendable } from '../publishing/value.ts'
import { coverText } from '../reports/cover.ts'
import { isSameSetting, type SheetEdits, valueEdits } from '../sheet/gestures.ts'
import { registerValue, type SheetRow, type SheetVideo } from '../sheet/rows.ts'
import { isTextButton } from '../videos/check/call-actions.ts'
import { THRESHOLD } from '../videos/codec.ts'
import { newItem, withoutPicture } from '../videos/new-item.ts'

// As for an edit: a million characters of HTML with all their JSON escapes.
const LARGEST_VALUES = 4_000_000
export const LONGEST_NAME = 80
export const LONGEST_NOTE = 2000
/** Maximum number on this computer, and in a file. */
export const MOST_TEMPLATES = 500

/** Control characters, and those that reverse the direction of the following text. */
const UNSHOWABLE = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u
const UNSHOWABLE_IN_NOTE = /[^\P{Cc}\n\t]|[\u202A-\u202E\u2066-\u2069]/u

/** A text as the name of a template: one line of visible text, not too long. */
export const templateName = (text: string) =>
  coverText(text, { isOneLine: true })
    .trim()
    .slice(0, LONGEST_NAME)
    // Half of a character.
    .replace(/\p{Cs}$/u, '')

export const templateNote = (text: string) =>
  text.replace(new RegExp(UNSHOWABLE_IN_NOTE, 'gu'), '').trim()

const name = z
  .string()
  .trim()
  .min(1)
  .max(LONGEST_NAME)
  .refine((text) => !UNSHOWABLE.test(text), 'has characters that cannot be shown')
const note = z
  .string()
  .max(LONGEST_NOTE)
  .refine((text) => !UNSHOWABLE_IN_NOTE.test(text), 'has characters that cannot be shown')

/**
 * The content of a template: some registers of an item, or of a group without items, and their
 * values.
 */
export const templateFields = z
  .object({
    name,
    note,
    group: z.enum(GROUPS),
    /**
     * By register; null when the template sets an empty value. Registers that were left out are
     * absent.
     */
    values: z.record(z.string().max(64), z.json()),
  })
  .superRefine(({ group, values }, context) => {
    const issue = (register: string, message: string) =>
      context.addIssue({ code: 'custom', path: ['values', register], message })
    const registers = Object.keys(values)
    if (registers.length === 0) issue('', 'is empty')
    if (JSON.stringify(values).length > LARGEST_VALUES) issue('', 'is too large')
    for (const register of registers) {
      const wrong = whatIsWrong(group, register, values[register])
      if (wrong !== null) issue(register, wrong)
    }
  })
export type TemplateFields = z.output<typeof templateFields>

export const templateId = z.string().regex(/^[0-9a-f]{18}$/, 'is not a template')
export type Template = TemplateFields & { id: string; madeAt: number; changedAt: number }

export const template = z.intersection(
  templateFields,
  z.object({ id: templateId, madeAt: instant, changedAt: instant }),
)

/** A place that is compared with a template. */
export type TemplateLink = VideoPlace & { template_id: string }

function whatIsWrong(group: Group, register: string, value: unknown): string | null {
  if (isSecret(register)) return 'is a secret'
  const field = fieldAt({ group, item_id: isCollection(group) ? 'any' : null, register })
  if (!field) return 'is not a setting'
  if (value === null) return null
  if (field.register === 'leaf' && typeof value === 'object') return 'is not one value'
  return field.schema.safeParse(value).success ? null : 'is not of its type'
}

/** A threshold without its mode could be a percentage as well as a second. */
export const lacksMode = ({ values }: Pick<TemplateFields, 'values'>): boolean =>
  THRESHOLD in values && !(MODE in values)

/** The registers that are taken into a template, or left out of it, with one. */
export const togetherWith = (register: string, isTaken: boolean): string[] =>
  register === (isTaken ? THRESHOLD : MODE) ? [MODE, THRESHOLD] : [register]

interface Source {
  group: Group
  row: SheetRow
  /** Those that are taken; all when absent. */
  registers?: readonly string[]
  /** Of the row's account. */
  pictures: UploadedPictures | undefined
}

/** A row's values of the registers that a template may contain. */
export function templateValues({ group, row, pictures, ...of }: Source): TemplateFields['values'] {
  const { registers = publicRegisters(group) } = of
  const held = registers
    .flatMap((one) => togetherWith(one, true))
    .filter((register) => !isSecret(register) && isTaken(group, row.value, register))
  const valueOf = (register: string) =>
    withReferences(register, sendable(register, registerValue(row, register)), pictures)
  return Object.fromEntries(held.map((register) => [register, cloned(valueOf(register))]))
}

/** A template made from a row, with these of its registers. */
export const templateOf = (
  source: Source,
  { name, note }: Pick<TemplateFields, 'name' | 'note'>,
): TemplateFields => ({ name, note, group: source.group, values: templateValues(source) })

const cloned = (value: unknown): never => JSON.parse(JSON.stringify(value ?? null)) as never

/** Whether a register concerns the appearance of a text button. */
export const isDesign = (register: string) => register.startsWith('design.')

/** Whether an item with these settings can have a value in a register. */
function isTaken(group: Group, settings: Fields, register: string): boolean {
  // Video, call_actions: a text button must not have a label, and HTML needs `as_html`.
  if (group === 'call_actions' && register === 'base.name') return !isTextButton(settings)
  // HTML and images have no design.
  if (isDesign(register)) return isTextButton(settings)
  if (register === 'action.html') return valueIn(settings, 'action.as_html') === true
  // The overlays are set as one list, and hand-built ones cannot be sent.
  return !isHandBuiltList({ register }, valueIn(settings, register))
}

type Held = Pick<TemplateFields, 'group' | 'values'>

/** What a call to action says and opens, which means another thing in a text button than in HTML. */
const OF_KIND = ['action.as_html', 'action.content', 'action.url']

/** Whether a template is of HTML; null when its settings do not tell. */
function isOfHtml({ values }: Held): boolean | null {
  const registers = Object.keys(values)
  if (registers.includes('action.as_html')) return values['action.as_html'] === true
  if (registers.includes('action.html')) return true
  return registers.some(isDesign) ? false : null
}

/**
 * Whether an item with these settings is HTML and stays so with a template of a text button, or the
 * reverse. HTML has settings that a text button must not have, and would be lost.
 */
function isOfOtherKind(held: Held, settings: Fields): boolean {
  const isHtml = isOfHtml(held)
  if (held.group !== 'call_actions' || isHtml === null) return false
  const becomesHtml = held.values['action.as_html'] === true
  return isHtml !== (becomesHtml || valueIn(settings, 'action.as_html') === true)
}

/** The registers of a template that apply to a row with these settings. */
function takenBy(held: Held, settings: Fields): string[] {
  const { group, values } = held
  const isOther = isOfOtherKind(held, settings)
  const registers = Object.keys(values).filter((one) => !isOther || !OF_KIND.includes(one))
  let after = settings
  for (const register of registers) {
    if (register !== 'variants') after = withValue(after, register, values[register])
  }
  return registers.filter((register) => isTaken(group, after, register))
}

/** Whether a row keeps its overlays whatever a template says, because one was built by hand. */
const keepsOverlays = ({ values }: Held, { value }: Pick<SheetRow, 'value'>): boolean =>
  'variants' in values && !isTaken('smart_autoplay', value, 'variants')

type UploadedPictures = readonly Pick<StoredPicture, 'hash' | 'file_ids'>[]

/** The registers in which a row differs from a template, in the template's order. */
export function driftOf(held: Held, row: SheetRow, pictures?: UploadedPictures): string[] {
  const at = { group: held.group, item_id: row.item_id }
  const isSame = (register: string) => {
    const [known, wanted] = [registerValue(row, register), held.values[register]].map((value) =>
      withReferences(register, value, pictures),
    )
    return isSameSetting({ ...at, register }, known, wanted)
  }
  return takenBy(held, row.value).filter((register) => !isSame(register))
}

/** The rows that a template would change, those that are like it, and the numbers of the others by why. */
export function comparedRows(held: Held, rows: readonly SheetRow[], pictures?: UploadedPictures) {
  const compared = rows.map((row) => ({ row, registers: driftOf(held, row, pictures) }))
  const changed = compared.filter(({ registers }) => registers.length > 0)
  const isOther = (row: SheetRow) => isOfOtherKind(held, row.value)
  const isKept = (row: SheetRow) => keepsOverlays(held, row)
  const like = compared.filter(({ row, registers }) => registers.length === 0 && !isOther(row))
  return {
    changed,
    same: like.map(({ row }) => row).filter((row) => !isKept(row)),
    others: rows.filter(isOther).length,
    handBuilt: rows.filter(isKept).length,
  }
}

/** The rows that are compared with a template after it was applied: the others are not like it. */
export function followingRows(...of: Parameters<typeof comparedRows>): SheetRow[] {
  const { changed, same } = comparedRows(...of)
  return [...changed.map(({ row }) => row), ...same]
}

/**
 * A value with references to pictures in place of the ids of these uploads: templates belong to all
 * accounts, and such an id to one.
 */
function withReferences(register: string, value: unknown, pictures: UploadedPictures = []) {
  if (register !== 'variants' || !Array.isArray(value)) return value
  return value.map((variant: unknown) => {
    const file_id = isFields(variant) && variant['file_id']
    if (typeof file_id !== 'string') return variant
    const picture = pictures.find(({ file_ids }) => file_ids.includes(file_id))
    return picture ? { ...(variant as Fields), file_id: pictureReference(picture.hash) } : variant
  })
}

/** The changes that set the template's values in rows. */
export const templateEdits = (
  held: Held,
  rows: readonly SheetRow[],
  pictures?: UploadedPictures,
): SheetEdits =>
  valueEdits(
    held.group,
    rows.flatMap((row) =>
      driftOf(held, row, pictures).map((register) => ({
        row,
        register,
        value: held.values[register],
      })),
    ),
  )

/**
 * The changes that create an item from the template in each video. Settings that the template lacks
 * are those of any new item, which shows nothing to viewers.
 */
export function templateItemEdits(
  held: Held,
  videos: readonly Pick<SheetVideo, 'id'>[],
): SheetEdits {
  const { group } = held
  if (!isCollection(group)) return []
  return videos.map(({ id }) => {
    const item = itemOf(held) as Record<string, never>
    return { video_id: id, changes: [{ kind: 'create', group, item } satisfies Change] }
  })
}

/** The values that a new item has in the registers of the template; those that it cannot have are absent. */
export function newItemValues(held: Held): Fields {
  const item = itemOf(held)
  const values = Object.keys(held.values).map((register) => [register, valueIn(item, register)])
  return Object.fromEntries(values.filter(([, value]) => value !== undefined)) as Fields
}

function itemOf(held: Held): Fields {
  const { group, values } = held
  const start =
    group === 'pixels'
      ? newItem(pixelKind(values), '')
      : newItem(isOfHtml(held) ? 'html' : 'button', '')
  let item: Fields = cloned(start)
  for (const register of takenBy(held, item)) {
    item = withValue(item, register, values[register] ?? undefined)
  }
  const isKnown = (register: string) => isTaken(group, item, register)
  const taken = registersOf(group)
    .filter((register) => !isKnown(register))
    .reduce((rest, register) => without(rest, register), item)
  return withoutPicture(taken)
}

const without = (fields: Fields, register: string) =>
  valueIn(fields, register) === undefined ? fields : withValue(fields, register, undefined)

function pixelKind({ 'base.type': type }: Fields) {
  return type === 'facebook' || type === 'google' ? type : 'custom'
}

/** Whether two templates have the same values, name and note. */
export function isSameTemplate(one: TemplateFields, other: TemplateFields): boolean {
  const { name, note, group, values } = one
  const registers = Object.keys(values)
  return (
    name === other.name &&
    note === other.note &&
    group === other.group &&
    registers.length === Object.keys(other.values).length &&
    registers.every(
      (register) =>
        register in other.values &&
        sameValue({ group, item_id: null, register }, values[register], other.values[register]),
    )
  )
}

/** A key that is equal for equal places. */
const placeKeyOf = ({ video_id, group, item_id }: VideoPlace) =>
  JSON.stringify([video_id, group, item_id])

export const placeOfRow = (group: Group, { video, item_id }: SheetRow): VideoPlace => ({
  ...{ video_id: video.id, group, item_id },
})

export interface TemplateMatch {
  /** The template from which a row was made or changed; null when there is none. */
  templateOfRow: (row: SheetRow) => Template | null
  /**
   * The registers in which a row differs from its template; null without one and for rows to be
   * deleted.
   */
  drift: (row: SheetRow) => readonly string[] | null
}

interface Matched {
  templates: readonly Template[]
  links: readonly TemplateLink[]
  /** Of the account. */
  pictures?: UploadedPictures
}

/**
 * Compares the rows of a tab with their templates. Cached per row, because thousands may be shown.
 */
export function matchTemplates(
  group: Group,
  { templates, links, pictures }: Matched,
): TemplateMatch {
  const byId = new Map(templates.map((one) => [one.id, one]))
  const linked = new Map(
    links
      .filter((link) => link.group === group)
      .map((link) => [placeKeyOf(link), byId.get(link.template_id) ?? null]),
  )
  const known = new WeakMap<SheetRow, { drift: readonly string[] | null }>()
  const templateOfRow = (row: SheetRow) => linked.get(placeKeyOf(placeOfRow(group, row))) ?? null

  function compared(row: SheetRow) {
    const own = row.mark === 'removed' ? null : templateOfRow(row)
    return own && own.group === group ? driftOf(own, row, pictures) : null
  }

  return {
    templateOfRow,
    drift(row) {
      const before = known.get(row)
      if (before) return before.drift
      const drift = compared(row)
      known.set(row, { drift })
      return drift
    },
  }
}
