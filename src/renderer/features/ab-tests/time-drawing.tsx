import { Text } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isPartial } from '../../../shared/features/ab-tests/times.ts'
import type { Table } from '../../../shared/tables/table.ts'
import type { Period } from '../../../shared/time/period.ts'
import { OwnList } from '../../ui/annotations/own-list.tsx'
import {
  type OwnAnnotations,
  useOwnAnnotations,
  useOwnMarks,
} from '../../ui/annotations/use-own-annotations.tsx'
import type { Trend } from '../../ui/chart-trend.ts'
import { TrendChart } from '../../ui/charts-lazy.tsx'
import { useFormat } from '../../ui/format.ts'
import { PictureHead, usePicture } from '../../ui/picture/chart-picture.tsx'
import { type LiftDay, liftDays, liftSeries, liftsIn } from './lift-series.ts'
import { liftAxisText, useSigned } from './percent-text.ts'
import type { About } from './use-test.ts'

const HEIGHT = 200

interface TimeProps {
  table: Table
  about: About
  /** The current calendar day in the account's zone. */
  today: string
}

/** The lift per day with its interval; the table next to it has the same values. */
export function TimeDrawing({ table, ...props }: TimeProps) {
  const days = useMemo(() => liftDays(liftsIn(table)), [table])
  const [start, end] = [days[0]?.day, days.at(-1)?.day]
  const period = useMemo(() => start && end && { start, end }, [start, end])
  return period ? <Drawn {...{ ...props, days, period }} /> : null
}

/** Whether any day has an interval. */
export const isDrawable = (table: Table) => liftsIn(table).length > 0

interface DrawnProps extends Omit<TimeProps, 'table'> {
  days: LiftDay[]
  period: Period
}

function Drawn({ days, about, today, period }: DrawnProps) {
  const { account_id, pair } = about
  const { t } = useTranslation('abTests')
  const { date } = useFormat()
  const signed = useSigned()
  const { drawn, onDrawn } = usePicture()
  const [cursor, setCursor] = useState<number | null>(null)
  const own = useOwnAnnotations({ account_id, player: null, arms: pair, period, today })
  const { trend, marks } = useTrend(days, about, own)
  const written = ({ day, of }: LiftDay) => `${date(day)} ${of ? signed(of.lift / 100) : '–'}`
  const [first, last] = [days[0], days.at(-1)]
  const summary =
    first && last ? t('time', { first: written(first), last: written(last) }) : t('timeNone')
  const under = cursor === null ? undefined : days[cursor]
  const writtenAt = (one: LiftDay) => {
    const day = written(one)
    if (!one.of) return day
    return t('timeAt', { day, low: signed(one.of.low / 100), high: signed(one.of.high / 100) })
  }
  const reading = under ? writtenAt(under) : summary
  return (
    <>
      <PictureHead drawn={drawn} names={{ figure: t('timeFigure'), band: t('timeBand') }}>
        <Text data-screen-only size="sm" maw={900} aria-hidden="true">
          {reading}
        </Text>
      </PictureHead>
      <TrendChart
        {...{ trend, marks, reading, cursor, onDrawn }}
        label={summary}
        height={HEIGHT}
        onCursor={setCursor}
      />
      <OwnList own={own} />
      {own.dialog}
    </>
  )
}

function useTrend(days: readonly LiftDay[], { group, zone }: About, own: OwnAnnotations) {
  const { language, shortDate } = useFormat()
  const places = useMemo(() => days.map(({ day }) => ({ start: day, end: day })), [days])
  const { marks, lines, ranges } = useOwnMarks(own, places)
  const trend = useMemo<Trend>(
    () => ({
      hue: 'audience',
      style: 'line',
      isWhole: false,
      ...liftSeries(days, {
        label: shortDate,
        isPartial: (one) => isPartial(group, one, zone),
      }),
      compared: null,
      changes: lines,
      ranges,
      axisLabel: (value) => liftAxisText(value, language),
    }),
    [days, group, zone, language, shortDate, lines, ranges],
  )
  return { trend, marks }
}
