import { Group, Text } from '@mantine/core'
import { useContext } from 'react'
import { useTranslation } from 'react-i18next'
import { title } from '../../../shared/tables/titles.ts'
import { CopyButton, copyText } from '../../ui/copy.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import type { DataTableProps } from '../../ui/data-table-props.ts'
import { useFormat } from '../../ui/format.ts'
import { useCellText } from '../../ui/missing-value.tsx'
import { PictureOf } from '../../ui/picture/picture-of.ts'
import { factsAbove, tabbed } from './tabbed.ts'

interface CopiedTableProps extends Omit<DataTableProps, 'titles' | 'maxHeight'> {
  /** Shown above the table, next to the button that copies it. */
  head: string
  /** Copied below the head. */
  note?: string
}

/** The same rows as in the export, and a button that copies them, with title, days and age in the lines above. */
export function CopiedTable({ head, note = '', ...props }: CopiedTableProps) {
  const { t } = useTranslation('player')
  const { t: words } = useTranslation('picture')
  const { t: block } = useTranslation('block')
  const format = useFormat()
  const { language } = format
  const text = useCellText()
  const facts = useContext(PictureOf)
  const { table } = props
  const copied = () => {
    const above = factsAbove({ table, facts, head: [head, note] }, { t: words, format })
    const titles = (key: string) => title(key, language)
    const written = { titles, text, points: format.points, totalsLabel: block('totals'), language }
    return tabbed(table, written, above)
  }
  return (
    <>
      <Group gap="8px 12px" wrap="nowrap" align="flex-start" justify="space-between" mb={4}>
        <Text size="sm" flex="1 1 auto" miw={0} mb={6}>
          {head}
        </Text>
        <CopyButton label={t('copyTable')} copy={() => copyText(copied())} />
      </Group>
      <DataTable {...props} maxHeight={420} />
    </>
  )
}
