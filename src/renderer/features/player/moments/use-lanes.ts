import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { truncatedRate } from '../../../../shared/api/statistics.ts'
import { questionsAbout } from '../../../../shared/features/analytics/questions.ts'
import type { MarkerList } from '../../../../shared/features/markers/marker.ts'
import type { Curve } from '../../../../shared/features/player/curves/curve.ts'
import {
  keyMoments,
  type Moment,
  type MomentKind,
} from '../../../../shared/features/player/curves/moments.ts'
import { useAnalyticsQuery } from '../../../analytics-query.ts'
import { type QueryResult, useQuery } from '../../../query.ts'
import { useFormat } from '../../../ui/format.ts'
import { type About, markersOf } from '../queries.ts'
import type { Lane } from './lanes.tsx'
import { useCallTimes, useVideo } from './use-video.ts'

/** What a key moment says, in words. */
export function useMomentText() {
  const { t } = useTranslation('seconds')
  const { percent, points, count, videoTime } = useFormat()
  return ({ kind, start, end, sessions, percent: share }: Moment) =>
    t(`momentText.${kind}`, {
      share: percent(share),
      points: points(-share),
      count: count(sessions),
      start: videoTime(start),
      end: videoTime(end),
    } as never)
}

/** The lanes under the curve: key moments, windows of calls to action, custom metrics, own marks. */
export function useLanes(about: About, { reached, pitch }: Curve): Lane[] {
  const { t } = useTranslation('seconds')
  const { points, percent: written, videoTime } = useFormat()
  const { account_id, player, period, zone } = about
  const words = questionsAbout(player, period, zone)
  const metrics = useAnalyticsQuery(account_id, words.customMetrics).value?.value
  const own = useMarkers(about).value?.markers
  const { windows } = useCallTimes(about, useVideo(about).video)
  const last = reached.length - 1
  return useMemo(() => {
    // The pitch has its own line in the chart.
    const moments = keyMoments({ reached, pitch }).filter(({ kind }) => kind !== 'pitch')
    const shortOf = (kind: MomentKind, end: number, share: number) => {
      if (kind === 'drop') return t('short.drop', { points: points(-share) })
      if (kind === 'flat') return t('short.flat')
      return t('short.hold', { share: written(share), end: videoTime(end) })
    }
    return [
      {
        key: 'moments',
        title: t('lanes.moments'),
        items: moments.map(({ kind, start, end, percent }) => ({
          key: `${kind} ${start}`,
          start,
          end: start === end ? null : end,
          text: shortOf(kind, end, percent),
        })),
      },
      {
        key: 'calls',
        title: t('lanes.calls'),
        items: windows
          .filter(({ start }) => start <= last)
          .map(({ id, name, start, end, isActive }) => ({
            key: id,
            start,
            end: Math.min(end ?? last, last),
            text: name,
            isDimmed: !isActive,
          })),
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
  }, [reached, pitch, last, metrics, own, windows, t, points, written, videoTime])
}

/** The seconds of the player's video that the person named. */
export function useMarkers({ account_id, player }: About): QueryResult<MarkerList> {
  return useQuery(...markersOf(account_id, player.id))
}
