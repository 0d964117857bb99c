import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type Alignment,
  axisOf,
  hasPlace,
  reachedAt,
  TENTHS,
} from '../../../../shared/features/player/curves/align.ts'
import type { Baseline } from '../../../../shared/features/player/curves/baseline.ts'
import {
  type Curve,
  FEWEST_SESSIONS,
  sessionsOf,
} from '../../../../shared/features/player/curves/curve.ts'
import type { CurvesDrawing, DrawnCurve } from '../../../ui/chart-curves.ts'
import { inSentence, useFormat } from '../../../ui/format.ts'
import { drawnPlaces, drawnShare } from '../timeline.ts'
import type { Compared } from './use-compare.ts'

/** A curve that can be drawn: it has sessions, and a pitch when the curves are aligned by it. */
export type Drawable = Compared & { curve: Curve }

export function drawable(compared: readonly Compared[], by: Alignment): Drawable[] {
  return compared.filter((one): one is Drawable => one.curve !== null && hasPlace(one.curve, by))
}

/** Text for a position of the axis. */
export function usePlaceWords(by: Alignment) {
  const { t } = useTranslation('compare')
  const { percent, videoTime } = useFormat()
  return useMemo(() => {
    if (by === 'second') return videoTime
    if (by === 'percent') return (place: number) => percent((100 * place) / TENTHS)
    return (place: number) => {
      if (place === 0) return t('atPitch')
      const time = videoTime(Math.abs(place))
      return place < 0 ? t('before', { time }) : t('after', { time })
    }
  }, [by, t, percent, videoTime])
}

/** The data of the chart of compared curves. */
export function useDrawing(
  shown: readonly Drawable[],
  by: Alignment,
  baseline: Baseline | undefined,
): CurvesDrawing {
  const { t } = useTranslation('compare')
  const { videoTime } = useFormat()
  // Depends on the curves and names only, because the list around them is new at each rendering.
  const key = JSON.stringify(shown.map(({ slot, name }) => [slot, name]))
  const curves = shown.map(({ curve }) => curve)
  return useMemo(
    () => ({
      ...axisOf(curves, by),
      curves: shown.map(({ slot, name, curve }, index) => ({
        slot,
        name,
        // Its days are the screen's, and are also in the legend.
        ...(slot === 0 && { shortName: t('ownShort') }),
        isFew: sessionsOf(curve) < FEWEST_SESSIONS,
        ...linesOf(curve, index === 0 ? null : (curves[0] ?? null), by),
      })),
      band: by === 'percent' ? (baseline?.band ?? null) : null,
      titles: {
        curves: t('reached'),
        differences: t('differences', { name: shown[0] ? nameInSentence(shown[0]) : '' }),
        band: t('band'),
      },
      ...(by === 'percent' && { step: TENTHS / 10 }),
      placeLabel: axisLabel(by, videoTime),
      line: by === 'pitch' ? { at: 0, label: t('pitch') } : null,
    }),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `key` and the curves stand for `shown`
    [key, ...padded(curves), by, baseline, t, videoTime],
  )
}

/**
 * The player's own curve has a name of ours, which is lowered inside a sentence; others have proper
 * names.
 */
const nameInSentence = ({ slot, name }: Drawable) => (slot === 0 ? inSentence(name) : name)

/** Always four, because a memo's number of dependencies must not change. */
const padded = (curves: readonly Curve[]) => [0, 1, 2, 3].map((index) => curves[index] ?? null)

function axisLabel(by: Alignment, videoTime: (second: number) => string) {
  if (by === 'percent') return (place: number) => `${(100 * place) / TENTHS}%`
  if (by === 'second') return videoTime
  return (place: number) => `${place < 0 ? '−' : place > 0 ? '+' : ''}${videoTime(Math.abs(place))}`
}

function linesOf(
  curve: Curve,
  first: Curve | null,
  by: Alignment,
): Pick<DrawnCurve, 'points' | 'differences'> {
  const { from, to } = axisOf([curve], by)
  const points: [number, number][] = []
  const differences: [number, number][] = []
  for (const place of drawnPlaces(from, to)) {
    const share = shareAt(curve, place, by)
    if (share === null) continue
    points.push([place, share])
    const other = first && shareAt(first, place, by)
    if (other !== null) differences.push([place, share - other])
  }
  return { points, differences }
}

function shareAt(curve: Curve, place: number, by: Alignment): number | null {
  const reached = reachedAt(curve, place, by)
  return reached === null ? null : drawnShare(reached, sessionsOf(curve))
}
