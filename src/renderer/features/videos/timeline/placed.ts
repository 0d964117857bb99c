import type { Engagement } from '../../../../shared/api/engagement.ts'
import type { CallAction, Collection, Pixel } from '../../../../shared/api/settings/index.ts'
import type { Video } from '../../../../shared/api/video.ts'
import type { Edit, Problem } from '../../../../shared/features/publishing/edit.ts'
import { secondOfPercent } from '../../../../shared/time/time.ts'

export type TimelineItemKind = 'window' | 'time' | 'percent' | 'scroll' | 'loop'
type EditMark = 'added' | 'changed' | 'trouble' | 'wrong'

/** An end of a window. */
export type Side = 'start' | 'end'

/** A setting of the video with a position in time. */
export interface TimelineItem {
  key: string
  kind: TimelineItemKind
  group: Collection | 'playback'
  item_id: string | null
  /** The item's label; may be empty. */
  label: string
  /** In seconds as drawn; equal for a point. */
  start: number
  end: number
  /** For a threshold in percent of the video. */
  percent: number | null
  isOff: boolean
  mark: EditMark | null
  /** What does not move with all of a window: a side that is not set, and an end beyond the video. */
  still: readonly Side[]
}

interface Lanes {
  windows: TimelineItem[]
  pixels: TimelineItem[]
  playback: TimelineItem[]
}

type Marked = Pick<Edit, 'kind' | 'group' | 'item_id' | 'register' | 'status'>

interface Known {
  /** The length of the video's player; 0 when unknown. */
  playerLength: number
  engagement: Engagement | null
}

/** The video's length in whole seconds. When unknown, the largest second in the stored figures and settings. */
export function lengthOf(video: Video, { playerLength, engagement }: Known): number {
  const length = Math.floor(video.duration ?? 0) || playerLength
  if (length >= 1) return length
  const watched = engagement?.grouped_timed.map(({ timed }) => timed) ?? []
  return [...watched, ...secondsOf(video)].reduce((last, second) => Math.max(last, second), 1)
}

function secondsOf({ call_actions, pixels, playback }: Video): number[] {
  const windows = (call_actions?.items ?? []).flatMap(({ window }) => [window?.start, window?.end])
  const thresholds = (pixels?.items ?? []).map(({ dispatch }) =>
    dispatch?.mode === 'time' ? dispatch.threshold : null,
  )
  const played = [playback?.scroll_to_action_in, playback?.action_after_finish?.start]
  return [...windows, ...thresholds, ...played].filter((second) => typeof second === 'number')
}

interface Marking {
  edits: readonly Marked[]
  /** Group and id of the items with errors, which cannot be posted. */
  wrong: ReadonlySet<string>
}

/** The items with errors, as `Marking` expects them; warnings do not prevent posting. */
export const wrongItems = (problems: readonly Problem[]): ReadonlySet<string> =>
  new Set(
    problems
      .filter(({ severity, item_id }) => severity === 'error' && item_id !== null)
      .map(({ group, item_id }) => `${group} ${item_id}`),
  )

/** All settings of a video with a position in time, by lane. */
export function timelineItems(video: Video, length: number, { edits, wrong }: Marking): Lanes {
  const ofEdits = marksOf(edits)
  const marks = (group: Collection, id: string) =>
    wrong.has(`${group} ${id}`) ? 'wrong' : ofEdits(id)
  const windows = (video.call_actions?.items ?? []).map((item) =>
    windowItem(item, length, marks('call_actions', item.id)),
  )
  const pixels = (video.pixels?.items ?? []).flatMap((item) =>
    pixelItems(item, length, marks('pixels', item.id)),
  )
  return {
    windows: withSwitch(windows, video.call_actions),
    pixels: withSwitch(pixels, video.pixels),
    playback: withSwitch(playbackItems(video, ofEdits), video.playback),
  }
}

/** The items of a group that is off are off, whatever their own switches say. */
const withSwitch = (items: TimelineItem[], group: { enabled?: unknown } | undefined) =>
  group?.enabled === false ? items.map((item) => ({ ...item, isOff: true })) : items

/** Without a start, a window begins at 0; without an end, it lasts until the video's end. */
const spanOf = ({ window }: CallAction, length: number) => ({
  start: window?.start ?? 0,
  end: window?.end ?? length,
})

function windowItem(item: CallAction, length: number, mark: EditMark | null): TimelineItem {
  const { base, action } = item
  const { start, end } = spanOf(item, length)
  const isSet = {
    start: typeof item.window?.start === 'number',
    end: typeof item.window?.end === 'number' && end <= length,
  }
  return {
    key: `call_actions ${item.id}`,
    kind: 'window',
    group: 'call_actions',
    item_id: item.id,
    label: base?.name || action?.content || '',
    start,
    end,
    percent: null,
    isOff: base?.active === false,
    // A window that ends before its start is drawn with minimum length, so it is marked as wrong.
    mark: end <= start ? 'wrong' : mark,
    still: (['start', 'end'] as const).filter((side) => !isSet[side]),
  }
}

function pixelItems(item: Pixel, length: number, mark: EditMark | null): TimelineItem[] {
  const { mode, threshold, active } = item.dispatch ?? {}
  if (typeof threshold !== 'number' || (mode !== 'time' && mode !== 'percent')) return []
  const isPercent = mode === 'percent'
  const second = isPercent ? secondOfPercent(threshold, length) : threshold
  return [
    {
      key: `pixels ${item.id}`,
      kind: mode,
      group: 'pixels',
      item_id: item.id,
      label: pixelLabel(item),
      start: second,
      end: second,
      percent: isPercent ? threshold : null,
      isOff: active === false,
      mark,
      still: [],
    },
  ]
}

const pixelLabel = ({ base }: Pixel) => base?.name || base?.type || ''

type MarkOf = (item_id: string | null, register?: string) => EditMark | null

function playbackItems({ playback }: Video, marks: MarkOf): TimelineItem[] {
  const point = (kind: 'scroll' | 'loop', register: string, second: number): TimelineItem => ({
    key: `playback ${kind}`,
    kind,
    group: 'playback',
    item_id: null,
    label: '',
    start: second,
    end: second,
    percent: null,
    isOff: false,
    mark: marks(null, register),
    still: [],
  })
  const scroll = playback?.scroll_to_action_in
  const loop = playback?.action_after_finish?.start
  return [
    ...(typeof scroll === 'number' ? [point('scroll', 'scroll_to_action_in', scroll)] : []),
    ...(typeof loop === 'number' ? [point('loop', 'action_after_finish', loop)] : []),
  ]
}

const TROUBLES = ['conflict', 'rejected']

/** The most important mark of an item's or register's edits. */
function marksOf(edits: readonly Marked[]): MarkOf {
  const marks = new Map<string, EditMark>()
  for (const { kind, group, item_id, register, status } of edits) {
    if (item_id === null && group !== 'playback') continue
    const at = item_id ?? `playback ${register}`
    const known = marks.get(at)
    if (TROUBLES.includes(status)) marks.set(at, 'trouble')
    else if (known !== 'trouble') {
      marks.set(at, kind === 'create' || known === 'added' ? 'added' : 'changed')
    }
  }
  return (item_id, register = '') => marks.get(item_id ?? `playback ${register}`) ?? null
}
