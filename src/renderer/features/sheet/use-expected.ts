import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { SheetColumn, SheetKind } from '../../../shared/features/sheet/columns.ts'
import { registerValue, type SheetRow } from '../../../shared/features/sheet/rows.ts'
import type { Texts } from '../../text.ts'

type Expected = keyof Texts['sheet']['expected']

const BY_KIND: Partial<Record<SheetKind, Expected>> = {
  flag: 'flag',
  time: 'time',
  loop: 'time',
  object: 'object',
  'from-pitch': 'from-pitch',
  threshold: 'time',
  video: 'video',
}

/** A description of a column's valid texts; with a row, of those that this row accepts. */
function expectedOf({ kind, register }: SheetColumn, row?: SheetRow): Expected | undefined {
  if (register === 'countries' || register === 'languages') return register
  if (row && kind === 'from-pitch' && row.video.pitch === null) return 'no-pitch'
  const isPercent = row && registerValue(row, 'dispatch.mode') === 'percent'
  return kind === 'threshold' && isPercent ? 'percent' : BY_KIND[kind]
}

/** Returns a function that describes a column's valid texts in a sentence. */
export function useExpected() {
  const { t } = useTranslation('sheet')
  return useCallback(
    (column: SheetColumn, row?: SheetRow): string => {
      const expected = expectedOf(column, row)
      return expected ? t(`expected.${expected}`) : ''
    },
    [t],
  )
}
