import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Group } from '../../../shared/api/settings/index.ts'
import type { Doubt, FieldChange, ImportLine } from '../../../shared/features/proposals/match.ts'
import { withValue } from '../../../shared/features/publishing/lay.ts'
import {
  changedParts,
  itemName,
  shortened,
} from '../../../shared/features/publishing/value-text.ts'
import type { Cells } from '../../../shared/features/sheet/cell.ts'
import type { SheetColumn } from '../../../shared/features/sheet/columns.ts'
import { detachedRow, type SheetRow } from '../../../shared/features/sheet/rows.ts'
import { appTexts } from '../../../shared/locales/languages.ts'
import { settingName } from '../../ui/edits/value-text.ts'
import { useFormat } from '../../ui/format.ts'

export interface LineTexts {
  /** The line's video and item. */
  place: (line: ImportLine) => string
  name: (column: SheetColumn) => string
  before: (line: ImportLine, change: FieldChange) => string
  after: (line: ImportLine, change: FieldChange) => string
  doubt: (doubt: Doubt) => string
}

const LONGEST = 120
/** A new item has no other text beside it. */
const LONGEST_NEW = 2000

/** Texts for the lines of a file. */
export function useLineTexts({ group, cells }: { group: Group; cells: Cells }): LineTexts {
  const { t } = useTranslation('proposals')
  const words = useTranslation('edits').t
  const { language } = useFormat()
  const { nothing } = appTexts(language).tables.values
  return useMemo(() => {
    // The unit of a pixel's threshold depends on the mode next to it.
    const shown = ({ row, ...line }: ImportLine, { column, before, after }: FieldChange) => {
      const known = { video: line.video, value: row?.value ?? {} }
      const was = cells.show(rowWith(known, column, before), column) || nothing
      const is = cells.show(rowWith(line, column, after), column) || nothing
      return row ? changedParts(was, is, LONGEST) : ([was, shortened(is, LONGEST_NEW)] as const)
    }
    return {
      place({ video, row, value, result }: ImportLine) {
        if (!video) return ''
        const label = itemName(value)
        const id = row?.item_id ?? null
        const item = label || (id === null ? '' : words('item', { id }))
        const named = result === 'added' && item === '' ? t('newItem') : item
        return [video.name || video.id, named].filter(Boolean).join(' · ')
      },
      name: ({ key }) => settingName(group, key, language),
      before: (line, change) => shown(line, change)[0],
      after: (line, change) => shown(line, change)[1],
      doubt({ why, text, valid, column }) {
        const isChoice = column?.kind === 'choice'
        const names = valid.map((one) =>
          isChoice ? cells.write(rowWith(null, column, one), column) : one,
        )
        return t(`doubt.${why}`, { text: shortened(text, LONGEST), valid: names.join(', ') })
      },
    }
  }, [t, words, group, cells, language, nothing])
}

/** A row with this value in a register, from which its text is made. */
function rowWith(
  line: Pick<ImportLine, 'video' | 'value'> | null,
  { key }: SheetColumn,
  value: unknown,
): SheetRow {
  const fields = withValue(line?.value ?? {}, key, value ?? undefined)
  return detachedRow(fields, line?.video)
}

/** All displayed texts of a line, for searching. */
export const lineText = (line: ImportLine, texts: LineTexts): string =>
  [
    texts.place(line),
    line.video?.id,
    line.row?.item_id,
    ...line.changes.flatMap((change) => [
      texts.name(change.column),
      texts.before(line, change),
      texts.after(line, change),
    ]),
    ...line.doubts.map(texts.doubt),
  ].join('\n')
