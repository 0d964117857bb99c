import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { truncatedRate } from '../../../../shared/api/statistics.ts'
import type { Video } from '../../../../shared/api/video.ts'
import { requestsAbout } from '../../../../shared/features/analytics/requests.ts'
import type { MarkerList } from '../../../../shared/features/markers/marker.ts'
import { type CallWindow, callWindows } from '../../../../shared/features/player/call-windows.ts'
import type { Moment } from '../../../../shared/features/player/curves/moments.ts'
import { useAnalyticsQuery } from '../../../analytics-query.ts'
import { type QueryResult, useQuery } from '../../../query.ts'
import { useFormat } from '../../../ui/format.ts'
import { type About, markersOf } from '../queries.ts'
import type { Lane } from './lanes.tsx'
import { useCallTimes, useVideo } from './use-video.ts'
import { pixelsOf, playbackOf } from './video-items.ts'

export function useMomentText() {
  const { t } = useTranslation('seconds')
  const { percent, points, videoTime } = useFormat()
  return ({ kind, start, end, sessions, percent: share }: Moment) =>
    t(`momentText.${kind}`, {
      share: percent(share),
      points: points(-share),
      count: sessions,
      start: videoTime(start),
      end: videoTime(end),
    } as never)
}

/**
 * The lanes below the chart: calls to action with drafts, pixels, playback, custom metrics, own
 * markers.
 */
export function useLanes(about: About, reached: readonly number[]): Lane[] {
  const { t } = useTranslation('seconds')
  const { percent: written, videoTime } = useFormat()
  const { account_id, player, period, zone } = about
  const words = requestsAbout(player, period, zone)
  const metrics = useAnalyticsQuery(account_id, words.customMetrics).value?.value
  const own = useMarkers(about).value?.markers
  const read = useVideo(about)
  const { video, drafted } = read
  const { windows } = useCallTimes(about, video)
  const last = reached.length - 1
  return useMemo(() => {
    const placed = (window: CallWindow) => ({
      key: window.id,
      start: window.start,
      end: Math.min(window.end ?? last, last),
      text: `${window.name} · ${videoTime(window.start)}`,
      isDimmed: !window.isActive,
    })
    const drafts = draftsOf(video, drafted).map((window) => ({
      ...placed(window),
      key: `draft ${window.id}`,
      text: t('draft', { name: `${window.name} · ${videoTime(window.start)}` }),
      isDraft: true,
    }))
    return [
      {
        key: 'calls',
        title: t('lanes.calls'),
        items: [...windows.map(placed), ...drafts].filter(({ start }) => start <= last),
      },
      { key: 'pixels', title: t('lanes.pixels'), items: pixelsOf(video ?? {}, last) },
      {
        key: 'playback',
        title: t('lanes.playback'),
        items: playbackOf(video ?? {}, last, (kind, second) =>
          t(`playback.${kind}`, { time: videoTime(second) }),
        ),
      },
      {
        key: 'metrics',
        title: t('lanes.metrics'),
        items: (metrics ?? [])
          .filter(({ time }) => time <= last)
          .map(({ id, name, time }) => ({ key: id, start: time, end: null, text: name })),
      },
      {
        key: 'own',
        title: t('lanes.own'),
        items: (own ?? [])
          .filter(({ second }) => second <= last)
          .map(({ second, name }) => ({
            key: String(second),
            start: second,
            end: null,
            text: `${name} · ${written(truncatedRate(reached[second] ?? 0, reached[0] ?? 0) ?? 0)}`,
          })),
      },
    ]
  }, [reached, last, metrics, own, windows, video, drafted, t, written, videoTime])
}

/** Windows that a draft adds or moves. */
function draftsOf(video: Video | undefined, drafted: Video | undefined): CallWindow[] {
  if (!video || !drafted) return []
  const known = new Map(callWindows(video).map((window) => [window.id, window]))
  return callWindows(drafted).filter(({ id, start, end }) => {
    const window = known.get(id)
    return window?.start !== start || window.end !== end
  })
}

/** The user's markers of the player's video. */
export function useMarkers({ account_id, player }: About): QueryResult<MarkerList> {
  return useQuery(...markersOf(account_id, player.id))
}
