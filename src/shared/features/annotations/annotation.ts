import { type Period, todayIn } from '../../time/period.ts'
import type { HistoryEntry } from '../publishing/edit.ts'
import type { OwnAnnotation } from './own-annotation.ts'

/** An event of a player as its charts mark it. */
interface Annotation {
  key: string
  /** Calendar day in the account's zone. */
  day: string
  /** The last day, included; equals `day` for a single day. */
  end: string
  /** Epoch milliseconds; null when it concerns whole days. */
  at: number | null
  kind: AnnotationKind
  text: string
}

type AnnotationKind =
  /** Posted by this app, and then found in the service's response. */
  | 'posted'
  /** Posted by this app, but the service's response already had another value. */
  | 'overwritten'
  /** Changed elsewhere: the day is that of the first read, not of the change. */
  | 'seen'
  /** Written by the user. */
  | 'own'

/** Changes of a video's settings at the same time. */
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

/** The changes of a video's history on the service, oldest first; `textOf` describes them. */
export function changeAnnotations(
  history: readonly HistoryEntry[],
  zone: string,
  textOf: (entries: readonly HistoryEntry[]) => string,
): ChangeAnnotation[] {
  const together = new Map<string, { kind: ChangeKind; entries: HistoryEntry[] }>()
  for (const entry of [...history].sort((a, b) => a.at - b.at || a.id - b.id)) {
    const kind = KINDS[entry.event]
    if (!kind) continue
    // Changes found by the same read of the service share its instant.
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

/** The user's own annotations as chart annotations. */
export const ownAnnotations = (own: readonly OwnAnnotation[]): Annotation[] =>
  own.map(({ id, period, text }) => {
    return { key: id, day: period.start, end: period.end, at: null, kind: 'own', text }
  })

/** The indexes of a daily chart that each annotation covers, first and last. Annotations outside are omitted. */
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
 * The second of the video that a change concerns; null when there is none. There is none for a pixel's
 * threshold: it is playing time or a share, and the history does not say which.
 */
export function secondOf({ event, register, after }: HistoryEntry): number | null {
  if (event !== 'posted') return null
  if (register === null) return startOf(after, 'window')
  if (register === 'action_after_finish') return numberOf(placeIn(after, 'start'))
  return TIMES.includes(register) ? numberOf(after) : null
}

const startOf = (item: unknown, part: string) => numberOf(placeIn(placeIn(item, part), 'start'))

const placeIn = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : null

const numberOf = (value: unknown) => (typeof value === 'number' ? value : null)
