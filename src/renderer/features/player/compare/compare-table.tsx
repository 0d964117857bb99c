import { useTranslation } from 'react-i18next'
import type { Table } from '../../../../shared/tables/table.ts'
import { definition, tableName } from '../../../../shared/tables/titles.ts'
import { useFormat } from '../../../ui/format.ts'
import { EmptyState } from '../../../ui/notice.tsx'
import { CopiedTable } from '../copied-table.tsx'
import type { Compared } from './use-compare.ts'

interface TableProps {
  table: Table
  compared: readonly Compared[]
}

/** The compared curves as a table; its numbered curves are named above it. */
export function CompareTable({ table, compared }: TableProps) {
  const { t } = useTranslation('compare')
  const { language } = useFormat()
  return (
    <CopiedTable
      table={table}
      head={compared.map(({ name }, index) => `${index + 1} = ${name}`).join('; ')}
      label={tableName('curves', language)}
      definitions={(key) => definition(key.replace(/_\d$/, ''), language)}
      empty={<EmptyState title={t('empty')} text={t('emptyText')} />}
    />
  )
}
