import { type Group, isCollection } from '../../../shared/api/settings/index.ts'
import { MODE } from '../../../shared/features/publishing/modes.ts'
import { fieldAt } from '../../../shared/features/publishing/register.ts'
import { itemName, partsText } from '../../../shared/features/publishing/value-text.ts'
import { registerValue, type SheetRow } from '../../../shared/features/sheet/rows.ts'
import type { TemplateFields } from '../../../shared/features/templates/template.ts'
import { type Fields, isFields } from '../../../shared/plain.ts'
import { Value } from '../edits/value.tsx'
import { choiceName } from '../edits/value-text.ts'
import { useFormat } from '../format.ts'

interface TemplateValueProps {
  account_id: string
  group: Group
  register: string
  value: unknown
  /** The mode of the pixel whose threshold it is. */
  mode?: unknown
  /** The value that it is compared with: of two objects only the differing parts are shown. */
  beside?: unknown
  /** Maximum number of characters shown. */
  longest?: number
}

const LONGEST_SHOWN = 160

/** A value of a template or of a row, as text for its setting. */
export function TemplateValue(props: TemplateValueProps) {
  const { account_id, group, register, value, mode, beside, longest = LONGEST_SHOWN } = props
  const { language } = useFormat()
  const at = { group, item_id: isCollection(group) ? '' : null, register }
  if (typeof value === 'string' && fieldAt(at)?.choices) return choiceName(at, value, language)
  const parts =
    fieldAt(at)?.kind === 'object' && isParts(value) ? partsText(value, language, beside) : ''
  if (parts !== '') return parts.slice(0, longest)
  return <Value {...{ account_id, register, value, mode, longest }} />
}

/** Whether a value is an object without a text of its own, such as a style. */
const isParts = (value: unknown): value is Fields => isFields(value) && !('type' in value)

/** The unit of a pixel's threshold: in a row, or as it would be with a template. */
export const modeOf = (row: SheetRow, values?: TemplateFields['values']): unknown =>
  values && MODE in values ? values[MODE] : registerValue(row, MODE)

/** The name of a row's item; empty for a group without items, and for an item without a name. */
export const rowName = ({ value, item_id }: SheetRow) => (item_id === null ? '' : itemName(value))
