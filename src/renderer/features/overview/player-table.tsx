import { Button, Group, Tooltip } from '@mantine/core'
import { memo, type ReactNode, useCallback, useDeferredValue, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { countOf } from '../../../shared/api/statistics.ts'
import { compares, type OverviewTable } from '../../../shared/features/overview/table.ts'
import { BASES } from '../../../shared/features/player/funnel.ts'
import { getOrCreate } from '../../../shared/maps.ts'
import { definition, title } from '../../../shared/tables/titles.ts'
import { fetchNewest } from '../../analytics-query.ts'
import { useMutation } from '../../mutation.ts'
import { Switch as OneOf } from '../../ui/block.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { useFormat } from '../../ui/format.ts'
import kit from '../../ui/kit.module.css'
import panel from '../../ui/list-panel.module.css'
import { EmptyState, Notice } from '../../ui/notice.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Sparkline } from '../../ui/sparkline.tsx'
import { goTo, useReport } from '../../view.ts'
import { ColumnChooser } from './column-chooser.tsx'
import classes from './overview.module.css'
import { TagMenu } from './tag-menu.tsx'
import { emptyReason, type TableView } from './use-table-view.ts'
import { type Trends, useTrend, useTrends } from './use-trends.ts'

// Memoized, so that a keystroke in the search renders neither rows that are about to be replaced
// nor the other controls.
const Grid = memo(DataTable)
const Tags = memo(TagMenu)
const Columns = memo(ColumnChooser)

interface PlayerTableProps {
  table: OverviewTable
  view: TableView
  /** All players of the account, whether or not they are shown. */
  players: number
  /** Called after the list of players was read again. */
  onRead: () => void
  /** Every tag in use, and the chosen ones. */
  knownTags: readonly string[]
  account_id: string
  /** Changes when the stored figures change. */
  stamp: unknown
  period: { start: string; end: string }
  isPartial: boolean
  /** Players whose last day was read before it was over. */
  partial: ReadonlySet<string>
  /** The day on which a player was created that did not exist on all of the compared days, by its id. */
  young: ReadonlyMap<string, string>
  /**
   * Whether to render the table after its surroundings, because thousands of new rows would block
   * the window.
   */
  isLate: boolean
  /** Shown next to the number of players. */
  note: ReactNode
  /** Shown next to the column chooser. */
  action: ReactNode
}

const ROW_HEIGHT = 29
const TREND_WIDTH = 72

const openPlayer = (_index: number, player_id: string) => goTo('player', { player_id })

export function PlayerTable(props: PlayerTableProps) {
  const { table, view } = props
  const { t } = useTranslation('overview')
  const drawing = useTrendDrawing(props)
  const report = useReport()
  const isIn = useDeferredValue(true, !props.isLate)
  const { player_ids } = table
  const rowKey = useCallback((index: number) => player_ids[index] ?? String(index), [player_ids])
  const { titles, definitions } = useTitles(table.columns)
  const remarks = useYoungRemarks(props)
  return (
    <section className={panel.panel} aria-label={t('tableLabel')}>
      <Toolbar {...props} />
      {isIn && (
        <Grid
          table={table}
          label={t('tableLabel')}
          titles={titles}
          definitions={definitions}
          sort={view.sort}
          onSort={view.onSort}
          onOpenRow={report ? undefined : openPlayer}
          rowKey={rowKey}
          rowHeight={ROW_HEIGHT}
          drawing={drawing.drawing}
          onRange={drawing.onRange}
          empty={table.rows.length === 0 && <NoRows {...props} />}
          remarks={remarks}
          totalsLabel={t('totals')}
        />
      )}
    </section>
  )
}

/** A remark at each player whose change is from fewer days than it has now. */
function useYoungRemarks({ table: { columns, player_ids }, young, period }: PlayerTableProps) {
  const { t } = useTranslation('overview')
  const { recentDate } = useFormat()
  return useMemo(() => {
    if (!compares(columns)) return undefined
    const remarks = player_ids.map((id, row) => [row, young.get(id)] as const)
    return new Map(
      remarks.flatMap(([row, created]) =>
        created ? [[row, t('since', { day: recentDate(created, period.end) })]] : [],
      ),
    )
  }, [columns, player_ids, young, period.end, recentDate, t])
}

const SHORT = ['total_conversions', 'overall_conversion_rate'] as const
const isShort = (key: string): key is (typeof SHORT)[number] =>
  (SHORT as readonly string[]).includes(key)

/** A change column next to its own figure is displayed without a title. */
function useTitles(columns: OverviewTable['columns']) {
  const { t } = useTranslation('overview')
  const { language } = useFormat()
  return useMemo(() => {
    const isBeside = (key: string) => {
      const at = columns.findIndex((one) => one.key === key)
      return columns[at]?.group === 'change' && columns[at - 1]?.measure === columns[at].measure
    }
    return {
      titles: (key: string) => {
        if (isBeside(key)) return t('columns.change')
        return isShort(key) ? t(`short.${key}`) : title(key, language)
      },
      definitions: (key: string) =>
        [(isBeside(key) || isShort(key)) && title(key, language), definition(key, language)]
          .filter(Boolean)
          .join('\n'),
    }
  }, [columns, t, language])
}

/** Each row's plays per day, requested for the visible rows. */
function useTrendDrawing({ table, view, ...props }: PlayerTableProps) {
  const { account_id, period, stamp, isPartial, partial } = props
  const { t } = useTranslation('overview')
  const trends = useTrends(account_id, period, stamp)
  const { player_ids } = table
  const { basis } = view
  const onRange = useCallback(
    (first: number, last: number) => trends.show(player_ids.slice(first, last + 1)),
    [player_ids, trends],
  )
  const drawing = useMemo(() => {
    const labels = new Map<number, string>()
    const labelOf = (high: number) => getOrCreate(labels, high, () => t('trendLow', { high }))
    const draw = (_index: number, player_id: string) => (
      <Trend {...{ trends, player_id, labelOf }} isPartial={isPartial || partial.has(player_id)} />
    )
    return { title: t('trend'), width: 88, before: countOf('started', basis), draw }
  }, [trends, isPartial, partial, basis, t])
  return { drawing, onRange }
}

interface TrendProps {
  trends: Trends
  player_id: string
  isPartial: boolean
  labelOf: (high: number) => string
}

function Trend({ trends, player_id, isPartial, labelOf }: TrendProps) {
  const values = useTrend(trends, player_id)
  if (!values || values.every((value) => value === null)) return null
  const high = values.reduce<number>((most, value) => Math.max(most, value ?? 0), 0)
  return (
    <Sparkline width={TREND_WIDTH} values={values} isPartial={isPartial} label={labelOf(high)} />
  )
}

function Toolbar(props: PlayerTableProps) {
  const { table, view, players, note, action, knownTags, account_id } = props
  const { t } = useTranslation('overview')
  const shown = table.rows.length
  return (
    <Group gap={8} justify="flex-end" className={panel.toolbar}>
      <h2 className={`${kit.heading} ${panel.found}`} aria-live="polite">
        {shown === players
          ? t('players', { count: players })
          : t('playersOf', { shown, count: players })}
      </h2>
      {note}
      <Search search={view.search} onSearch={view.onSearch} />
      <Tags
        account_id={account_id}
        known={knownTags}
        chosen={view.tags}
        onChosen={view.onTags}
        activeOnly={view.activeOnly}
        onActiveOnly={view.onActiveOnly}
        player_ids={table.player_ids}
      />
      <BasisSwitch basis={view.basis} onBasis={view.onBasis} />
      <Columns
        columns={view.columns}
        onToggle={view.onToggleColumn}
        onReset={view.onResetColumns}
      />
      {action}
    </Group>
  )
}

function Search({ search, onSearch }: Pick<TableView, 'search' | 'onSearch'>) {
  const { t } = useTranslation('overview')
  return (
    <SearchField
      className={classes.search}
      label={t('search')}
      hint={t('searchHint')}
      value={search}
      onChange={onSearch}
    />
  )
}

const BasisSwitch = memo(function BasisSwitch(props: Pick<TableView, 'basis' | 'onBasis'>) {
  const { basis, onBasis } = props
  const { t } = useTranslation('overview')
  return (
    <Tooltip label={t('basis.hint')} multiline maw={300}>
      <div>
        <OneOf
          label={t('basis.label')}
          value={basis}
          onChange={onBasis}
          choices={BASES.map((value) => ({ value, label: t(`basis.${value}` as const) }))}
        />
      </div>
    </Tooltip>
  )
})

/**
 * An account without players. They are created on the service, so this offers to read the list
 * again.
 */
function NoPlayers({ account_id, onRead }: Pick<PlayerTableProps, 'account_id' | 'onRead'>) {
  const { t } = useTranslation('overview')
  const { mutate, failure, isPending } = useMutation()
  const read = () =>
    void mutate(async () => {
      await fetchNewest(account_id, { name: 'players', input: {} })
      onRead()
    })
  const action = (
    <Button loading={isPending} onClick={read}>
      {t('readPlayers')}
    </Button>
  )
  return (
    <>
      <EmptyState title={t('noPlayers')} text={t('noPlayersText')} action={action} />
      {failure && <Notice failure={failure} onRetry={read} />}
    </>
  )
}

function NoRows({ view, players, ...props }: PlayerTableProps) {
  const { t } = useTranslation('overview')
  if (players === 0) return <NoPlayers {...props} />
  const showAll = () => {
    view.onSearch('')
    view.onActiveOnly(false)
    view.onTags([])
  }
  const action = <Button onClick={showAll}>{t('clear')}</Button>
  return <EmptyState {...emptyReason(view, t)} action={action} />
}
