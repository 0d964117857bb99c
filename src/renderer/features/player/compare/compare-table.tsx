import { Group, Text } from '@mantine/core'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { Table } from '../../../../shared/tables/table.ts'
import { definition, tableName, title } from '../../../../shared/tables/titles.ts'
import { CopyButton, copyText } from '../../../ui/copy.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { useFormat } from '../../../ui/format.ts'
import { useCellText } from '../../../ui/missing-value.tsx'
import { EmptyState } from '../../../ui/notice.tsx'
import { tabbed } from '../tabbed.ts'
import type { Compared } from './use-compare.ts'

interface TableProps {
  table: Table
  compared: readonly Compared[]
}

/** The very rows that the export writes; its numbered curves are named above it. */
export function CompareTable({ table, compared }: TableProps) {
  const { t } = useTranslation('compare')
  const { t: player } = useTranslation('player')
  const { language } = useFormat()
  const text = useCellText()
  const titles = useCallback((key: string) => title(key, language), [language])
  const defined = (key: string) => definition(key.replace(/_\d$/, ''), language)
  const name = tableName('curves', language)
  const numbered = compared.map(({ name: own }, index) => `${index + 1} = ${own}`).join('; ')
  return (
    <>
      <Group gap="8px 12px" wrap="nowrap" align="flex-start" justify="space-between" mb={4}>
        <Text size="sm" flex="1 1 auto" miw={0} mb={6}>
          {numbered}
        </Text>
        <CopyButton
          label={player('copyTable')}
          copy={() => copyText(tabbed(table, { titles, text, language }))}
        />
      </Group>
      <DataTable
        table={table}
        label={name}
        titles={titles}
        definitions={defined}
        maxHeight={420}
        empty={<EmptyState title={t('empty')} text={t('emptyText')} />}
      />
    </>
  )
}
