import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { axisOf } from '../../../../shared/features/player/curves/align.ts'
import {
  type Curve,
  FEWEST_SESSIONS,
  sessionsOf,
} from '../../../../shared/features/player/curves/curve.ts'
import type { CurvesDrawing, DrawnCurve } from '../../../ui/chart-curves.ts'
import { useFormat } from '../../../ui/format.ts'

export interface BothCurves {
  left: Curve
  right: Curve
}

// The width in pixels of the widest chart.
const MOST_PLACES = 2000

/** The chart of two curves: the left one solid, the right one dashed, and their difference. */
export function useDrawing({ left, right }: BothCurves): CurvesDrawing {
  const { t } = useTranslation('reportsCompare')
  const { videoTime } = useFormat()
  return useMemo(() => {
    const { from, to } = axisOf([left, right], 'second')
    const step = Math.max(1, Math.ceil((to - from) / MOST_PLACES))
    const places = Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, at) => at * step)
    if (places.at(-1) !== to) places.push(to)
    return {
      from,
      to,
      curves: [
        { slot: 0, name: t('left'), ...linesOf(left, null, places) },
        { slot: 1, name: t('right'), ...linesOf(right, left, places) },
      ],
      band: null,
      titles: { curves: t('reached'), differences: t('difference'), band: '' },
      placeLabel: videoTime,
      line:
        left.pitch !== null && left.pitch === right.pitch
          ? { at: left.pitch, label: t('pitch') }
          : null,
      own: left.pitch === right.pitch ? [] : ownPitches({ left, right }, t),
    }
  }, [left, right, t, videoTime])
}

function ownPitches(
  { left, right }: BothCurves,
  t: ReturnType<typeof useTranslation<'reportsCompare'>>['t'],
) {
  return ([left, right] as const).flatMap(({ pitch }, slot) => {
    const side = t(slot === 0 ? 'left' : 'right')
    return pitch === null ? [] : [{ slot, at: pitch, label: t('pitchOf', { side }) }]
  })
}

function linesOf(
  curve: Curve,
  first: Curve | null,
  places: readonly number[],
): Pick<DrawnCurve, 'points' | 'differences' | 'isFew'> {
  const points: [number, number][] = []
  const differences: [number, number][] = []
  for (const place of places) {
    const share = shareAt(curve, place)
    if (share === null) continue
    points.push([place, share])
    const other = first && shareAt(first, place)
    if (other !== null) differences.push([place, share - other])
  }
  return { points, differences, isFew: sessionsOf(curve) < FEWEST_SESSIONS }
}

/** The share in percent, not rounded: for drawing only. */
function shareAt(curve: Curve, second: number): number | null {
  const reached = curve.reached[second]
  const sessions = sessionsOf(curve)
  if (reached === undefined) return null
  return sessions === 0 ? 0 : (100 * reached) / sessions
}
