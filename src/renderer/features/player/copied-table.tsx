import { Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { title } from '../../../shared/tables/titles.ts'
import { CopyButton, copyText } from '../../ui/copy.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import type { DataTableProps } from '../../ui/data-table-props.ts'
import { useFormat } from '../../ui/format.ts'
import { useCellText } from '../../ui/missing-value.tsx'
import { tabbed } from './tabbed.ts'

interface CopiedTableProps extends Omit<DataTableProps, 'titles' | 'maxHeight'> {
  /** Shown above the table, next to the button that copies it. */
  head: string
}

/** The same rows as in the export, and a button that copies them. */
export function CopiedTable({ head, ...props }: CopiedTableProps) {
  const { t } = useTranslation('player')
  const { language } = useFormat()
  const text = useCellText()
  return (
    <>
      <Group gap="8px 12px" wrap="nowrap" align="flex-start" justify="space-between" mb={4}>
        <Text size="sm" flex="1 1 auto" miw={0} mb={6}>
          {head}
        </Text>
        <CopyButton
          label={t('copyTable')}
          copy={() =>
            copyText(tabbed(props.table, { titles: (key) => title(key, language), text, language }))
          }
        />
      </Group>
      <DataTable {...props} maxHeight={420} />
    </>
  )
}
