import { Skeleton } from '@mantine/core'
import { type ComponentType, Suspense } from 'react'
import { lazyNamed } from '../lazy-named.ts'

// ECharts is large, so the charts are loaded after the figures are shown.
const chart = () => import('./chart.tsx')

export const TimelineChart = whenLoaded(lazyNamed(chart, 'TimelineChart'))
export const TrendChart = whenLoaded(lazyNamed(chart, 'TrendChart'))
export const CurvesChart = whenLoaded(lazyNamed(chart, 'CurvesChart'))

/** The chart, or a placeholder of its height until it is loaded. */
function whenLoaded<Props extends { height: number }>(Chart: ComponentType<Props>) {
  return (props: Props) => (
    <Suspense fallback={<Skeleton height={props.height} animate={false} />}>
      <Chart {...props} />
    </Suspense>
  )
}
