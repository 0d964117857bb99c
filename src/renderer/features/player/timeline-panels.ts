import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { truncatedRate } from '../../../shared/api/statistics.ts'
import { FEWEST_SESSIONS } from '../../../shared/features/player/curves/curve.ts'
import { keyMoments, type Moment } from '../../../shared/features/player/curves/moments.ts'
import type { Currency } from '../../../shared/model/money.ts'
import type { Timeline, TimelineMoment, TimelinePanel } from '../../ui/chart-timeline.ts'
import { useFormat } from '../../ui/format.ts'
import { isPrinted } from '../../view.ts'
import { drawnPlaces, drawnShare } from './timeline.ts'
import { type Curves, type SaleMeasure, type Scale, type Shown } from './timeline-curves.ts'

/** Lower on paper, so that the whole chart fits below the figures that it explains. */
const HEIGHTS = { screen: { curve: 212, small: 46 }, print: { curve: 140, small: 32 } }
const heights = () => HEIGHTS[isPrinted() ? 'print' : 'screen']

interface Lines {
  /** Seconds to which an item was moved. */
  changes: readonly number[]
  /** The pitch being tried. */
  trial: number | null
}

/** The panels on one time axis: the curve, the clicks, the sales and their running total. */
export function useTimeline(
  curves: Curves,
  { scale, measure }: Shown,
  { changes, trial }: Lines,
): Timeline {
  const { t } = useTranslation('player')
  const { t: seconds } = useTranslation('seconds')
  const format = useFormat()
  const { duration, pitch, curve, sessions } = curves
  const moments = useMoments(curves, scale)
  const names = useMemo((): Names => ({ t, format }), [t, format])
  const panels = useMemo(
    () => [
      curvePanel(curves, scale, names),
      ...clickPanel(curves, names),
      ...salePanel(curves, measure, names),
    ],
    [curves, scale, measure, names],
  )
  return useMemo(() => {
    const words = (second: number) => ({
      time: format.videoTime(second),
      share: format.percent(truncatedRate(curve[second] ?? 0, sessions) ?? 0),
    })
    return {
      duration,
      panels,
      pitch: pitch === null ? null : { second: pitch, label: t('pitchLabel', words(pitch)) },
      trial: trial === null ? null : { second: trial, label: seconds('trialLabel', words(trial)) },
      moments,
      timeLabel: format.videoTime,
      changes,
    }
  }, [panels, moments, changes, trial, t, seconds, format, duration, pitch, curve, sessions])
}

interface Names {
  t: ReturnType<typeof useTranslation<'player'>>['t']
  format: ReturnType<typeof useFormat>
}

const drawnAt = ({ curve, sessions }: Curves, scale: Scale, second: number) => {
  const reached = curve[second] ?? 0
  return scale === 'percent' ? drawnShare(reached, sessions) : reached
}

const MOST_MOMENTS = 4
/** Share of the length: closer moments could not be distinguished. */
const LEAST_APART = 0.02
/** In order of priority. The pitch has its own label. */
const FIRST = ['drop', 'hold', 'flat']

const placeOf = ({ kind, start, end }: Moment) => (kind === 'flat' ? start : end)

function apart(moments: readonly Moment[], duration: number): Moment[] {
  const shown: Moment[] = []
  const isNear = (a: Moment, b: Moment) =>
    Math.abs(placeOf(a) - placeOf(b)) < duration * LEAST_APART
  for (const moment of FIRST.flatMap((kind) => moments.filter((one) => one.kind === kind))) {
    if (shown.length < MOST_MOMENTS && !shown.some((one) => isNear(one, moment))) shown.push(moment)
  }
  return shown
}

