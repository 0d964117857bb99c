import { useMemo } from 'react'
import {
  ownAnnotations,
  placesOf,
  secondOf,
} from '../../../../shared/features/annotations/annotation.ts'
import { useOwnMarkLabel } from '../../../ui/annotations/use-annotations.ts'
import { drawnOf, type OwnAnnotations } from '../../../ui/annotations/use-own-annotations.tsx'
import type { ChartMarks } from '../../../ui/chart-marks.tsx'
import { type Changes, useMarkLabel } from './use-changes.ts'

interface Marked {
  /** Identifies the place; its change is `change`. */
  key: string
  change: string
  at: number
}

/** The marks of a trend: each change and annotation at its day, week or month. */
export function useDayMarks(
  changes: Changes,
  own: OwnAnnotations,
  places: readonly { start: string; end: string }[],
) {
  const changeLabel = useMarkLabel(changes.inPeriod)
  const ownLabel = useOwnMarkLabel(own.inPeriod)
  const placed = useMemo(
    () => placesOf([...changes.inPeriod, ...ownAnnotations(own.inPeriod)], places),
    [changes.inPeriod, own.inPeriod, places],
  )
  const keysOf = (keys: readonly string[], isOwn: boolean) =>
    placed
      .filter(({ annotation: { key, kind } }) => keys.includes(key) && (kind === 'own') === isOwn)
      .map(({ annotation }) => annotation.key)
  const drawn = useMemo(() => drawnOf(placed), [placed])
  const marks: ChartMarks = {
    places: drawn.places,
    label: (keys) => {
      const [changed, written] = [keysOf(keys, false), keysOf(keys, true)]
      const words = [
        changed.length > 0 && changeLabel(changed),
        written.length > 0 && ownLabel(written),
      ]
      return words.filter(Boolean).join('. ')
    },
    // When both are at the same place, the annotation is also in the list next to the chart.
    onOpen: (keys) => {
      const changed = keysOf(keys, false)
      if (changed.length > 0) changes.open(changed)
      else own.open(keys)
    },
    kind: (keys) => (keysOf(keys, false).length > 0 ? 'change' : 'annotation'),
  }
  return { marks, lines: drawn.lines, ranges: drawn.ranges }
}

/** The marks of a timeline: the seconds to which an item was moved. */
export function useSecondMarks(changes: Changes, duration: number) {
  const { inPeriod } = changes
  const marked = useMemo(
    () =>
      inPeriod.flatMap(({ key: change, entries }) =>
        entries.flatMap((entry): Marked[] => {
          const at = secondOf(entry)
          return at === null || at > duration ? [] : [{ key: `${change} ${entry.id}`, change, at }]
        }),
      ),
    [inPeriod, duration],
  )
  return useMarks(changes, marked)
}

function useMarks({ inPeriod, open }: Changes, marked: readonly Marked[]) {
  const label = useMarkLabel(inPeriod)
  const changesOf = (keys: readonly string[]) => [
    ...new Set(marked.filter(({ key }) => keys.includes(key)).map(({ change }) => change)),
  ]
  const marks: ChartMarks = {
    places: marked,
    label: (keys) => label(changesOf(keys)),
    onOpen: (keys) => open(changesOf(keys)),
  }
  const lines = useMemo(() => [...new Set(marked.map(({ at }) => at))], [marked])
  return { marks, lines }
}
