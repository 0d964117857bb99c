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
  let settingsOf: ReadonlyMap<string, string> = new Map()
  let found = new Map<string, VideoFigures | null>()
  /** Videos that were ever edited here. */
  const seen = new Set<string>()
  const waiting = new Set<string>()
  /** Videos whose last call failed. */
  const failed = new Set<string>()
  let isAsking = false

  async function askNext(period: Period) {
    const ids = [...waiting].slice(0, VIDEOS_AT_ONCE)
    for (const id of ids) waiting.delete(id)
    // No figures rather than those of other settings.
    const answer = await ask(ids, period).catch(() => null)
    // Otherwise all are asked for again.
    if (!all?.period || !samePeriod(all.period, period)) return
    const byVideo = new Map(answer?.map((one) => [one.video_id, one]))
    found = new Map([...found, ...ids.map((id) => [id, byVideo.get(id) ?? null] as const)])
    if (!answer) for (const id of ids) failed.add(id)
  }

  async function askAll() {
    if (isAsking) return
    isAsking = true
    const isAny = waiting.size > 0
    while (all?.period && waiting.size > 0) await askNext(all.period)
    isAsking = false
    // Once for all: each time the whole sheet follows.
    if (isAny) onFound(found)
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
      const now = editedSettings(edits)
      for (const id of new Set([...settingsOf.keys(), ...now.keys()])) {
        if (settingsOf.get(id) === now.get(id)) continue
        seen.add(id)
        waiting.add(id)
      }
      settingsOf = now
      for (const id of failed) waiting.add(id)
      failed.clear()
      if (next !== all) takeAll(next)
      void askAll()
    },
  }
}

/** By video, what its edits make of its settings: not how far they are sent. */
function editedSettings(edits: readonly Edit[]): ReadonlyMap<string, string> {
  const byVideo = groupBy(edits, ({ video_id }) => video_id)
  const textOf = ({ key, kind, want, added, removed }: Edit) =>
    JSON.stringify([key, kind, want, added, removed])
  return new Map([...byVideo].map(([video_id, own]) => [video_id, own.map(textOf).join()]))
}
