import { useTranslation } from 'react-i18next'
import { truncatedRate } from '../../../shared/api/statistics.ts'
import { lostBefore } from '../../../shared/features/player/retention.ts'
import type { Period } from '../../../shared/time/period.ts'
import { type Format, useFormat } from '../../ui/format.ts'
import type { Figures } from './reading.tsx'
import type { Curves, SaleMeasure, Shown } from './timeline-curves.ts'

/** The exact values at a second of the video, independent of how the panels are drawn. */
export function useTimelineFigures(curves: Curves, { measure }: Shown, comparison: Period | null) {
  const { t } = useTranslation('player')
  const format = useFormat()
  const { count, percent, dateRange, videoTime } = format
  const { curve, sessions, compared, clicks, sales, pitch } = curves
  const share = (part: number, whole: number) => percent(truncatedRate(part, whole) ?? 0)

  return (second: number): SecondRead => {
    const lost = lostBefore(curve, second)
    const reached = curve[second] ?? 0
    const money = writer(measure, format)
    return {
      time: videoTime(second),
      ofPitch: pitch === null ? null : ofPitch(second - pitch),
      figures: [
        [t('cursor.reached'), `${share(reached, sessions)} (${count(reached)})`],
        ...rows(compared, (other) => [
          comparison ? dateRange(comparison) : '',
          share(other[second] ?? 0, other[0] ?? 0),
        ]),
        [
          t('cursor.loss'),
          `${format.points(-(truncatedRate(lost, sessions) ?? 0))} (${count(lost)})`,
        ],
        ...rows(clicks, ({ at }) => [t('cursor.clicks'), count(at(second))]),
        ...rows(sales, ({ [measure]: { bars } }) => [
          measure === 'sales'
            ? t('cursor.sales')
            : t('cursor.amount', { currency: measure.toUpperCase() }),
          money(bars.at(second)),
        ]),
        ...rows(sales, ({ [measure]: of }) => [
          t('cursor.running'),
          t('cursor.of', { part: money(of.upTo(second)), all: money(of.upTo(curves.duration)) }),
        ]),
      ],
    }
  }

  function ofPitch(seconds: number) {
    const time = videoTime(Math.abs(seconds))
    if (seconds === 0) return t('cursor.atPitch')
    return seconds > 0 ? t('cursor.afterPitch', { time }) : t('cursor.beforePitch', { time })
  }
}

/** The values at one second of the video. */
export interface SecondRead {
  time: string
  ofPitch: string | null
  figures: Figures
}

/** One row for a value, none when it is missing. */
const rows = <T>(value: T | null, row: (value: T) => readonly [string, string]): Figures =>
  value === null ? [] : [row(value)]

const writer = (measure: SaleMeasure, { count, money }: Format) =>
  measure === 'sales' ? count : (cents: number) => money(cents, measure)
