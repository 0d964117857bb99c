import type { Language } from '../../locales/languages.ts'
import { withValue } from '../publishing/lay.ts'
import { MODE } from '../publishing/modes.ts'
import { makeCells } from '../sheet/cell.ts'
import { SHEET_COLUMNS, type SheetColumn } from '../sheet/columns.ts'
import { detachedRow, type SheetRow } from '../sheet/rows.ts'
import { TEXT } from '../videos/codec.ts'
import type { ProposedChange } from './proposal.ts'
import type { ChangeState } from './review.ts'
import { type CellReading, emptyOf, typedValue } from './typed-value.ts'

/**
 * The column whose text format a proposed value is typed in; null for a value that can only be
 * accepted or rejected.
 */
export function editedColumn({ group, kind, register }: ProposedChange): SheetColumn | null {
  if (kind === 'create' || kind === 'delete') return null
  return SHEET_COLUMNS[group].find(({ key }) => key === register) ?? null
}

/** Whether a proposed value can have line breaks: code can, and any text that already does. */
export const canHaveLines = ({ register, want, answer }: ProposedChange): boolean =>
  register?.endsWith('.html') === true ||
  [want, answer?.want].some((text) => typeof text === 'string' && text.includes('\n'))

const rowOf = ({ item_id }: ProposedChange, column: SheetColumn, value: unknown): SheetRow => ({
  ...detachedRow(withValue({}, column.key, value ?? undefined)),
  item_id,
})

/** The text of a proposed value, for typing. */
export function proposedText(change: ProposedChange, value: unknown, language: Language): string {
  const column = editedColumn(change)
  if (!column) return ''
  if (column.kind === 'threshold') return TEXT.write(value)
  const cells = makeCells({ group: change.group, language, videos: [] })
  return cells.write(rowOf(change, column, value), column)
}

interface Typed {
  text: string
  /** The mode of the pixel whose threshold it is. */
  mode: ChangeState['mode']
  language: Language
}

/** The value typed instead of the proposed one; null when it is invalid. */
export function editedValue(
  change: ProposedChange,
  { text, mode, language }: Typed,
): { value: unknown } | null {
  const column = editedColumn(change)
  if (!column) return null
  const row = rowOf(change, column, change.want)
  if (text.trim() === '') return { value: emptyOf(change.group, row, column) }
  const reading: CellReading = {
    ...{ group: change.group, cells: makeCells({ group: change.group, language, videos: [] }) },
    file: { kind: 'csv', encoding: 'utf-8' },
    isMachine: true,
    // The videos of the other computer are unknown here; the check reports an unknown id.
    videoIds: { has: () => true } as unknown as ReadonlySet<string>,
    nameCounts: new Map(),
  }
  const isThreshold = column.kind === 'threshold'
  const whole = isThreshold ? withMode(row, mode ?? writtenMode(text)) : row
  const found = typedValue(whole, column, { typed: text, reading })
  if (found.is === 'same') return { value: change.want }
  return found.is === 'value' ? { value: found.value } : null
}

const withMode = (row: SheetRow, mode: unknown): SheetRow => ({
  ...row,
  value: withValue(row.value, MODE, mode),
})

/** Without a mode, the unit that was typed counts. */
const writtenMode = (text: string) => (text.trim().endsWith('%') ? 'percent' : 'time')
