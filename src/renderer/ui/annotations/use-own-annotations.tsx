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
  /** The compared players, when there are several. Must keep its identity. */
  arms?: readonly string[]
  period: Period
  /** The current calendar day in the account's zone. */
  today: string
}

export interface OwnAnnotations {
  /** Annotations about the subject within its period, newest first. */
  inPeriod: OwnAnnotation[]
  open: (ids: readonly string[]) => void
  add: () => void
  /** The open dialog, to be rendered with the chart. */
  dialog: ReactNode
}

const NONE: OwnAnnotation[] = []

/** The user's own annotations, for a daily chart. */
export function useOwnAnnotations(subject: Subject): OwnAnnotations {
  const { account_id, player, arms, period, today } = subject
  const all = useAnnotations(account_id).value?.annotations ?? NONE
  const [opened, setOpened] = useState<readonly string[] | null>(null)
  const player_id = player?.id ?? null
  const inPeriod = useMemo(
    () => annotationsAbout(all, arms ?? (player_id === null ? [] : [player_id]), period),
    [all, arms, player_id, period],
  )
  const day = today < period.end ? today : period.end
  const start = { player_id, period: { start: day, end: day }, text: '', tags: [] }
  const annotations = all.filter(({ id }) => opened?.includes(id))
  return {
    inPeriod,
    open: setOpened,
    add: () => setOpened(NEW),
    dialog: (annotations.length > 0 || opened === NEW) && (
      <AnnotationDialog
        {...{ account_id, annotations, start }}
        players={player ? [player] : []}
        onClose={() => setOpened(null)}
      />
    ),
  }
}

const NEW: readonly string[] = []

/** The annotations at the positions of a chart that they cover. */
export function useOwnMarks(own: OwnAnnotations, places: readonly Period[]) {
  const label = useOwnMarkLabel(own.inPeriod)
  const drawn = useMemo(
    () => drawnOf(placesOf(ownAnnotations(own.inPeriod), places)),
    [own.inPeriod, places],
  )
  const { places: marked } = drawn
  const marks: ChartMarks = { places: marked, label, onOpen: own.open, kind: () => 'annotation' }
  return { marks, lines: drawn.lines, ranges: drawn.ranges }
}

/** What a chart draws of annotations and changes. */
export const drawnOf = (placed: ReturnType<typeof placesOf>) => ({
  places: placed.map(({ annotation, first }) => ({ key: annotation.key, at: first })),
  lines: [...new Set(placed.map(({ first }) => first))],
  ranges: placed
    .filter(({ first, last }) => last > first)
    .map(({ first, last }) => [first, last] as const),
})
