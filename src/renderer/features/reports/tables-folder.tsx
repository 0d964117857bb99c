import { Box, Button } from '@mantine/core'
import { useDeferredValue, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OpenedFolder, OpenedTable } from '../../../shared/features/reports/opened-tables.ts'
import { useSessionState } from '../../kept-list.ts'
import { Block, BlockPage, Chooser } from '../../ui/block.tsx'
import { Column } from '../../ui/column.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import type { Sort } from '../../ui/data-table-props.ts'
import { useFormat } from '../../ui/format.ts'
import kit from '../../ui/kit.module.css'
import { EmptyState, Notice } from '../../ui/notice.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { FolderFacts } from './folder-facts.tsx'
import { drawnTable, makeRowSearch, sortedTable } from './opened-table.ts'

/** The exported tables of a folder, read-only, shown instead of the library. */
export function TablesFolder({ folder, onClose }: { folder: OpenedFolder; onClose: () => void }) {
  const { t } = useTranslation('folder')
  const { name, tables, refused } = folder
  const [picked, setPicked] = useState<string | null>(null)
  const shown = tables.find((one) => one.name === picked) ?? tables[0]
  return (
    <BlockPage
      title={t('title', { name })}
      text={t('hint')}
      choices={<Button onClick={onClose}>{t('close')}</Button>}
    >
      {shown ? (
        <TableBlock key={shown.name} {...{ shown, tables }} onPick={setPicked} />
      ) : (
        <EmptyState title={t('noneOpened')} text={t('noneOpenedText')} />
      )}
      {refused.length > 0 && (
        <Block title={t('refused', { count: refused.length })}>
          <Column component="ul" gap={8} className={kit.list}>
            {refused.map(({ name: file, failure }) => (
              <li key={file}>
                <strong>{file}</strong>
                <Notice failure={failure} />
              </li>
            ))}
          </Column>
        </Block>
      )}
    </BlockPage>
  )
}

interface TableProps {
  shown: OpenedTable
  tables: readonly OpenedTable[]
  onPick: (name: string) => void
}

function TableBlock({ shown, tables, onPick }: TableProps) {
  const { t } = useTranslation('folder')
  const { zone } = useFormat()
  const { table, count, search, setSearch, sort, setSort } = useFoundRows(shown)
  const { titles, definitions } = useMemo(() => wordsOf(shown), [shown])
  const hasTexts = shown.columns.some(({ kind }) => kind === 'text' || kind === 'date')
  const hasInstants = shown.columns.some(({ kind }) => kind === 'instant')
  return (
    <Block
      title={shown.name}
      tools={
        <>
          {hasTexts && (
            <SearchField
              w={220}
              label={t('search')}
              hint={t('searchHint')}
              value={search}
              onChange={setSearch}
            />
          )}
          {sort && <Button onClick={() => setSort(null)}>{t('fileOrder')}</Button>}
          <Chooser
            label={t('table')}
            value={shown.name}
            choices={tables.map(({ name }) => name)}
            onChange={onPick}
          />
        </>
      }
      foot={hasInstants && <span>{t('times', { zone })}</span>}
    >
      <FolderFacts {...shown} />
      <Box component="p" mih="1lh" mb={4} className={kit.quiet} role="status">
        {search && t('found', { shown: table.rows.length, count })}
      </Box>
      <DataTable
        {...{ table, titles, definitions }}
        sort={sort ?? undefined}
        onSort={setSort}
        label={shown.name}
        maxHeight="60vh"
        empty={<NoRows isEmpty={count === 0} onShowAll={() => setSearch('')} />}
      />
    </Block>
  )
}

function NoRows({ isEmpty, onShowAll }: { isEmpty: boolean; onShowAll: () => void }) {
  const { t } = useTranslation('folder')
  if (isEmpty) return <EmptyState title={t('noRows')} text={t('noRowsText')} />
  const showAll = <Button onClick={onShowAll}>{t('showAll')}</Button>
  return <EmptyState title={t('noMatch')} text={t('noMatchText')} action={showAll} />
}

/** The rows of a table that match the search, sorted by a column or in the file's order. */
function useFoundRows(opened: OpenedTable) {
  const { date, language } = useFormat()
  const [search, setSearch] = useSessionState(`search ${opened.name}`, '')
  const [sort, setSort] = useSessionState<Sort | null>(`sort ${opened.name}`, null)
  // Deferred, so that typing is responsive with hundreds of thousands of rows.
  const wanted = useDeferredValue(search)
  const all = useMemo(() => drawnTable(opened, language), [opened, language])
  const find = useMemo(() => makeRowSearch(all, date), [all, date])
  const sorted = useMemo(() => sortedTable(all, sort), [all, sort])
  const table = useMemo(() => find(sorted, wanted), [find, sorted, wanted])
  return { table, count: all.rows.length, search, setSearch, sort, setSort }
}

/** The file's own column titles: a later version may have columns that this one does not know. */
function wordsOf({ about, columns }: OpenedTable) {
  const named = new Map(columns.map(({ key, title }) => [key, title]))
  const defined = new Map(about.columns.map(({ key, definition }) => [key, definition]))
  return {
    titles: (key: string) => named.get(key) ?? key,
    definitions: (key: string) => defined.get(key) ?? null,
  }
}
