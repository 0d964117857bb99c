import { useMemo } from 'react'
import type { Engagement } from '../../../shared/api/engagement.ts'
import type { Answer } from '../../../shared/features/analytics/answer.ts'
import { retentionCurve } from '../../../shared/features/player/curves/curve.ts'
import type { ClicksTimed, ConversionsTimed } from '../../../shared/features/player/timing.ts'
import { CURRENCIES, type Currency } from '../../../shared/model/money.ts'
import { type AnalyticsResult } from '../../analytics-query.ts'
import { type About } from './queries.ts'
import { type Bars, bars, running } from './timeline.ts'

export type SaleMeasure = 'sales' | Currency
export type Scale = 'percent' | 'sessions'

/** Which of the curves the user chose to show. */
export interface Shown {
  scale: Scale
  measure: SaleMeasure
}

export interface CurveAnswers {
  about: About
  answer: Answer<Engagement> | undefined
  compared: Engagement | undefined
  clicks: AnalyticsResult<'clicksTimed'>
  sales: AnalyticsResult<'conversionsTimed'>
}

interface Sales {
  bars: Bars
  /** Steps of the running total. */
  steps: [number, number][]
  /** The running total at a second. */
  upTo: (second: number) => number
}

export interface Curves {
  /** Seconds. */
  duration: number
  pitch: number | null
  /** Sessions that reached each second, from 0 to the duration. */
  curve: number[]
  sessions: number
  /** Of the comparison period; null when there is none, or nobody played in it. */
  compared: number[] | null
  clicks: Bars | null
  sales: Record<SaleMeasure, Sales> | null
  /** The currencies with any sales. */
  currencies: Currency[]
}

/** The data of the panels, from the answers that are loaded; null without a curve. */
export function useCurves(props: CurveAnswers): Curves | null {
  const { about, answer, compared } = props
  const { pitch_time } = about.player
  const clicks = props.clicks.value?.value
  const sales = props.sales.value?.value
  return useMemo(() => {
    if (!answer) return null
    const curve = retentionCurve(answer.value, about.player)
    const duration = curve.length - 1
    return {
      duration,
      pitch: pitch_time > 0 && pitch_time <= duration ? pitch_time : null,
      curve,
      sessions: curve[0] ?? 0,
      compared: comparedCurve(compared, duration),
      clicks: clicks ? bars(clicked(clicks), duration) : null,
      sales: sales ? allSales(sales, duration) : null,
      currencies: CURRENCIES.filter((currency) =>
        sales?.some((item) => item[`timed_amount_${currency}`] !== 0),
      ),
    }
  }, [answer, compared, clicks, sales, about.player, pitch_time])
}

function comparedCurve(compared: Engagement | undefined, duration: number) {
  const curve = compared ? retentionCurve(compared, { duration }) : []
  return (curve[0] ?? 0) > 0 ? curve : null
}

const clicked = (items: ClicksTimed) =>
  items.map(({ timed, total_users }) => [timed, total_users] as const)

function allSales(items: ConversionsTimed, duration: number): Record<SaleMeasure, Sales> {
  const of = (figure: (item: ConversionsTimed[number]) => number): Sales => {
    const pairs = items.map((item) => [item.timed, figure(item)] as const)
    const steps = running(pairs, duration)
    return {
      bars: bars(pairs, duration),
      steps,
      upTo: (second) => steps.findLast(([at]) => at <= second)?.[1] ?? 0,
    }
  }
  return {
    sales: of((item) => item.timed_conversions),
    usd: of((item) => item.timed_amount_usd),
    brl: of((item) => item.timed_amount_brl),
    eur: of((item) => item.timed_amount_eur),
  }
}
