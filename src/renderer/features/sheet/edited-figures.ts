import type { Edit } from '../../../shared/features/publishing/edit.ts'
import type { SheetFigures, VideoFigures } from '../../../shared/features/sheet/figures.ts'
import { groupBy } from '../../../shared/maps.ts'
import { type Period, samePeriod } from '../../../shared/time/period.ts'

/** Videos of a call: with more, the first figures would come late. */
const VIDEOS_AT_ONCE = 200

export type AskFigures = (video_ids: string[], period: Period) => Promise<readonly VideoFigures[]>

/** The figures by video; null for a video that has none. */
export type FiguresOfEdited = ReadonlyMap<string, VideoFigures | null>

/**
 * The figures of videos that were edited since those of all videos were answered, asked for again
 * whenever the edits of a video change, and also when they are gone: the answer about all may have
 * been computed with them. One call at a time, so that calls do not pile up and a later answer is
 * never replaced by an earlier one.
 */
export function makeEditedFigures(ask: AskFigures, onFound: (found: FiguresOfEdited) => void) {
  let all: SheetFigures | undefined
  let editsOf: ReadonlyMap<string, readonly Edit[]> = new Map()
  let found = new Map<string, VideoFigures | null>()
  /** Videos that were ever edited here. */
  const seen = new Set<string>()
  const waiting = new Set<string>()
  let isAsking = false

  async function askNext(period: Period) {
    const ids = [...waiting].slice(0, VIDEOS_AT_ONCE)
    for (const id of ids) waiting.delete(id)
    // No figures rather than those of other settings.
    const answer = await ask(ids, period).catch(() => [])
    // Otherwise all are asked for again.
    if (!all?.period || !samePeriod(all.period, period)) return
    const byVideo = new Map(answer.map((one) => [one.video_id, one]))
    found = new Map([...found, ...ids.map((id) => [id, byVideo.get(id) ?? null] as const)])
    onFound(found)
  }

  async function askAll() {
    if (isAsking) return
    isAsking = true
    while (all?.period && waiting.size > 0) await askNext(all.period)
    isAsking = false
  }

  function takeAll(next: SheetFigures | undefined) {
    const [before, period] = [all?.period ?? null, next?.period ?? null]
    all = next
    for (const id of seen) waiting.add(id)
    if (found.size === 0 || (before && period && samePeriod(before, period))) return
    found = new Map()
    onFound(found)
  }

  return {
    /** Takes the newest answer about all videos and the newest edits. */
    follow(next: SheetFigures | undefined, edits: readonly Edit[]) {
      const now = groupBy(edits, ({ video_id }) => video_id)
      for (const id of new Set([...editsOf.keys(), ...now.keys()])) {
        if (isSame(editsOf.get(id) ?? NONE, now.get(id) ?? NONE)) continue
        seen.add(id)
        waiting.add(id)
      }
      editsOf = now
      if (next !== all) takeAll(next)
      void askAll()
    },
  }
}

const NONE: readonly Edit[] = []

const isSame = (one: readonly Edit[], other: readonly Edit[]) =>
  one.length === other.length && one.every((edit, index) => edit === other[index])
