import { Text } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Measure } from '../../../shared/api/statistics.ts'
import { isSale } from '../../../shared/features/analytics/growth.ts'
import type { Unit } from '../../../shared/features/player/buckets.ts'
import { drawn, type TrendPlace } from '../../../shared/features/player/trend-series.ts'
import { currencyOf, MEASURE_KINDS } from '../../../shared/tables/measures.ts'
import { type Cell, isMissing } from '../../../shared/tables/table.ts'
import { missingWord, title } from '../../../shared/tables/titles.ts'
import { spanOf } from '../../../shared/time/period.ts'
import type { OwnAnnotations } from '../../ui/annotations/use-own-annotations.tsx'
import type { Trend } from '../../ui/chart-trend.ts'
import { TrendChart } from '../../ui/charts-lazy.tsx'
import { useFormat } from '../../ui/format.ts'
import { useGrowth, useUsualGrowth } from '../../ui/growth.ts'
import { useCellText } from '../../ui/missing-value.tsx'
import { PictureHead, usePicture } from '../../ui/picture/chart-picture.tsx'
import type { Changes } from './changes/use-changes.ts'
import { useDayMarks } from './changes/use-marks.ts'
import { type About } from './queries.ts'
import { type Figures, Reading, spoken } from './reading.tsx'

interface TrendPictureProps {
  places: TrendPlace[]
  measure: Measure
  unit: Unit
  about: About
  /** The day on which the last figures were read. */
  read: string
  isCompared: boolean
  changes: Changes
  own: OwnAnnotations
}

const HEIGHT = 220

export function TrendPicture(props: TrendPictureProps) {
  const { places, measure } = props
  const { language } = useFormat()
  const [cursor, setCursor] = useState<number | null>(null)
  const { onDrawn, drawn: showing } = usePicture()
  const { marks, lines, ranges } = useDayMarks(props.changes, props.own, places)
  const trend = useTrend(props, { lines, ranges })
  const figures = useFigures(props)
  const place = cursor === null ? undefined : places[cursor]
  const under = place ? figures(place) : null
  const summary = useSummary(props)
  return (
    <>
      <PictureHead
        drawn={showing}
        more={title(measure, language)}
        names={{ figure: title(measure, language) }}
      >
        <Text size="sm">{summary}</Text>
      </PictureHead>
      <Reading figures={under} />
      <TrendChart
        trend={trend}
        label={`${title(measure, language)}. ${summary}`}
        reading={spoken(under, summary)}
        height={HEIGHT}
        cursor={cursor}
        onCursor={setCursor}
        marks={marks}
        onDrawn={onDrawn}
      />
      <Legend {...props} />
    </>
  )
}

function useTrend(
  { places, measure, isCompared }: TrendPictureProps,
  { lines, ranges }: Pick<ReturnType<typeof useDayMarks>, 'lines' | 'ranges'>,
): Trend {
  const format = useFormat()
  const labels = useLabels()
  return useMemo(() => {
    const kind = MEASURE_KINDS[measure]
    const currency = currencyOf(measure)
    return {
      hue: kind === 'money' ? 'money' : measure === 'total_conversions' ? 'sale' : 'audience',
      style: kind === 'percent' ? 'line' : 'bars',
      isWhole: kind === 'count',
      points: places.map((place) => ({
        label: labels.short(place),
        value: drawn(place.value),
        isPartial: place.isPartial,
        isGrowing: place.isGrowing,
      })),
      changes: lines,
      ranges,
      compared: isCompared ? places.map(({ compared }) => drawn(compared)) : null,
      axisLabel: (value) =>
        currency
          ? format.money(value, currency, { compact: true })
          : kind === 'percent'
            ? format.axisPercent(value)
            : format.compact(value),
    }
  }, [places, measure, isCompared, format, labels, lines, ranges])
}

function useLabels() {
  const format = useFormat()
  return useMemo(
    () => ({
      short: ({ start }: { start: string }) => format.shortDate(start),
      long: ({ start, end }: { start: string; end: string }) =>
        start === end ? format.date(start) : format.dateRange({ start, end }),
    }),
    [format],
  )
}

function useFigures({ measure, unit, isCompared }: TrendPictureProps) {
  const { t } = useTranslation('player')
  const { language } = useFormat()
  const labels = useLabels()
  const text = useCellText()
  const kind = MEASURE_KINDS[measure]
  const written = (cell: Cell) =>
    isMissing(cell) ? missingWord(cell.missing, language) : text(cell, kind, currencyOf(measure))
  return (place: TrendPlace): Figures => [
    [t(`unit.${unit}`), `${labels.long(place)}${remark(place)}`],
    [title(measure, language), written(place.value)],
    ...(isCompared && place.comparedDays
      ? [[labels.long(place.comparedDays), written(place.compared)] as const]
      : []),
  ]

  function remark({ isPartial, isCut, isGrowing }: TrendPlace) {
    const words = [
      isPartial && (isCut ? t('notWhole') : t('soFar')),
      isGrowing && t('mayGrow'),
    ].filter(Boolean)
    return words.length > 0 ? ` (${words.join(', ')})` : ''
  }
}

function useSummary({ places, measure, unit, about }: TrendPictureProps) {
  const { t } = useTranslation('player')
  const { language, dateRange } = useFormat()
  const labels = useLabels()
  const text = useCellText()
  const most = places.reduce<TrendPlace | null>(
    (best, place) =>
      !best || (drawn(place.value) ?? -1) > (drawn(best.value) ?? -1) ? place : best,
    null,
  )
  if (!most || isMissing(most.value)) return ''
  return t('trendSummary', {
    measure: title(measure, language),
    unit: t(`unit.${unit}`).toLowerCase(),
    days: dateRange(about.period),
    most: text(most.value, MEASURE_KINDS[measure], currencyOf(measure)),
    when: labels.long(most),
  })
}

/** The legend: the ways of drawing that occur in the chart. */
export function Legend(props: Omit<TrendPictureProps, 'unit' | 'changes' | 'own'>) {
  const { places, about, read, isCompared, measure } = props
  const { t } = useTranslation('player')
  const growth = useGrowth(about.account_id)
  const usual = useUsualGrowth()
  const { dateRange } = useFormat()
  const drawnDays = spanOf(places.flatMap(({ comparedDays }) => comparedDays ?? []))
  const notes = [
    isCompared && drawnDays && t('comparedNote', { days: dateRange(drawnDays) }),
    places.some(({ isPartial }) => isPartial) && t('partialNote'),
    places.some(({ isGrowing }) => isGrowing) && t('growNote'),
    isSale(measure) && usual.all(growth?.[measure], { period: about.period, read }),
  ].filter(Boolean)
  return notes.length > 0 ? (
    <Text mt={4} c="dimmed">
      {notes.join(' ')}
    </Text>
  ) : null
}
