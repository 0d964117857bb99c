import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type ComparedTable,
  countsOf,
  isChanged,
} from '../../../../shared/features/reports/compare.ts'
import type {
  ComparedTables,
  NamedTable,
  ReportComparison,
} from '../../../../shared/features/reports/comparison.ts'
import { isMissing } from '../../../../shared/tables/table.ts'
import { tableName } from '../../../../shared/tables/titles.ts'
import { dayCount, type Period } from '../../../../shared/time/period.ts'
import { call } from '../../../bridge.ts'
import { useMutation } from '../../../mutation.ts'
import { Block, Chooser, Switch } from '../../../ui/block.tsx'
import { useFormat } from '../../../ui/format.ts'
import { EmptyState, Notice } from '../../../ui/notice.tsx'
import { useView } from '../../../view.ts'
import classes from './compare.module.css'
import { ComparedGrid } from './compared-grid.tsx'

type Rows = 'changed' | 'all'

/** A selected table that both sides have, with its differences. */
export function ComparedTablesBlock({ comparison }: { comparison: ReportComparison }) {
  const { t } = useTranslation('reportsCompare')
  const nameOf = useTableName()
  const { tables, unpaired } = comparison
  const [picked, setPicked] = useState<string | null>(null)
  const [rows, setRows] = useState<Rows>('changed')
  const shown = tables.find(({ id }) => id === picked) ?? firstChanged(tables)
  const isOnlyChanged = rows === 'changed'
  return (
    <Block
      title={t('tables')}
      tools={
        shown && (
          <>
            <Chooser
              label={t('table')}
              value={shown.id}
              choices={tables.map((one) => ({ value: one.id, label: nameOf(one, one.compared) }))}
              onChange={setPicked}
            />
            <Switch<Rows>
              label={t('rows')}
              value={rows}
              choices={['changed', 'all'] as const}
              name={(value) => t(`rowsOf.${value}`)}
              onChange={setRows}
            />
            <SaveButton {...{ comparison, isOnlyChanged }} table={shown.id} />
          </>
        )
      }
      foot={
        <>
          {shown && <span>{t('legend')}</span>}
          <Unpaired side="left" tables={unpaired.left} />
          <Unpaired side="right" tables={unpaired.right} />
        </>
      }
    >
      {shown ? (
        <>
          <MatchedDays compared={shown.compared} />
          <Duplicates compared={shown.compared} />
          <ComparedTable {...{ shown, isOnlyChanged }} label={nameOf(shown, null)} />
        </>
      ) : (
        <EmptyState title={t('noTables')} text={t('noTablesText')} />
      )}
    </Block>
  )
}

const firstChanged = (tables: readonly ComparedTables[]) =>
  tables.find(({ compared }) => compared.rows.some(isChanged)) ?? tables[0]

interface ShownProps {
  shown: ComparedTables
  isOnlyChanged: boolean
  label: string
}

function ComparedTable({ shown: { id, compared }, isOnlyChanged, label }: ShownProps) {
  const { t } = useTranslation('reportsCompare')
  const rows = isOnlyChanged ? compared.rows.filter(isChanged) : compared.rows
  if (compared.rows.length === 0) return <EmptyState title={t('empty')} text={t('emptyText')} />
  if (rows.length === 0) return <EmptyState title={t('nothing')} text={t('nothingText')} />
  const places = placesOf(compared, isOnlyChanged)
  return <ComparedGrid key={id} {...{ compared, places, rows, label }} />
}

/**
 * The columns to show: when only changes are wanted, those with differences, and the first, which names the row.
 * A row on one side differs in all of them.
 */
export function placesOf({ columns, keys, rows }: ComparedTable, isOnlyChanged: boolean): number[] {
  const all = columns.map((_, at) => at)
  const isOneSided = rows.some(({ left, right }) => left === null || right === null)
  if (!isOnlyChanged || isOneSided) return all
  const changed = new Set(rows.flatMap(({ changes }) => changes.map(({ column }) => column)))
  return all.filter((at) => at < Math.max(keys, 1) || changed.has(at))
}

function useTableName() {
  const { t } = useTranslation('reportsCompare')
  const { language } = useFormat()
  return ({ name, detail }: NamedTable, compared: ComparedTable | null) => {
    const named = [tableName(name, language), detail].filter(Boolean).join(': ')
    if (!compared) return named
    const { changed, left, right } = countsOf(compared)
    const count = changed + left + right
    return `${named} (${count === 0 ? t('unchanged') : t('changed', { count })})`
  }
}

function Unpaired({ side, tables }: { side: 'left' | 'right'; tables: readonly NamedTable[] }) {
  const { t } = useTranslation('reportsCompare')
  const nameOf = useTableName()
  if (tables.length === 0) return null
  const names = tables.map((one) => nameOf(one, null)).join(', ')
  return <span>{t('onlyIn', { side: t(`sideOf.${side}`), names })}</span>
}

/** How the days of different periods are matched, or why they are not. */
function MatchedDays({ compared: { dayMatch } }: { compared: ComparedTable }) {
  const { t } = useTranslation('reportsCompare')
  const { dateRange } = useFormat()
  if (!dayMatch) return null
  const { by, left, right } = dayMatch
  const length = (of: Period) => t('days', { count: dayCount(of) })
  const periods = { left: dateRange(left), right: dateRange(right) }
  const lengths = { leftLength: length(left), rightLength: length(right) }
  return <p className={classes.note}>{t(`dayMatch.${by}`, { ...periods, ...lengths })}</p>
}

function Duplicates({ compared: { duplicates } }: { compared: ComparedTable }) {
  const { t } = useTranslation('reportsCompare')
  return (['left', 'right'] as const).map((side) => {
    if (duplicates[side].length === 0) return null
    const names = duplicates[side]
      .map((cells) => cells.map((cell) => (isMissing(cell) ? '–' : cell)).join(' · '))
      .join(', ')
    return (
      <p key={side} className={classes.note}>
        {t('duplicates', { side: t(`sideOf.${side}`), names })}
      </p>
    )
  })
}

interface SaveProps {
  comparison: ReportComparison
  table: string
  isOnlyChanged: boolean
}

function SaveButton({ comparison: { left, right }, table, isOnlyChanged }: SaveProps) {
  const { t } = useTranslation('reportsCompare')
  const { language } = useFormat()
  const { fileKind: flavour } = useView(({ preferences }) => preferences)
  const { mutate, failure, isPending } = useMutation()
  const [saved, setSaved] = useState<string | null>(null)
  const save = () =>
    mutate(async () => {
      const of = { left: left.id ?? '', right: right.id, table, isOnlyChanged, flavour, language }
      setSaved(await call.reports.saveDifferences(of))
    })
  return (
    <>
      <Button
        leftSection={<IconDownload size={15} aria-hidden />}
        loading={isPending}
        title={t(`saveHint.${flavour}`)}
        onClick={() => void save()}
      >
        {t('save')}
      </Button>
      {saved !== null && (
        <span role="status" className={classes.note}>
          {t('saved', { name: saved })}
        </span>
      )}
      {failure && <Notice failure={failure} onRetry={() => void save()} />}
    </>
  )
}
