import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type Cell, type Column, isMissing } from '../../../../shared/tables/table.ts'
import { cellText } from '../../../../shared/tables/titles.ts'
import { useFormat } from '../../../ui/format.ts'
import { MissingValue, useCellText } from '../../../ui/missing-value.tsx'

/** Text for a figure of a compared table, and for the difference of two. */
export function useCellWords() {
  const { t } = useTranslation('reportsCompare')
  const { count, money, points, language } = useFormat()
  const text = useCellText()

  function figure(cell: Cell | null, { key, kind, currency }: Column): ReactNode {
    if (cell === null) return t('notThere')
    if (isMissing(cell)) return <MissingValue why={cell.missing} place={cell.lastPlace} />
    if (typeof cell === 'string' && kind === 'text') return cellText(key, cell, language)
    return text(cell, kind, currency)
  }

  function difference(by: number, { kind, currency }: Column): string {
    if (kind === 'percent') return `(${points(by)})`
    const size = Math.abs(by)
    const written: Partial<Record<Column['kind'], string>> = {
      money: money(size, currency ?? 'usd'),
      second: t('seconds', { count: size }),
      duration: t('seconds', { count: Math.round(size * 10) / 10 }),
    }
    return `(${by > 0 ? '+' : '−'}${written[kind] ?? count(size)})`
  }

  return { figure, difference }
}
