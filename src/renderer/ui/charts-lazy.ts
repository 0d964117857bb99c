import { lazy } from 'react'

// The drawing library is large: the figures are on the screen before it is read.
const chart = () => import('./chart.tsx')

export const TimelineChart = lazy(async () => ({ default: (await chart()).TimelineChart }))
export const TrendChart = lazy(async () => ({ default: (await chart()).TrendChart }))
export const CurvesChart = lazy(async () => ({ default: (await chart()).CurvesChart }))
