import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { truncatedRate } from '../../../shared/api/statistics.ts'
import { FEWEST_SESSIONS } from '../../../shared/features/player/curves/curve.ts'
import type { Timeline, TimelinePanel } from '../../ui/chart-timeline.ts'
import { useFormat } from '../../ui/format.ts'
import { isPrinted } from '../../view.ts'
import { drawnPlaces, drawnShare } from './timeline.ts'
import { type Curves, type SaleMeasure, type Scale, type Shown } from './timeline-curves.ts'

/** Lower on paper, where the whole picture is to stand under the figures that it explains. */
const HEIGHTS = { screen: { curve: 220, small: 56 }, paper: { curve: 140, small: 32 } }
const heights = () => HEIGHTS[isPrinted() ? 'paper' : 'screen']

interface Lines {
  /** Seconds to which something was moved. */
  changes: readonly number[]
  /** The pitch on trial. */
  trial: number | null
}

/** The panels over one time axis: the curve, the clicks, the sales and their running total. */
export function useTimeline(
  curves: Curves,
  { scale, measure }: Shown,
  { changes, trial }: Lines,
): Timeline {
  const { t } = useTranslation('player')
  const { t: seconds } = useTranslation('seconds')
  const format = useFormat()
  const { duration, pitch, curve, sessions } = curves
  return useMemo(() => {
    const shareAt = (second: number) => truncatedRate(curve[second] ?? 0, sessions) ?? 0
    const names: Names = { t, format }
    return {
      duration,
      panels: [
        curvePanel(curves, scale, names),
        ...clickPanel(curves, names),
        ...salePanels(curves, measure, names),
      ],
      pitch: pitch === null ? null : { second: pitch, label: t('pitchLabel', words(pitch)) },
      trial: trial === null ? null : { second: trial, label: seconds('trialLabel', words(trial)) },
      timeLabel: format.videoTime,
      changes,
    }
    function words(second: number) {
      return { time: format.videoTime(second), share: format.percent(shareAt(second)) }
    }
  }, [curves, scale, measure, changes, trial, t, seconds, format, duration, pitch, curve, sessions])
}

interface Names {
  t: ReturnType<typeof useTranslation<'player'>>['t']
  format: ReturnType<typeof useFormat>
}

function curvePanel(curves: Curves, scale: Scale, { t, format }: Names): TimelinePanel {
  const { curve, sessions, compared } = curves
  const isPercent = scale === 'percent'
  const points = (values: readonly number[]) => {
    const all = values[0] ?? 0
    return drawnPlaces(0, values.length - 1).map((second) => {
      const reached = values[second] ?? 0
      return [second, isPercent ? drawnShare(reached, all) : reached] as const
    })
  }
  return {
    title: isPercent ? t('reachedPercent') : t('reachedSessions'),
    hue: 'audience',
    style: sessions < FEWEST_SESSIONS ? 'dots' : 'area',
    height: heights().curve,
    points: points(curve),
    ...(compared && { compared: points(compared) }),
    ...(isPercent && { max: 100 }),
    axisLabel: (value) => (isPercent ? `${value}%` : format.compact(value)),
  }
}

function clickPanel({ clicks }: Curves, { t, format }: Names): TimelinePanel[] {
  if (!clicks) return []
  const { size, points } = clicks
  return [
    {
      title: size === 1 ? t('clicksPer') : t('clicksPerBar', { count: size }),
      hue: 'click',
      style: 'bars',
      height: heights().small,
      points,
      axisLabel: format.compact,
    },
  ]
}

function salePanels(
  { sales }: Curves,
  measure: SaleMeasure,
  { t, format }: Names,
): TimelinePanel[] {
  if (!sales) return []
  const { bars, steps } = sales[measure]
  const isMoney = measure !== 'sales'
  const currency = measure.toUpperCase()
  const count = bars.size
  const shared = {
    hue: isMoney ? ('money' as const) : ('sale' as const),
    height: heights().small,
    axisLabel: (value: number) =>
      isMoney ? format.money(value, measure, { compact: true }) : format.compact(value),
  }
  const perSecond = isMoney ? t('amountPer', { currency }) : t('salesPer')
  const perBar = isMoney ? t('amountPerBar', { currency, count }) : t('salesPerBar', { count })
  return [
    { ...shared, title: count === 1 ? perSecond : perBar, style: 'bars', points: bars.points },
    {
      ...shared,
      title: isMoney ? t('amountRunning', { currency }) : t('salesRunning'),
      style: 'line',
      points: steps,
    },
  ]
}
