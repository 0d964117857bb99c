import { lazy } from 'react'

// The drawing library is large: the figures are on the screen before it is read.
export const TrendChart = lazy(async () => ({
  default: (await import('./chart.tsx')).TrendChart,
}))

export const CurvesChart = lazy(async () => ({
  default: (await import('./chart.tsx')).CurvesChart,
}))
