import { lazy } from 'react'

// ECharts is large, so the charts are loaded after the figures are shown.
const chart = () => import('./chart.tsx')

export const TimelineChart = lazy(async () => ({ default: (await chart()).TimelineChart }))
export const TrendChart = lazy(async () => ({ default: (await chart()).TrendChart }))
export const CurvesChart = lazy(async () => ({ default: (await chart()).CurvesChart }))
