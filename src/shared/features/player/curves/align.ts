import type { Curve } from './curve.ts'

/** By what curves of different videos are aligned. */
export const ALIGNMENTS = ['second', 'percent', 'pitch'] as const
export type Alignment = (typeof ALIGNMENTS)[number]

/** Positions of an axis in percent of the video's length, in steps of a tenth. */
export const TENTHS = 1000

/** Whether a curve can be on an axis: by the pitch, only one that has a pitch. */
export const hasPlace = ({ pitch }: Pick<Curve, 'pitch'>, by: Alignment): boolean =>
  by !== 'pitch' || pitch !== null

/** The first and last position of the common axis, both integers. */
interface Axis {
  from: number
  to: number
}

/** In seconds, tenths of a percent, or seconds relative to the pitch (negative before it). */
export function axisOf(curves: readonly Curve[], by: Alignment): Axis {
  if (by === 'percent') return { from: 0, to: TENTHS }
  const ends = curves.flatMap(({ reached, pitch }) => {
    const last = reached.length - 1
    if (by === 'second') return [{ from: 0, to: last }]
    return pitch === null ? [] : [{ from: -pitch, to: last - pitch }]
  })
  return ends.reduce(
    (axis, end) => ({ from: Math.min(axis.from, end.from), to: Math.max(axis.to, end.to) }),
    { from: 0, to: 0 },
  )
}

/** The second of a video at a position of the axis; null outside of the video. */
export function secondOfPlace(
  { reached, pitch }: Curve,
  place: number,
  by: Alignment,
): number | null {
  const last = reached.length - 1
  const second = secondOf(last, pitch, { place, by })
  return second === null || second < 0 || second > last ? null : second
}

function secondOf(
  last: number,
  pitch: number | null,
  { place, by }: { place: number; by: Alignment },
) {
  switch (by) {
    case 'second':
      return place
    case 'percent':
      return Math.floor((place * last) / TENTHS)
    case 'pitch':
      return pitch === null ? null : pitch + place
  }
}

/** Sessions that reached the second at a position; null outside of the video. */
export function reachedAt(curve: Curve, place: number, by: Alignment): number | null {
  const second = secondOfPlace(curve, place, by)
  return second === null ? null : (curve.reached[second] ?? null)
}
