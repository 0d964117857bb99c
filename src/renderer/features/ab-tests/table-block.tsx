import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { daysOfTest, newestOf } from '../../../shared/features/ab-tests/table.ts'
import type { AbTableRequest } from '../../../shared/features/exports/request.ts'
import type { Table } from '../../../shared/tables/table.ts'
import { cellText, tableName } from '../../../shared/tables/titles.ts'
import { Block } from '../../ui/block.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { ExportButton } from '../../ui/export-button.tsx'
import { useFormat } from '../../ui/format.ts'
import type { PictureFacts } from '../../ui/picture/picture-of.ts'
import { type About, useTranslatedCells } from './use-test.ts'

interface TableBlockProps {
  name: Exclude<AbTableRequest['table'], 'ab_tests'>
  about: About
  table: Table
  tools?: ReactNode
  foot?: ReactNode
  empty?: ReactNode
  children?: ReactNode
}

// In pixels: text columns are narrow, so that the first figures are visible without scrolling.
const WIDTHS = { metric: 145, verdict: 190 }

/** A block with one table of the test. Its export contains the same rows. */
export function TableBlock({ name, about, table, tools, foot, empty, children }: TableBlockProps) {
  const { language } = useFormat()
  const shown = useTranslatedCells(table)
  const { account_id, group, pair } = about
  const request = {
    table: name,
    account_id,
    group_id: group.id,
    arms: [...pair] as [string, string],
  }
  const title = tableName(name, language)
  const metric = name === 'ab_time' && cellText('metric', about.choice.primary, language)
  const facts = usePictureFacts(metric ? `${title}: ${metric}` : title, table, about)
  return (
    <Block
      title={title}
      tools={
        <>
          {tools}
          <ExportButton request={request} isDisabled={table.rows.length === 0} />
        </>
      }
      picture={facts}
      foot={foot}
    >
      {children}
      {(table.rows.length > 0 || !empty) && (
        <DataTable table={shown} label={title} widths={WIDTHS} maxHeight={260} />
      )}
      {table.rows.length === 0 && empty}
    </Block>
  )
}

function usePictureFacts(
  title: string,
  { asOf, isSettled = false }: Table,
  about: About,
): PictureFacts {
  const { t } = useTranslation('abTests')
  const { group, pair, stored, zone, nameOf } = about
  const newest = newestOf(about, pair, stored.snapshots)
  const [a, b] = pair.map(nameOf)
  return {
    ...{ title, age: asOf === null ? null : { asOf, isSettled }, zone },
    subject: `${group.name} (${t('armA')}: ${a}, ${t('armB')}: ${b})`,
    period: newest && daysOfTest(newest),
  }
}
