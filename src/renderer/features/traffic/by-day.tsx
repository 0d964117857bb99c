import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { daysOf } from '../../../shared/model/period.ts'
import type { Additive } from '../../../shared/model/statistics.ts'
import type { TrafficDayStatistics } from '../../../shared/model/traffic.ts'
import { currencyOf } from '../../../shared/tables/measures.ts'
import { title } from '../../../shared/tables/titles.ts'
import { soldInTraffic } from '../../../shared/tables/traffic.ts'
import { trafficByDay, type ValueByDay } from '../../../shared/tables/traffic-days.ts'
import type { MergeRules } from '../../../shared/traffic/merge-rules.ts'
import { useQuestion } from '../../question.ts'
import { OwnList } from '../../ui/annotations/own-list.tsx'
import { useOwnAnnotations } from '../../ui/annotations/use-own-annotations.tsx'
import { useOwnMarks } from '../../ui/annotations/use-own-marks.ts'
import { AnswerAge, Answered, Block, Chooser } from '../../ui/block.tsx'
import { ExportButton } from '../../ui/export-button.tsx'
import { useFormat } from '../../ui/format.ts'
import { EmptyState } from '../../ui/notice.tsx'
import { Sparkline } from '../../ui/sparkline.tsx'
import { type About, wordsOf } from './question.ts'
import classes from './traffic.module.css'

const TOP = 6

interface ByDayProps {
  about: About
  query_key: string
  rules: MergeRules
}

/** The values with most of a figure, each as a small picture of its days. */
export function ByDay({ about, query_key, rules }: ByDayProps) {
  const { t } = useTranslation('traffic')
  const { language } = useFormat()
  const { account_id, player, period, zone, isPartial } = about
  const [measure, setMeasure] = useState<Additive>('total_started')
  const asked = useQuestion(account_id, wordsOf(about).trafficStatsByDay(query_key))
  const view = { query_key, rules, measure, top: TOP }
  return (
    <Block
      title={t('block.days')}
      tools={
        <>
          <Chooser
            label={t('daily')}
            value={measure}
            choices={measuresOf(asked.value?.value ?? []).map((value) => ({
              value,
              label: title(value, language),
            }))}
            onChange={setMeasure}
          />
          <ExportButton
            question={{ table: 'traffic_days', account_id, player_id: player.id, period, ...view }}
          />
        </>
      }
      foot={
        <>
          <AnswerAge answer={asked.value} zone={zone} />
          <span>{t('daysNote')}</span>
          {isPartial && <span>{t('today')}</span>}
        </>
      }
    >
      <Answered asked={asked} height={180}>
        {({ value }) => <Pictures {...{ about, query_key, rules, measure }} rows={value} />}
      </Answered>
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
  ...soldInTraffic(rows).map((currency): Additive => `total_amount_${currency}`),
]

interface PicturesProps extends ByDayProps {
  measure: Additive
  rows: readonly TrafficDayStatistics[]
}

function Pictures({ about, query_key, rules, measure, rows }: PicturesProps) {
  const { t } = useTranslation('traffic')
  const { period, isPartial } = about
  const days = useMemo(() => daysOf(period), [period])
  const places = useMemo(() => days.map((day) => ({ start: day, end: day })), [days])
  const own = useOwnAnnotations(about)
  const { lines } = useOwnMarks(own, places)
  const values = useMemo(
    () => trafficByDay(rows, { query_key, rules, days, measure, top: TOP }),
    [rows, query_key, rules, days, measure],
  )
  if (values.length === 0) return <EmptyState title={t('noValues')} text={t('noValuesText')} />
  const highest = values
    .flatMap(({ daily }) => daily)
    .reduce((most, sums) => Math.max(most, sums[measure]), 0)
  return (
    <>
      <ul className={classes.pictures}>
        {values.map((each) => (
          <Picture
            key={each.value}
            {...{ each, days, measure, highest, isPartial }}
            marked={lines}
          />
        ))}
      </ul>
      <OwnList own={own} />
      {own.dialog}
    </>
  )
}

interface PictureProps {
  each: ValueByDay
  days: readonly string[]
  measure: Additive
  highest: number
  isPartial: boolean
  /** Days that something was written about, by their place. */
  marked: readonly number[]
}

function Picture({ each, days, measure, highest, isPartial, marked }: PictureProps) {
  const { t } = useTranslation('traffic')
  const format = useFormat()
  const currency = currencyOf(measure)
  const written = (figure: number) =>
    currency ? format.money(figure, currency) : format.count(figure)
  const values = each.daily.map((sums) => sums[measure])
  const most = Math.max(...values, 0)
  const words = {
    value: each.value === '' ? t('empty') : each.value,
    total: written(each.total[measure]),
    most: written(most),
    day: format.date(days[values.indexOf(most)] ?? days[0] ?? ''),
  }
  return (
    <li className={classes.picture}>
      <span className={classes.pictureName} title={words.value}>
        {words.value}
      </span>
      <Sparkline
        {...{ values, highest, isPartial, marked }}
        width={236}
        height={56}
        label={t('daySummary', words)}
      />
      <span className={classes.legend}>{t('dayTotal', words)}</span>
      <span className={classes.legend}>{t('dayMost', words)}</span>
    </li>
  )
}
