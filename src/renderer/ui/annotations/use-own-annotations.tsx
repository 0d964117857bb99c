import { type ReactNode, useMemo, useState } from 'react'
import { ownAnnotations, placesOf } from '../../../shared/features/annotations/annotation.ts'
import {
  annotationsAbout,
  type OwnAnnotation,
} from '../../../shared/features/annotations/own-annotation.ts'
import type { Period } from '../../../shared/time/period.ts'
import type { ChartMarks } from '../chart-marks.tsx'
import { AnnotationDialog } from './annotation-dialog.tsx'
import { useAnnotations, useOwnMarkLabel } from './use-annotations.ts'

interface Subject {
  account_id: string
  player: { id: string; name: string } | null
  /** The players compared, where there are several; always the same list for the same ones. */
  arms?: readonly string[]
  period: Period
  /** The calendar day that is now in the account's zone. */
  today: string
}

export interface OwnAnnotations {
  /** Those about the subject on days of its period, the newest first. */
  inPeriod: OwnAnnotation[]
  open: (ids: readonly string[]) => void
  add: () => void
  /** What is open now, to be drawn with the chart. */
  dialog: ReactNode
}

const NONE: OwnAnnotation[] = []

/** The person's own annotations, as a chart by day shows them. */
export function useOwnAnnotations(subject: Subject): OwnAnnotations {
  const { account_id, player, arms, period, today } = subject
  const all = useAnnotations(account_id).value?.annotations ?? NONE
  const [opened, setOpened] = useState<string | null>(null)
  const player_id = player?.id ?? null
  const inPeriod = useMemo(
    () => annotationsAbout(all, arms ?? (player_id === null ? [] : [player_id]), period),
    [all, arms, player_id, period],
  )
  const day = today < period.end ? today : period.end
  const start = { player_id, period: { start: day, end: day }, text: '', tags: [] }
  const annotation = all.find(({ id }) => id === opened) ?? null
  return {
    inPeriod,
    open: ([id]) => setOpened(id ?? null),
    add: () => setOpened(NEW),
    dialog: (annotation || opened === NEW) && (
      <AnnotationDialog
        {...{ account_id, annotation, start, player }}
        onClose={() => setOpened(null)}
      />
    ),
  }
}

const NEW = 'new'

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
