import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DayStatistics, Measure } from '../../../shared/api/statistics.ts'
import type { Answer } from '../../../shared/features/analytics/answer.ts'
import { UNITS, type Unit } from '../../../shared/features/player/buckets.ts'
import { daysTable } from '../../../shared/features/player/figures.ts'
import { hasUnits, trendSeries } from '../../../shared/features/player/trend-series.ts'
import { trendTable } from '../../../shared/features/player/trend-table.ts'
import {
  currenciesWithSales,
  MEASURE_KINDS,
  MEASURES,
  needsPitch,
} from '../../../shared/tables/measures.ts'
import type { Cell } from '../../../shared/tables/table.ts'
import { cellText, definition, tableName, title } from '../../../shared/tables/titles.ts'
import { combinedAge, daysRead } from '../../../shared/time/age.ts'
import { known } from '../../analytics-query.ts'
import { OwnList } from '../../ui/annotations/own-list.tsx'
import {
  type OwnAnnotations,
  useOwnAnnotations,
} from '../../ui/annotations/use-own-annotations.tsx'
import { Answered, Block, Chooser, Switch } from '../../ui/block.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { useFormat } from '../../ui/format.ts'
import { Formula } from '../../ui/formula.tsx'
import { NotCompared } from '../../ui/not-compared.tsx'
import { EmptyState } from '../../ui/notice.tsx'
import { type View, ViewSwitch, withChosen } from '../../ui/switches.tsx'
import { ChangeList } from './changes/change-list.tsx'
import classes from './changes/changes.module.css'
import type { Changes } from './changes/use-changes.ts'
import { OwnAge } from './page-age.tsx'
import { type About, useWithComparison } from './queries.ts'
import { TrendPicture } from './trend-picture.tsx'

export function Trend({ about, changes }: { about: About; changes: Changes }) {
  const { t } = useTranslation('player')
  const { language } = useFormat()
  const { account_id, player, period, comparison, zone } = about
  const { query, compared } = useWithComparison(about, ({ statsByDay }) => statsByDay)
  const [measure, setMeasure] = useState<Measure>('total_started')
  const [unit, setUnit] = useState<Unit>('day')
  const [view, setView] = useState<View>('chart')
  const own = useOwnAnnotations(about)
  const canUnit = hasUnits(measure)
  const drawnUnit = canUnit ? unit : 'day'
  const drawnComparison = compared.value ? comparison : null
  const age = combinedAge([query.value, compared.value])
  const formula = definition(measure, language)
  return (
    <Block
      title={t('block.trend')}
      badge={formula && <Formula name={title(measure, language)} definition={formula} />}
      tools={
        <>
          <MeasurePick {...{ measure, about, days: query.value?.value }} onChange={setMeasure} />
          <span title={canUnit ? undefined : t('dailyOnly')}>
            <Switch
              label={t('trendUnit')}
              value={drawnUnit}
              choices={UNITS.map((value) => ({
                value,
                label: t(`unit.${value}`),
                isDisabled: value !== 'day' && !canUnit,
              }))}
              onChange={setUnit}
            />
          </span>
          <ViewSwitch value={view} onChange={setView} />
        </>
      }
      exported={{
        ...{ table: 'days', account_id, player_id: player.id, period },
        ...{ comparison: drawnComparison, unit: drawnUnit },
      }}
      picture={{ ...{ period, comparison, zone, age }, subject: player.name }}
      foot={
        <>
          <OwnAge answer={query.value} zone={zone} />
          {query.value && <NotCompared {...{ compared, comparison, zone }} answer={query.value} />}
          {!canUnit && <span>{t('dailyOnly')}</span>}
        </>
      }
    >
      <Answered query={query} height={268}>
        {(answer) =>
          view === 'table' ? (
            <DaysTable {...{ about, answer }} compared={compared.value} unit={drawnUnit} />
          ) : (
            <Picture
              {...{ about, answer, measure, changes, own }}
              compared={compared.value}
              unit={drawnUnit}
            />
          )
        }
      </Answered>
      {own.dialog}
    </Block>
  )
}

interface MeasurePickProps {
  measure: Measure
  about: About
  days: DayStatistics[] | undefined
  onChange: (measure: Measure) => void
}

function MeasurePick({ measure, about, days, onChange }: MeasurePickProps) {
  const { t } = useTranslation('player')
  const { language } = useFormat()
  const sold = currenciesWithSales(days ?? [])
  const offered = MEASURES.filter(
    (key) =>
      (about.player.pitch_time > 0 || !needsPitch(key)) &&
      (MEASURE_KINDS[key] !== 'money' || sold.some((currency) => key.endsWith(currency))),
  )
  return (
    <Chooser
      label={t('trendMeasure')}
      value={measure}
      choices={withChosen(offered, measure)}
      name={(value) => title(value, language)}
      onChange={onChange}
    />
  )
}

interface DaysProps {
  about: About
  answer: Answer<DayStatistics[]>
  compared: Answer<DayStatistics[]> | undefined
  unit: Unit
}

/** The same rows as in the export: the days, weeks or months that the chart draws, beside those compared. */
function DaysTable({ about, answer, compared, unit }: DaysProps) {
  const { t } = useTranslation('player')
  const { language } = useFormat()
  const { player, period, comparison, zone } = about
  const table = useMemo(() => {
    const view = { player, unit, period, comparison: compared ? comparison : null, zone }
    const whole = trendTable({ days: known(answer), compared: known(compared) }, view)
    const at = whole.columns.findIndex(({ key }) => key === 'completeness')
    const named = (cell: Cell, index: number) =>
      index === at && typeof cell === 'string' ? cellText('completeness', cell, language) : cell
    return { ...whole, rows: whole.rows.map((row) => row.map(named)) }
  }, [answer, compared, unit, player, period, comparison, zone, language])
  return (
    <DataTable
      table={table}
      label={tableName('days', language)}
      maxHeight={320}
      empty={<EmptyState title={t('noDays')} text={t('noDaysText')} />}
    />
  )
}

interface PictureProps extends DaysProps {
  measure: Measure
  changes: Changes
  own: OwnAnnotations
}

function Picture({ about, answer, compared, measure, unit, changes, own }: PictureProps) {
  const { t } = useTranslation('player')
  const { player, period, comparison, zone, today } = about
  const read = useMemo(() => daysRead(answer, zone, today), [answer, zone, today])
  const places = useMemo(() => {
    const other = comparison && compared ? daysTable(known(compared), player) : null
    const query = { measure, unit, period, comparison, today, read }
    return trendSeries(daysTable(known(answer), player), other, query)
  }, [answer, compared, measure, unit, player, period, comparison, today, read])
  if (answer.value.length === 0) {
    return <EmptyState title={t('noDays')} text={t('noDaysText')} />
  }
  return (
    <>
      <TrendPicture
        {...{ places, measure, unit, about, changes, own }}
        read={read(period.end)}
        isCompared={Boolean(compared)}
      />
      <div className={classes.list}>
        <ChangeList changes={changes} />
        <OwnList own={own} />
      </div>
    </>
  )
}
