import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Measure } from '../../../../shared/api/statistics.ts'
import type { Answer } from '../../../../shared/features/analytics/answer.ts'
import {
  BREAKDOWN_FIELDS,
  type BreakdownField,
  requestsAbout,
} from '../../../../shared/features/analytics/requests.ts'
import {
  dailyOf,
  type FieldDays,
  type FieldValue,
  fieldDaysTable,
  fieldValues,
} from '../../../../shared/features/player/field-days.ts'
import { valueName } from '../../../../shared/model/country.ts'
import { FEWEST_PLAYS } from '../../../../shared/tables/change.ts'
import {
  currenciesWithSales,
  currencyOf,
  MEASURE_KINDS,
} from '../../../../shared/tables/measures.ts'
import type { Cell } from '../../../../shared/tables/table.ts'
import { tableName, title } from '../../../../shared/tables/titles.ts'
import { dayRead } from '../../../../shared/time/age.ts'
import { daysOf } from '../../../../shared/time/period.ts'
import { known, useAnalyticsQuery } from '../../../analytics-query.ts'
import { useOwnAnnotations, useOwnMarks } from '../../../ui/annotations/use-own-annotations.tsx'
import { Answered, Block, Chooser, Switch } from '../../../ui/block.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { dayRemarks } from '../../../ui/day-remarks.ts'
import { useFormat } from '../../../ui/format.ts'
import { useCellText } from '../../../ui/missing-value.tsx'
import { MultiplesPicture } from '../../../ui/multiples-picture.tsx'
import { EmptyState } from '../../../ui/notice.tsx'
import { type View, ViewSwitch, withChosen } from '../../../ui/switches.tsx'
import { OwnAge } from '../page-age.tsx'
import { type About } from '../queries.ts'
import classes from './by-day.module.css'

const TOP = 6
const FIGURES = [
  'total_viewed',
  'total_started',
  'total_clicked',
  'total_conversions',
  'play_rate',
  'engagement_rate',
  'over_pitch_rate',
  'overall_conversion_rate',
] as const satisfies readonly Measure[]

/** Figures by day for each of the largest values of a session field. */
export function ByDayBlock({ about }: { about: About }) {
  const { t } = useTranslation('byDay')
  const { t: words } = useTranslation('player')
  const { language } = useFormat()
  const { account_id, player: of, period, zone } = about
  const [field, setField] = useState<BreakdownField>(BREAKDOWN_FIELDS[0])
  const [measure, setMeasure] = useState<Measure>('total_started')
  const [view, setView] = useState<View>('chart')
  const query = useAnalyticsQuery(
    account_id,
    requestsAbout(of, period, zone).statsByFieldByDay(field),
  )
  const fieldName = words(`fieldName.${field}`)
  return (
    <Block
      title={t('title')}
      tools={
        <>
          <Switch
            label={words('field')}
            value={field}
            choices={BREAKDOWN_FIELDS}
            name={(value) => words(`fieldName.${value}`)}
            onChange={setField}
          />
          <Chooser
            label={t('measure')}
            value={measure}
            choices={withChosen(figuresOf(about, query.value?.value ?? []), measure)}
            name={(value) => title(value, language)}
            onChange={setMeasure}
          />
          <ViewSwitch value={view} onChange={setView} />
        </>
      }
      exported={{ table: 'field_days', account_id, player_id: of.id, period, field }}
      picture={{
        ...{ period, zone, age: query.value, subject: of.name },
        title: `${t('title')}: ${fieldName}`,
      }}
      foot={
        <>
          <OwnAge answer={query.value} zone={zone} />
          {view === 'chart' && isLastPartial(about, query.value) && <span>{t('partial')}</span>}
        </>
      }
    >
      <Answered query={query} height={180}>
        {(answer) =>
          view === 'chart' ? (
            <Pictures {...{ about, field, measure, answer }} />
          ) : (
            <Figures {...{ about, field, answer }} />
          )
        }
      </Answered>
    </Block>
  )
}

/** Whether the last day was not over when it was read. */
const isLastPartial = ({ period, zone, today }: About, answer: Answer<unknown> | undefined) =>
  period.end >= dayRead(answer, zone, today)

