import { type Period, todayIn } from '../../time/period.ts'
import type { HistoryEntry } from '../publishing/edit.ts'
import type { OwnAnnotation } from './own-annotation.ts'

/** Something that happened to a player, as its charts mark it. */
export interface Annotation {
  key: string
  /** The calendar day in the account's zone. */
  day: string
  /** The last of its days; the same as `day` when it is about one. */
  end: string
  /** Epoch milliseconds; null when it is about the day as a whole. */
  at: number | null
  kind: AnnotationKind
  text: string
}

export type AnnotationKind =
  /** Posted from here, and then found in the service's answer. */
  | 'posted'
  /** Posted from here, but the service's answer already had another value. */
  | 'overwritten'
  /** Changed elsewhere: the day is when it was first read, not when it was made. */
  | 'seen'
  /** Written by the person. */
  | 'own'

/** Changes of a video's settings that took place together. */
export interface ChangeAnnotation extends Annotation {
  at: number
  kind: ChangeKind
  entries: HistoryEntry[]
}

type ChangeKind = Exclude<AnnotationKind, 'own'>

const KINDS: Partial<Record<HistoryEntry['event'], ChangeKind>> = {
  posted: 'posted',
  overwritten: 'overwritten',
  downloaded: 'seen',
}

/** What a video's history says was changed on the service, oldest first; `textOf` words it. */
export function changeAnnotations(
  history: readonly HistoryEntry[],
  zone: string,
  textOf: (entries: readonly HistoryEntry[]) => string,
): ChangeAnnotation[] {
  const together = new Map<string, { kind: ChangeKind; entries: HistoryEntry[] }>()
  for (const entry of [...history].sort((a, b) => a.at - b.at || a.id - b.id)) {
    const kind = KINDS[entry.event]
    if (!kind) continue
    // What one read of the service proved has one instant.
    const key = `${kind} ${entry.at}`
    const known = together.get(key) ?? { kind, entries: [] }
    known.entries.push(entry)
    together.set(key, known)
  }
  return [...together].map(([key, { kind, entries }]) => {
    const at = entries[0]?.at ?? 0
    const day = todayIn(zone, at)
    return { key, day, end: day, at, kind, entries, text: textOf(entries) }
  })
}

/** The person's own, as the charts mark them. */
export const ownAnnotations = (own: readonly OwnAnnotation[]): Annotation[] =>
  own.map(({ id, period, text }) => {
    return { key: id, day: period.start, end: period.end, at: null, kind: 'own', text }
  })

/** The places of a chart by day that some annotations fall into: first and last of each. */
export function placesOf(
  annotations: readonly Annotation[],
  places: readonly Period[],
): { annotation: Annotation; first: number; last: number }[] {
  return annotations.flatMap((annotation) => {
    const first = places.findIndex(({ end }) => end >= annotation.day)
    const last = places.findLastIndex(({ start }) => start <= annotation.end)
    return first < 0 || last < first ? [] : [{ annotation, first, last }]
  })
}

const TIMES = ['window.start', 'window.end', 'scroll_to_action_in']

/**
 * The second of the video that a change is about; null when it is about none. A pixel's threshold
 * is none: it counts time played or a share, and its history does not say which.
 */
export function secondOf({ event, register, after }: HistoryEntry): number | null {
  if (event !== 'posted') return null
  if (register === null) return secondAt(after, 'window')
  if (register === 'action_after_finish') return numberOf(placeIn(after, 'start'))
  return TIMES.includes(register) ? numberOf(after) : null
}

const secondAt = (item: unknown, part: string) => numberOf(placeIn(placeIn(item, part), 'start'))

const placeIn = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : null

const numberOf = (value: unknown) => (typeof value === 'number' ? value : null)
