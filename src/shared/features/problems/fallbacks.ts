import { shortValue } from '../videos/check/rules.ts'

/** The part of a video that the rules over several videos need. */
export interface Filtered {
  id: string
  name: string
  /** The fallback of an enabled filter; null when there is none. */
  fallback: string | null
  isFiltering: boolean
}

interface FoundFallback {
  video_id: string
  rule: 'fallback-loops' | 'fallback-filters-too'
  details: Record<string, string | number>
}

/** More names would not fit on a line. */
const MOST_NAMED = 6

/**
 * Finds fallbacks that lead to another filter: in a loop of any length, or in a chain. A video that
 * is its own fallback is found by the check of the video alone.
 */
export function checkFallbacks(videos: ReadonlyMap<string, Filtered>): FoundFallback[] {
  const loops = loopsOf(videos)
  return [...videos.values()].flatMap((video): FoundFallback[] => {
    const { id, fallback } = video
    if (fallback === null || fallback === id) return []
    const loop = loops.get(id)
    if (loop) {
      const path = pathFrom(id, loop, videos)
      return [{ video_id: id, rule: 'fallback-loops', details: { path, count: loop.length } }]
    }
    const next = videos.get(fallback)
    if (!next?.isFiltering) return []
    return [
      { video_id: id, rule: 'fallback-filters-too', details: { other: shortValue(next.name) } },
    ]
  })
}

/** The loops of several videos, by each video on them. Visits every video once. */
function loopsOf(videos: ReadonlyMap<string, Filtered>): Map<string, string[]> {
  const loops = new Map<string, string[]>()
  const done = new Set<string>()
  for (const start of videos.keys()) {
    const walked: string[] = []
    const places = new Map<string, number>()
    let id: string | null = start
    while (id !== null && !done.has(id)) {
      done.add(id)
      places.set(id, walked.length)
      walked.push(id)
      id = videos.get(id)?.fallback ?? null
    }
    const from = id === null ? undefined : places.get(id)
    if (from === undefined) continue
    const loop = walked.slice(from)
    if (loop.length > 1) for (const each of loop) loops.set(each, loop)
  }
  return loops
}

function pathFrom(id: string, loop: readonly string[], videos: ReadonlyMap<string, Filtered>) {
  const at = loop.indexOf(id)
  const steps = Math.min(loop.length, MOST_NAMED)
  const names = Array.from({ length: steps }, (_, step) => {
    const each = loop[(at + step) % loop.length] ?? id
    return shortValue(videos.get(each)?.name ?? each)
  })
  const end = loop.length > MOST_NAMED ? ['…', names[0] ?? ''] : [names[0] ?? '']
  return [...names, ...end].join(' → ')
}