const figuresOf = ({ player: of }: About, rows: FieldDays): Measure[] => [
  ...FIGURES.filter((key) => key !== 'over_pitch_rate' || of.pitch_time > 0),
  ...currenciesWithSales(rows).map((currency): Measure => `total_amount_${currency}`),
]

interface FiguresProps {
  about: About
  field: BreakdownField
  answer: Answer<FieldDays>
}

function Figures({ about, field, answer }: FiguresProps) {
  const { t: words } = useTranslation('player')
  const { language } = useFormat()
  const { player: of, zone, today } = about
  const table = useMemo(() => {
    const whole = fieldDaysTable(known(answer), of)
    const at = whole.columns.findIndex(({ key }) => key === 'grouped_field')
    const named = (cell: Cell, index: number) =>
      index === at && typeof cell === 'string' ? valueName(field, cell, language) : cell
    return { ...whole, rows: whole.rows.map((row) => row.map(named)) }
  }, [answer, of, field, language])
  const read = dayRead(answer, zone, today)
  const remarks = useMemo(() => dayRemarks(table, read, words('soFar')), [table, read, words])
  return (
    <DataTable
      {...{ table, remarks }}
      label={tableName('field_days', language)}
      groupTitle={words(`fieldName.${field}`)}
      maxHeight={360}
      empty={<EmptyState title={words('noValues')} text={words('noValuesText')} />}
    />
  )
}

interface PicturesProps extends FiguresProps {
  measure: Measure
}

function Pictures({ about, field, measure, answer }: PicturesProps) {
  const { t } = useTranslation('byDay')
  const { t: words } = useTranslation('player')
  const { language } = useFormat()
  const textsOf = useChartTexts(about, field, measure)
  const { period, player: of } = about
  const rows = answer.value
  const days = useMemo(() => daysOf(period), [period])
  const places = useMemo(() => days.map((day) => ({ start: day, end: day })), [days])
  // Their list is below the chart of all values, on the same screen.
  const own = useOwnMarks(useOwnAnnotations(about), places)
  const shown = useMemo(
    () =>
      fieldValues(rows)
        .slice(0, TOP)
        .map((value) => ({ value, daily: dailyOf(value, days, { measure, player: of }) })),
    [rows, days, measure, of],
  )
  if (shown.length === 0) {
    return <EmptyState title={words('noValues')} text={words('noValuesText')} />
  }
  const figures = shown.flatMap(({ daily }) => daily).filter((figure) => figure !== null)
  const highest = figures.reduce((most, figure) => Math.max(most, figure), 0)
  return (
    <MultiplesPicture
      cells={shown.map((each) => ({ ...textsOf(each), values: each.daily }))}
      isPartial={isLastPartial(about, answer)}
      more={title(measure, language)}
      note={t('note')}
      className={classes.pictures}
      {...{ highest, own }}
    />
  )
}

interface Shown {
  value: FieldValue
  daily: readonly (number | null)[]
}

/** The texts for a small chart: the value's name, its highest day and its plays. */
function useChartTexts({ period }: About, field: BreakdownField, measure: Measure) {
  const { t } = useTranslation('byDay')
  const { date, language } = useFormat()
  const text = useCellText()
  const kind = MEASURE_KINDS[measure]
  return ({ value, daily }: Shown) => {
    const most = daily.reduce<number>((highestOf, figure) => Math.max(highestOf, figure ?? 0), 0)
    const hasFigure = daily.some((figure) => figure !== null)
    const values = {
      value: valueName(field, value.value, language),
      most: hasFigure ? text(most, kind, currencyOf(measure)) : t('none'),
      day: date(daysOf(period)[daily.indexOf(most)] ?? period.start),
    }
    const texts: string[] = [`${t('most', values)} · ${t('plays', { count: value.plays })}`]
    if (kind === 'percent' && value.plays < FEWEST_PLAYS) {
      texts.push(t('few', { count: FEWEST_PLAYS }))
    }
    const { value: key } = value
    return { key, title: key, name: values.value, texts, label: t('summary', values) }
  }
}
