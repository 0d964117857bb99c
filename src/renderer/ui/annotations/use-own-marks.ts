import { useMemo } from 'react'
import { ownAnnotations, placesOf } from '../../../shared/features/annotations/annotation.ts'
import type { Period } from '../../../shared/time/period.ts'
import type { ChartMarks } from '../chart-marks.tsx'
import { useOwnMarkLabel } from './use-annotations.ts'
import type { OwnAnnotations } from './use-own-annotations.tsx'

/** What the person wrote, at the places of a chart that it falls into. */
export function useOwnMarks(own: OwnAnnotations, places: readonly Period[]) {
  const label = useOwnMarkLabel(own.inPeriod)
  const drawn = useMemo(() => {
    const placed = placesOf(ownAnnotations(own.inPeriod), places)
    return {
      places: placed.map(({ annotation, first }) => ({ key: annotation.key, at: first })),
      lines: [...new Set(placed.map(({ first }) => first))],
      ranges: placed
        .filter(({ first, last }) => last > first)
        .map(({ first, last }) => [first, last] as const),
    }
  }, [own.inPeriod, places])
  const { places: marked } = drawn
  const marks: ChartMarks = { places: marked, label, onOpen: own.open, kind: () => 'annotation' }
  return { marks, lines: drawn.lines, ranges: drawn.ranges }
}
