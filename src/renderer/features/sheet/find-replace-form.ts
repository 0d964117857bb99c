import { type Group, isCollection } from '../../../shared/api/settings/index.ts'
import { hasAnyTag } from '../../../shared/features/player-marks/player-mark.ts'
import {
  type HostInUse,
  isAddressMode,
  isHtml,
  type Mode,
  type Replacement,
  searchedColumns,
} from '../../../shared/features/sheet/find-replace.ts'
import { rowsByKey, type SheetRow } from '../../../shared/features/sheet/rows.ts'
import { readHost, readPath } from '../../../shared/features/sheet/url-parts.ts'

export const ALL = 'all'
export const CHOSEN = 'chosen'
const TAG = 'tag '
export const tagPlace = (tag: string) => `${TAG}${tag}`

export type TextMode = 'text' | 'word' | 'regex'

/** The user's inputs in the dialog. */
export interface Form {
  /** All rows, the selection, or those of a tag. */
  where: string
  kind: 'text' | 'host' | 'path' | 'parameter'
  /** Keys of the columns in which texts are replaced, and of those in which addresses are. */
  textFields: string[]
  addressFields: string[]
  textMode: TextMode
  find: string
  to: string
  isCase: boolean
  /** Null for the most frequent one. */
  host: string | null
  newHost: string
  subdomains: boolean
  /** The host whose paths and parameters are replaced; null for all hosts. */
  onHost: string | null
  path: string
  newPath: string
  parameter: string
  act: 'set' | 'rename' | 'remove'
  value: string
  newName: string
  isAdded: boolean
  includesOff: boolean
}

interface Opened {
  /** The number of selected rows; a single one is only the cursor. */
  chosen: number
  /** The column of the cursor. */
  column: string | null
}

export function emptyForm(group: Group, { chosen, column }: Opened): Form {
  const addresses = searchedColumns(group, 'host')
  const texts = searchedColumns(group, 'text')
  const isSimple = addresses.filter((column) => !isHtml(column))
  const keysOf = (columns: typeof texts) => columns.map(({ key }) => key)
  const keys = (columns: typeof texts) => keysOf(columns).slice(0, 1)
  const own = keysOf(texts).filter((key) => key === column)
  return {
    where: chosen > 1 ? CHOSEN : ALL,
    kind: isSimple.length > 0 ? 'host' : 'text',
    textFields: own.length > 0 ? own : isCollection(group) ? keys(texts) : keysOf(texts),
    addressFields: keys(isSimple.length > 0 ? isSimple : addresses),
    ...{ textMode: 'text', find: '', to: '', isCase: false },
    ...{ host: null, newHost: '', subdomains: true, onHost: null, path: '', newPath: '' },
    ...{ parameter: '', act: 'set', value: '', newName: '', isAdded: true, includesOff: false },
  }
}

export const modeOf = ({ kind, textMode }: Form): Mode => (kind === 'text' ? textMode : kind)

/** The columns that are searched, in the order of the tab. */
export const fieldsOf = (group: Group, form: Form) =>
  searchedColumns(group, modeOf(form)).filter(({ key }) =>
    (isAddressMode(modeOf(form)) ? form.addressFields : form.textFields).includes(key),
  )

/** The rows to search. */
export function rowsAt(where: string, { rows, chosen, tagsOf }: RowPlaces): readonly SheetRow[] {
  if (where === CHOSEN) return chosen.flatMap((key) => rowsByKey(rows).get(key) ?? [])
  if (!where.startsWith(TAG)) return rows
  return rows.filter(({ video }) => hasAnyTag(tagsOf(video.id), [where.slice(TAG.length)]))
}

export interface RowPlaces {
  /** Every row of the tab. */
  rows: readonly SheetRow[]
  /** The keys of the selected rows, which replacing changes. */
  chosen: readonly string[]
  tagsOf: (video_id: string) => readonly string[]
}

export const hostOf = ({ host }: Form, hosts: readonly HostInUse[]): string =>
  host ?? hosts[0]?.host ?? ''

/** Null while an input is missing or invalid. */
export function replacementOf(form: Form, hosts: readonly HostInUse[]): Replacement | null {
  const { find, to, isCase, kind, onHost: host } = form
  if (kind === 'text') return find === '' ? null : { mode: form.textMode, find, to, isCase }
  if (kind === 'host') return hostReplacement(form, hosts)
  if (kind === 'parameter') return parameterReplacement(form)
  const [path, newPath] = [readPath(form.path), readPath(form.newPath)]
  if (path === null || newPath === null || path + newPath === '') return null
  return { mode: 'path', path, to: form.newPath.trim(), isCase, host }
}

function hostReplacement(form: Form, hosts: readonly HostInUse[]): Replacement | null {
  const host = hostOf(form, hosts)
  const to = readHost(form.newHost)
  return host === '' || to === null ? null : { mode: 'host', host, to, subdomains: form.subdomains }
}

function parameterReplacement(form: Form): Replacement | null {
  const { act, value, isAdded, onHost: host } = form
  const name = form.parameter.trim()
  if (name === '') return null
  const on = { mode: 'parameter', name, host } as const
  if (act === 'remove') return { ...on, act }
  if (act === 'set') return value === '' ? null : { ...on, act, value, isAdded }
  const to = form.newName.trim()
  return to === '' ? null : { ...on, act, to }
}

/** Equal for searches that find the same, whatever the replacement: then the user's ticks stay. */
export const findKey = ({
  to: _to,
  newHost: _host,
  newPath: _path,
  value: _value,
  ...form
}: Form) => JSON.stringify({ ...form, includesOff: null, newName: null })
