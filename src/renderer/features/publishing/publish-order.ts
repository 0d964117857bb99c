import { quantile } from '../../../shared/features/player/curves/baseline.ts'
import type { Edit } from '../../../shared/features/publishing/edit.ts'
import {
  addCounts,
  type KindCounts,
  type Publish,
  type PublishedVideo,
  type PublishState,
  sumOf,
} from '../../../shared/features/publishing/publish.ts'
import { folded } from '../../../shared/tables/table.ts'
import { byVideo, countsOf } from '../../ui/edits/counts.ts'

/** The segments of the bar, in order; the rest of the bar is what is waiting. */
export const PARTS = [
  'published',
  'unneeded',
  'conflict',
  'refused',
  'progress',
  'left',
  'waiting',
] as const
export type Part = (typeof PARTS)[number]

export const partOf = (state: PublishState): Part =>
  state === 'sending' || state === 'unknown' ? 'progress' : state

export const FILTERS = ['all', 'needsYou', 'published', 'waiting'] as const
export type Filter = (typeof FILTERS)[number]

const STATES: Readonly<Record<Filter, readonly Part[]>> = {
  all: PARTS,
  needsYou: ['conflict', 'refused', 'left'],
  published: ['published', 'unneeded'],
  waiting: ['waiting', 'progress'],
}

export const inFilter = (filter: Filter) => (video: PublishedVideo) =>
  STATES[filter].includes(partOf(video.state))

export function partCounts(videos: readonly PublishedVideo[]): Record<Part, number> {
  const counts = {
    published: 0,
    unneeded: 0,
    conflict: 0,
    refused: 0,
    progress: 0,
    left: 0,
    waiting: 0,
  }
  for (const { state } of videos) counts[partOf(state)] += 1
  return counts
}

const doneIn = ({ published, overwritten, unneeded }: PublishedVideo) =>
  sumOf(published) + overwritten + unneeded

/** All changes of a publish, and the published ones, by kind. */
export function totalsOf(videos: readonly PublishedVideo[]) {
  const sum = (of: 'changes' | 'published') =>
    videos.reduce((counts: KindCounts, video) => addCounts(counts, video[of]), {})
  const [changes, published] = [sum('changes'), sum('published')]
  const done = videos.reduce((all, video) => all + doneIn(video), 0)
  return { changes, published, done: Math.min(done, sumOf(changes)) }
}

/** How many changes of a publish are drafts again: its videos may have later ones. */
export function leftAsDrafts(videos: readonly PublishedVideo[], edits: readonly Edit[]): number {
  const editsOf = byVideo(edits)
  return videos.reduce((all, video) => {
    const pending = countsOf(editsOf.get(video.video_id) ?? [])
    const open = Math.min(sumOf(video.changes) - doneIn(video), pending.changes)
    return all + Math.max(0, open - pending.underWay)
  }, 0)
}

/** Newest results shown in full; older published ones can be collapsed. */
const NEWEST = 10

interface Ordered {
  /** What is running, then results, newest first. */
  first: PublishedVideo[]
  older: PublishedVideo[]
  waiting: PublishedVideo[]
}

/** The videos that match a filter and a search, in the order of the list. */
export function orderedVideos(
  { videos }: Pick<Publish, 'videos'>,
  { filter, search }: { filter: Filter; search: string },
): Ordered {
  const searched = folded(search.trim())
  const shown = videos.filter(
    (video) => inFilter(filter)(video) && folded(video.name).includes(searched),
  )
  const having = (...parts: Part[]) => shown.filter(({ state }) => parts.includes(partOf(state)))
  const results = having('published', 'unneeded', 'conflict', 'refused', 'left').toSorted(
    (one, other) => (other.at ?? 0) - (one.at ?? 0),
  )
  const isOld = (video: PublishedVideo, index: number) =>
    index >= NEWEST && inFilter('published')(video)
  return {
    first: [...having('progress'), ...results.filter((video, index) => !isOld(video, index))],
    older: results.filter(isOld),
    waiting: having('waiting'),
  }
}

/** The number of latest results from which the speed is estimated. */
const MEASURED = 20

/** Minutes left, by the usual time between the latest results; null before there are any. */
export function minutesLeft({ videos }: Pick<Publish, 'videos'>): number | null {
  const ended = videos
    .filter(({ state }) => partOf(state) !== 'waiting' && partOf(state) !== 'progress')
    .flatMap(({ at }) => at ?? [])
    .toSorted((one, other) => other - one)
    .slice(0, MEASURED)
  if (ended.length < 3) return null
  // Not the average, in which a night between two results would count.
  const gaps = ended.slice(1).map((at, index) => (ended[index] ?? at) - at)
  const each = quantile(
    gaps.toSorted((one, other) => one - other),
    0.5,
  )
  const left = videos.filter(inFilter('waiting')).length
  return Math.max(1, Math.ceil((each * left) / 60_000))
}
