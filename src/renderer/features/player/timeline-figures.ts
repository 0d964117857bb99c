import { useTranslation } from 'react-i18next'
import { truncatedRate } from '../../../shared/api/statistics.ts'
import { LOSS_SECONDS } from '../../../shared/features/player/retention.ts'
import { type Format, useFormat } from '../../ui/format.ts'
import type { Figures } from './reading.tsx'
import type { Bars } from './timeline.ts'
import type { Curves, SaleMeasure, Shown } from './timeline-curves.ts'

/** Sessions lost in the seconds just before one, and their share of all in points. */
export function lossBefore(curve: readonly number[], second: number, span = LOSS_SECONDS) {
  const all = curve[0] ?? 0
  const before = curve[Math.max(0, second - span)] ?? all
  const sessions = before - (curve[second] ?? 0)
  return { sessions, points: truncatedRate(sessions, all) ?? 0 }
}

/** What stands at a second of the video, exactly, however the panels are drawn. */
export function useTimelineFigures(curves: Curves, { measure }: Shown) {
  const { t } = useTranslation('player')
  const format = useFormat()
  const { count, percent, videoTime } = format
  const { curve, sessions, compared, clicks, sales } = curves
  const share = (part: number, whole: number) => percent(truncatedRate(part, whole) ?? 0)
  const barred = (bars: Bars, second: number, written: (figure: number) => string) =>
    bars.size === 1
      ? written(bars.at(second))
      : t('inBar', { count: written(bars.at(second)), bar: written(bars.inBar(second)) } as never)

  return (second: number): Figures => {
    const loss = lossBefore(curve, second)
    const reached = curve[second] ?? 0
    const money = writer(measure, format)
    return [
      [t('cursor.time'), videoTime(second)],
      [t('cursor.sessions'), count(reached)],
      [t('cursor.reached'), share(reached, sessions)],
      [t('cursor.loss'), `${format.points(-loss.points)} (${count(loss.sessions)})`],
      ...rows(compared, (other) => [
        t('cursor.compared'),
        share(other[second] ?? 0, other[0] ?? 0),
      ]),
      ...rows(clicks, (bars) => [t('cursor.clicks'), barred(bars, second, count)]),
      ...rows(sales, ({ [measure]: of }) => [
        measure === 'sales' ? t('cursor.sales') : measure.toUpperCase(),
        barred(of.bars, second, money),
      ]),
      ...rows(sales, ({ [measure]: of }) => [t('cursor.running'), money(of.upTo(second))]),
    ]
  }
}

/** One figure of what is there, none of what is not. */
const rows = <T>(value: T | null, row: (value: T) => readonly [string, string]): Figures =>
  value === null ? [] : [row(value)]

const writer = (measure: SaleMeasure, { count, money }: Format) =>
  measure === 'sales' ? count : (cents: number) => money(cents, measure)
