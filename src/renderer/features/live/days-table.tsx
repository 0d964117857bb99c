import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Table } from '../../../shared/tables/table.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { dayRemarks } from '../../ui/day-remarks.ts'
import { EmptyState } from '../../ui/notice.tsx'

interface DaysTableProps {
  table: Table
  label: string
  totalsLabel?: string
  /** The day on which the figures were read; absent when the rows are no days. */
  read?: string
}

/** A player's figures, one row per day. */
export function DaysTable({ table, label, totalsLabel, read }: DaysTableProps) {
  const { t } = useTranslation('live')
  const remarks = useMemo(
    () => (read === undefined ? undefined : dayRemarks(table, read, t('events.soFar'))),
    [table, read, t],
  )
  return (
    <DataTable
      {...{ table, remarks }}
      label={label}
      maxHeight={320}
      totalsLabel={totalsLabel}
      empty={<EmptyState title={t('events.none')} text={t('events.noneText')} />}
    />
  )
}
