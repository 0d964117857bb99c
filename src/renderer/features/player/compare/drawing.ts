import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type Alignment,
  axisOf,
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

/** One that can be drawn: it has sessions, and a pitch when that is what it is aligned by. */
export type Drawable = Compared & { curve: Curve }

export function drawable(compared: readonly Compared[], by: Alignment): Drawable[] {
  return compared.filter(
    (one): one is Drawable => one.curve !== null && (by !== 'pitch' || one.curve.pitch !== null),
  )
}

/** A place of the axis in words. */
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

/** What the chart draws of the compared curves. */
export function useDrawing(
  shown: readonly Drawable[],
  by: Alignment,
  baseline: Baseline | undefined,
): CurvesDrawing {
  const { t } = useTranslation('compare')
  const { videoTime } = useFormat()
  // The curves and names decide the drawing; the list around them is new at each rendering.
  const key = JSON.stringify(shown.map(({ slot, name }) => [slot, name]))
  const curves = shown.map(({ curve }) => curve)
  return useMemo(
    () => ({
      ...axisOf(curves, by),
      curves: shown.map(({ slot, name, curve }, index) => ({
        slot,
        name,
        // Its days are those of the screen, and in the legend.
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

/** The player's own curve is called in words of ours, the others by names. */
const nameInSentence = ({ slot, name }: Drawable) => (slot === 0 ? inSentence(name) : name)

/** Always four, because the number of things that a memo depends on must not change. */
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
