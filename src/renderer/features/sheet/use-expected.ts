import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { SheetColumn } from '../../../shared/features/sheet/columns.ts'
import { registerValue, type SheetRow } from '../../../shared/features/sheet/rows.ts'

/** Returns a function for what a valid text of a column looks like. */
export function useExpected() {
  const { t } = useTranslation('sheet')
  return useCallback(
    (column: SheetColumn, row?: SheetRow): string => {
      const isPercent = row && registerValue(row, 'dispatch.mode') === 'percent'
      if (column.kind === 'from-pitch' && row?.video.pitch === null) return t('expected.no-pitch')
      if (column.kind === 'threshold') return t(isPercent ? 'expected.percent' : 'expected.time')
      if (column.kind === 'loop') return t('expected.time')
      if (column.register === 'countries' || column.register === 'languages') {
        return t(`expected.${column.register}`)
      }
      if (column.kind === 'flag' || column.kind === 'time') return t(`expected.${column.kind}`)
      if (column.kind === 'object' || column.kind === 'from-pitch') {
        return t(`expected.${column.kind}`)
      }
      return ''
    },
    [t],
  )
}
