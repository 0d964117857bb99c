import type { Curve } from './curve.ts'

/** What curves of unlike videos have in common, by which they are laid over each other. */
export const ALIGNMENTS = ['second', 'percent', 'pitch'] as const
export type Alignment = (typeof ALIGNMENTS)[number]

/** Places along a video's length when it is aligned by percent: each is a tenth of one. */
export const TENTHS = 1000

/** The first and last place on the common axis, both whole numbers. */
export interface Axis {
  from: number
  to: number
}

/** Seconds, tenths of a percent, or seconds from the pitch (before it negative). */
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

/** The second of a video at a place of the axis; null where the video has none. */
export function secondAt({ reached, pitch }: Curve, place: number, by: Alignment): number | null {
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

/** Sessions that reached the second at a place; null where the video has none. */
export function reachedAt(curve: Curve, place: number, by: Alignment): number | null {
  const second = secondAt(curve, place, by)
  return second === null ? null : (curve.reached[second] ?? null)
}
