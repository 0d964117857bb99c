import { lazyNamed } from '../lazy-named.ts'

// ECharts is large, so the charts are loaded after the figures are shown.
const chart = () => import('./chart.tsx')

export const TimelineChart = lazyNamed(chart, 'TimelineChart')
export const TrendChart = lazyNamed(chart, 'TrendChart')
export const CurvesChart = lazyNamed(chart, 'CurvesChart')
