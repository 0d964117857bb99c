import { Box } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Additive } from '../../../shared/api/statistics.ts'
import type { TrafficDayStatistics } from '../../../shared/api/traffic.ts'
import type { Answer } from '../../../shared/features/analytics/answer.ts'
import type { MergeRules } from '../../../shared/features/traffic/merge-rules.ts'
import {
  trafficByDay,
  trafficDaysTable,
  type ValueByDay,
} from '../../../shared/features/traffic/traffic-days.ts'
import { currenciesWithSales, currencyOf } from '../../../shared/tables/measures.ts'
import { tableName, title } from '../../../shared/tables/titles.ts'
import { dayRead } from '../../../shared/time/age.ts'
import { daysOf } from '../../../shared/time/period.ts'
import { known, useAnalyticsQuery } from '../../analytics-query.ts'
import { useSessionState } from '../../kept-list.ts'
import { OwnList } from '../../ui/annotations/own-list.tsx'
import {
  type OwnAnnotations,
  useOwnAnnotations,
  useOwnMarks,
} from '../../ui/annotations/use-own-annotations.tsx'
import { AnswerAge, Answered, Block, Chooser } from '../../ui/block.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { dayRemarks } from '../../ui/day-remarks.ts'
import { inSentence, useFormat } from '../../ui/format.ts'
import { MultiplesPicture } from '../../ui/multiples-picture.tsx'
import { EmptyState } from '../../ui/notice.tsx'
import { type View, ViewSwitch, withChosen } from '../../ui/switches.tsx'
import { type About, queriesOf } from './queries.ts'
import classes from './traffic.module.css'

const TOP = 6

interface ByDayProps {
  about: About
  query_key: string
  rules: MergeRules
}

/** The values with the highest total of a figure, each as a small chart of its days, or as a table. */
export function ByDay({ about, query_key, rules }: ByDayProps) {
  const { t } = useTranslation('traffic')
  const { language } = useFormat()
  const { account_id, player, period, zone, today } = about
  const [measure, setMeasure] = useSessionState<Additive>('days measure', 'total_started')
  const [view, setView] = useSessionState<View>('days view', 'chart')
  const query = useAnalyticsQuery(account_id, queriesOf(about).trafficStatsByDay(query_key))
  const shown = { query_key, rules, measure, top: TOP }
  const own = useOwnAnnotations(about)
  const isPartial = period.end >= dayRead(query.value, zone, today)
  return (
    <Block
      title={t('block.days')}
      tools={
        <>
          <Chooser
            label={t('daily')}
            value={measure}
            choices={withChosen(measuresOf(query.value?.value ?? []), measure)}
            name={(value) => title(value, language)}
            onChange={setMeasure}
          />
          <ViewSwitch value={view} onChange={setView} />
        </>
      }
      exported={{ table: 'traffic_days', account_id, player_id: player.id, period, ...shown }}
      picture={{
        ...{ period, zone, age: query.value, subject: player.name },
        title: `${t('block.days')}: ${query_key}`,
      }}
      foot={
        <>
          <AnswerAge answer={query.value} zone={zone} />
          <span>
            {t('daysNote', { count: TOP, measure: inSentence(title(measure, language)) })}
          </span>
          {view === 'chart' && isPartial && <span>{t('partial')}</span>}
        </>
      }
    >
      <Answered query={query} height={180}>
        {(answer) =>
          view === 'chart' ? (
            <Pictures
              {...{ about, query_key, rules, measure, own, isPartial }}
              rows={answer.value}
            />
          ) : (
            <Figures {...{ about, query_key, rules, measure }} answer={answer} />
          )
        }
      </Answered>
      {own.dialog}
    </Block>
  )
}

const COUNTED = [
  'total_viewed',
  'total_started',
  'total_finished',
  'total_clicked',
  'total_conversions',
] as const satisfies readonly Additive[]

const measuresOf = (rows: readonly TrafficDayStatistics[]): Additive[] => [
  ...COUNTED,
  ...currenciesWithSales(rows).map((currency): Additive => `total_amount_${currency}`),
]

interface PicturesProps extends ByDayProps {
  measure: Additive
  rows: readonly TrafficDayStatistics[]
  own: OwnAnnotations
  /** Whether the last day was not over when it was read. */
  isPartial: boolean
}

function Pictures(props: PicturesProps) {
  const { about, query_key, rules, measure, rows, own, isPartial } = props
  const { t } = useTranslation('traffic')
  const { period } = about
  const days = useMemo(() => daysOf(period), [period])
  const places = useMemo(() => days.map((day) => ({ start: day, end: day })), [days])
  const { language } = useFormat()
  const cellOf = useCell(days, measure)
  const marks = useOwnMarks(own, places)
  const { values } = useMemo(
    () => trafficByDay(rows, { query_key, rules, days, measure, top: TOP }),
    [rows, query_key, rules, days, measure],
  )
  if (values.length === 0) return <EmptyState title={t('noValues')} text={t('noValuesText')} />
  const highest = values
    .flatMap(({ daily }) => daily)
    .reduce((most, sums) => Math.max(most, sums[measure]), 0)
  return (
    <>
      <MultiplesPicture
        cells={values.map(cellOf)}
        own={marks}
        more={title(measure, language)}
        note={t('daysScale')}
        className={classes.pictures}
        {...{ highest, isPartial }}
      />
      <Box mt={12}>
        <OwnList own={own} />
      </Box>
    </>
  )
}

interface FiguresProps extends ByDayProps {
  measure: Additive
  answer: Answer<TrafficDayStatistics[]>
}

/** The same rows as in the export. */
function Figures({ about, query_key, rules, measure, answer }: FiguresProps) {
  const { t } = useTranslation('traffic')
  const { language } = useFormat()
  const { period, zone, today } = about
  const table = useMemo(() => {
    const days = daysOf(period)
    return trafficDaysTable(known(answer), { query_key, rules, days, measure, top: TOP }).table
  }, [answer, query_key, rules, period, measure])
  const read = dayRead(answer, zone, today)
  const remarks = useMemo(() => dayRemarks(table, read, t('soFar')), [table, read, t])
  return (
    <DataTable
      {...{ table, remarks }}
      label={tableName('traffic_days', language)}
      groupTitle={query_key}
      maxHeight={360}
      empty={<EmptyState title={t('noValues')} text={t('noValuesText')} />}
    />
  )
}

/** The small chart of a value, with its name, its total, and its maximum on a day. */
function useCell(days: readonly string[], measure: Additive) {
  const { t } = useTranslation('traffic')
  const format = useFormat()
  const currency = currencyOf(measure)
  const written = (figure: number) =>
    currency ? format.money(figure, currency) : format.count(figure)
  return ({ value, total, daily }: ValueByDay) => {
    const values = daily.map((sums) => sums[measure])
    const most = Math.max(...values, 0)
    const name = value === '' ? t('empty') : value
    const words = {
      value: name,
      total: written(total[measure]),
      most: written(most),
      day: format.date(days[values.indexOf(most)] ?? days[0] ?? ''),
    }
    const text = `${t('dayMost', words)} · ${t('dayTotal', words)}`
    return { key: value, title: name, name, values, texts: [text], label: t('daySummary', words) }
  }
}
