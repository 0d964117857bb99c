import { type Engagement, reached } from '../../api/engagement.ts'
import type { CallAction } from '../../api/settings/index.ts'
import { truncatedRate } from '../../api/statistics.ts'
import type { Video } from '../../api/video.ts'
import { column, columnsOf, type Known, tableOf } from '../../tables/measures.ts'
import { type Cell, missing, type Table } from '../../tables/table.ts'
import { callActionsAt } from '../publishing/calls-then.ts'
import type { HistoryEntry } from '../publishing/edit.ts'
import { fromSecond } from './curves/pitch.ts'
import type { ClicksTimed } from './timing.ts'

/** The interval in which a call to action is visible. In seconds of the video. */
export interface CallWindow {
  id: string
  name: string
  start: number
  /** The last second; null when it stays until the end. */
  end: number | null
  /** The last second whose clicks count; null for no limit. */
  lastClick: number | null
  isActive: boolean
}

/** The windows of a video, sorted by start. One without a start appears from the beginning. */
export function callWindows({
  call_actions,
  duration,
}: Pick<Video, 'call_actions' | 'duration'>): CallWindow[] {
  const { enabled, items = [] } = call_actions ?? {}
  return items
    .map((item) => ({
      id: item.id,
      name: nameOf(item),
      start: item.window?.start ?? 0,
      ...endsOf(item, duration),
      isActive: enabled !== false && item.base?.active !== false,
    }))
    .sort((a, b) => a.start - b.start)
}

/** The same as they were at an instant (epoch ms), as far as the local history knows. */
export const callWindowsAt = (
  video: Pick<Video, 'call_actions' | 'duration'>,
  history: readonly HistoryEntry[],
  at: number,
) => callWindows({ ...callActionsAt(video, history, at), duration: video.duration })

/** Whether the changes of an instant changed when calls to action are shown: most change a link or a look. */
export const changesWindows = (...[video, history, at]: Parameters<typeof callWindowsAt>) =>
  shownIn(callWindowsAt(video, history, at)) !== shownIn(callWindowsAt(video, history, at + 1))

const shownIn = (windows: readonly CallWindow[]) =>
  windows
    .map(({ id, start, end, isActive }) => JSON.stringify([id, start, end, isActive]))
    .sort()
    .join()

/**
 * The service may report the last clicks one second after the video's end. They belong to the windows that
 * last until the end.
 */
function endsOf({ window }: CallAction, duration: Video['duration']) {
  const end = window?.end ?? null
  const isToEnd = end !== null && typeof duration === 'number' && end >= Math.floor(duration)
  return { end, lastClick: isToEnd ? null : end }
}

const nameOf = ({ id, base, action }: CallAction) =>
  base?.name?.trim() || action?.content?.trim() || id

/**
 * Clicks within each window, and their share of the sessions that reached its start. The service does not say
 * which call to action was clicked, so a second in two windows counts in both.
 */
export function callWindowsTable(
  windows: readonly CallWindow[],
  engagement: Known<Engagement> | null,
  clicks: Known<ClicksTimed> | null,
): Table {
  return tableOf([engagement, clicks], {
    columns: [
      column('call_action', 'text'),
      ...columnsOf('second', 'window_start', 'window_end'),
      column('window_active', 'text'),
      ...columnsOf('count', 'sessions_reached', 'window_clicks'),
      column('clicks_of_reached', 'percent'),
    ],
    rows: windows.map((window) => windowRow(window, engagement, clicks)),
  })
}

function windowRow(
  { name, start, end, lastClick, isActive }: CallWindow,
  engagement: Known<Engagement> | null,
  clicks: Known<ClicksTimed> | null,
): Cell[] {
  const sessions = engagement && reached(engagement.value.grouped_timed, start)
  const clicked = clicks && clicksWithin(clicks.value, start, lastClick)
  const share =
    sessions === null || clicked === null
      ? missing('not-downloaded')
      : (truncatedRate(clicked, sessions) ?? missing('not-applicable'))
  return [
    name,
    start,
    end ?? missing('not-applicable'),
    isActive ? 'yes' : 'no',
    sessions ?? missing('not-downloaded'),
    clicked ?? missing('not-downloaded'),
    share,
  ]
}

/** Clicks from `start` to the second `end`; to the end of the video with null. */
export function clicksWithin(clicks: ClicksTimed, start: number, end: number | null): number {
  const after = (second: number) => fromSecond(clicks, second, ({ total_users }) => total_users)
  return end === null ? after(start) : after(start) - after(Math.max(start, end + 1))
}