/** The key moments as labels on the curve. */
function useMoments(curves: Curves, scale: Scale): TimelineMoment[] {
  const { t } = useTranslation('seconds')
  const { percent, points, videoTime } = useFormat()
  return useMemo(() => {
    const { curve, pitch } = curves
    return apart(keyMoments({ reached: curve, pitch }), curves.duration).map((moment) => {
      const { kind, start, end, percent: share } = moment
      const at = placeOf(moment)
      const times = { start: videoTime(start), end: videoTime(end) }
      return {
        second: at,
        figure: drawnAt(curves, scale, at),
        strong: kind === 'drop' ? points(-share) : percent(share),
        text:
          kind === 'drop' && start === 0
            ? t('onCurve.opening', { count: end })
            : t(`onCurve.${kind === 'pitch' ? 'hold' : kind}`, times as never),
      }
    })
  }, [curves, scale, t, percent, points, videoTime])
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
    heading: [t('row.retention'), t('row.sessions')],
    hue: 'audience',
    style: sessions < FEWEST_SESSIONS ? 'dots' : 'area',
    height: heights().curve,
    points: points(curve),
    ...(compared && { compared: points(compared) }),
    ...(isPercent && { max: 100 }),
    axisLabel: (value) => (isPercent ? `${value}%` : format.compact(value)),
  }
}

const sumOf = (points: readonly (readonly [number, number])[]) =>
  points.slice(0, -1).reduce((sum, [, figure]) => sum + figure, 0)

function clickPanel({ clicks, pitch }: Curves, { t, format }: Names): TimelinePanel[] {
  if (!clicks) return []
  const { size, points, from } = clicks
  const total = sumOf(points)
  const after = pitch === null ? null : truncatedRate(from(pitch), total)
  return [
    {
      title: size === 1 ? t('clicksPer') : t('clicksPerBar', { count: size }),
      heading: [t('row.clicks'), unitOf(size, t)],
      note: [
        t('clicksSum', { count: total }),
        after !== null && t('afterPitch', { share: format.percent(after) }),
      ]
        .filter(Boolean)
        .join(', '),
      hue: 'click',
      style: 'bars',
      height: heights().small,
      points,
      axisLabel: format.compact,
    },
  ]
}

const unitOf = (size: number, t: Names['t']) =>
  size === 1 ? t('row.perSecond') : t('row.perSeconds', { count: size })

function salePanel({ sales }: Curves, measure: SaleMeasure, names: Names): TimelinePanel[] {
  if (!sales) return []
  const { bars, steps } = sales[measure]
  const words = measure === 'sales' ? saleWords(names) : amountWords(measure, names)
  const total = steps.at(-1)?.[1] ?? 0
  const { t, format } = names
  return [
    {
      title: bars.size === 1 ? words.perSecond : words.perBar(bars.size),
      heading: [words.name, unitOf(bars.size, t)],
      note: [words.sum(total), halfOf(steps, names), t('lineIs', { what: words.running })]
        .filter(Boolean)
        .join(', '),
      hue: measure === 'sales' ? 'sale' : 'money',
      height: heights().small,
      axisLabel: words.axisLabel ?? format.compact,
      style: 'bars',
      points: bars.points,
      running: { title: words.running, points: steps },
    },
  ]
}

/** When half of the total was reached. */
function halfOf(steps: readonly (readonly [number, number])[], { t, format }: Names) {
  const total = steps.at(-1)?.[1] ?? 0
  const half = total > 0 ? steps.find(([, sum]) => sum >= total / 2) : undefined
  return half && t('halfBy', { time: format.videoTime(half[0]) })
}

interface SaleWords {
  name: string
  perSecond: string
  perBar: (count: number) => string
  running: string
  sum: (total: number) => string
  axisLabel?: (value: number) => string
}

const saleWords = ({ t }: Names): SaleWords => ({
  name: t('row.sales'),
  perSecond: t('salesPer'),
  perBar: (count) => t('salesPerBar', { count }),
  running: t('salesRunning'),
  sum: (total) => t('salesSum', { count: total }),
})

function amountWords(measure: Currency, { t, format }: Names): SaleWords {
  const currency = measure.toUpperCase()
  return {
    name: currency,
    perSecond: t('amountPer', { currency }),
    perBar: (count) => t('amountPerBar', { currency, count }),
    running: t('amountRunning', { currency }),
    sum: (total) => format.money(total, measure),
    axisLabel: (value) => format.money(value, measure, { compact: true }),
  }
}
