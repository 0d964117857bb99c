import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OpenedFolder, OpenedTable } from '../../../shared/reports/opened-tables.ts'
import { Block, BlockPage, Chooser } from '../../ui/block.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { useFormat } from '../../ui/format.ts'
import { EmptyState, Notice } from '../../ui/notice.tsx'
import classes from './folder.module.css'
import { drawnTable } from './opened-table.ts'

interface FolderProps {
  folder: OpenedFolder
  onClose: () => void
}

/** The exported tables of a folder, read only, in the place of the library. */
export function TablesFolder({ folder, onClose }: FolderProps) {
  const { t } = useTranslation('folder')
  const { name, tables, refused } = folder
  const [picked, setPicked] = useState<string | null>(null)
  const shown = tables.find((one) => one.name === picked) ?? tables[0]
  return (
    <BlockPage
      title={t('title', { name })}
      text={t('hint')}
      choices={
        <Button variant="default" onClick={onClose}>
          {t('close')}
        </Button>
      }
    >
      {shown ? (
        <TableBlock key={shown.name} {...{ shown, tables }} onPick={setPicked} />
      ) : (
        <EmptyState title={t('noneOpened')} text={t('noneOpenedText')} />
      )}
      {refused.length > 0 && (
        <Block title={t('refused', { count: refused.length })}>
          <ul className={classes.refused}>
            {refused.map(({ name: file, failure }) => (
              <li key={file}>
                <strong>{file}</strong>
                <Notice failure={failure} />
              </li>
            ))}
          </ul>
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
  const { language, zone } = useFormat()
  const table = useMemo(() => drawnTable(shown, language), [shown, language])
  const { titles, definitions } = useMemo(() => wordsOf(shown), [shown])
  const hasInstants = shown.columns.some(({ kind }) => kind === 'instant')
  return (
    <Block
      title={shown.name}
      tools={
        <Chooser
          label={t('table')}
          value={shown.name}
          choices={tables.map(({ name }) => ({ value: name, label: name }))}
          onChange={onPick}
        />
      }
      foot={hasInstants && <span>{t('times', { zone })}</span>}
    >
      <Facts {...shown} />
      <DataTable
        {...{ table, titles, definitions }}
        label={shown.name}
        maxHeight="60vh"
        empty={<EmptyState title={t('noRows')} text={t('noRowsText')} />}
      />
    </Block>
  )
}

/** What its own file calls the columns: a later version may have others than this one knows. */
function wordsOf({ about, columns }: OpenedTable) {
  const named = new Map(columns.map(({ key, title }) => [key, title]))
  const defined = new Map(about.columns.map(({ key, definition }) => [key, definition]))
  return {
    titles: (key: string) => named.get(key) ?? key,
    definitions: (key: string) => defined.get(key) ?? null,
  }
}

function Facts({ about }: Pick<OpenedTable, 'about'>) {
  const { t } = useTranslation('folder')
  const { count } = useFormat()
  const { account, player, period, comparison, timezone, version } = about
  const { days, at } = useSaid()
  const facts = {
    account,
    player: player && `${player.name} (${player.id})`,
    period: period && days(period),
    comparison: comparison && days(comparison),
    timezone,
    asOf: at(about.as_of),
    rows: count(about.rows),
    exportedAt: at(about.exported_at),
    version,
  }
  const said = Object.entries(facts) as [keyof typeof facts, string | null][]
  return (
    <dl className={classes.facts}>
      {said.map(
        ([name, text]) =>
          text !== null && (
            <div key={name}>
              <dt>{t(name)}</dt>
              <dd>{text}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

/** Instants are in the zone of the window: that of the file may be none that this computer knows. */
function useSaid() {
  const { t } = useTranslation('folder')
  const { date, instant, zone } = useFormat()
  return {
    days: ({ start, end }: { start: string; end: string }) =>
      t('days', { start: date(start), end: date(end) }),
    at: (text: string | null) =>
      text === null ? t('unknown') : t('at', { time: instant(Date.parse(text)), zone }),
  }
}
