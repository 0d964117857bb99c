import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Video } from '../../../../shared/api/video.ts'
import { hasVideos } from '../../../../shared/features/accounts/account.ts'
import {
  type CallWindow,
  callWindowsAt,
  changesWindows,
} from '../../../../shared/features/player/call-windows.ts'
import { changesOfCalls } from '../../../../shared/features/publishing/calls-then.ts'
import { dayEndsAt, todayIn } from '../../../../shared/time/period.ts'
import { type QueryResult, useQuery } from '../../../query.ts'
import { useFormat } from '../../../ui/format.ts'
import { useReport, useView } from '../../../view.ts'
import { type About, historyOf, videoOf } from '../queries.ts'

export interface OfVideo {
  /** False when the account has no video token; a report needs none. */
  canRead: boolean
  /** As the service last returned it, because drafts were never shown to viewers. */
  video: Video | undefined
  /** With the drafts applied. */
  drafted: Video | undefined
  failure: QueryResult<unknown>['failure']
  refetch: () => void
}

/** When the calls to action were shown at the end of the period, as far as this computer knows. */
interface CallTimes {
  windows: CallWindow[]
  /** A sentence on how reliable the times are. */
  note: string
}

/**
 * When the calls to action were visible in the period: reconstructed from this computer's history
 * at the end of the period, because the service only returns the current settings.
 */
export function useCallTimes(
  { account_id, player, period, zone }: About,
  video: Video | undefined,
) {
  const { t } = useTranslation('seconds')
  const { date } = useFormat()
  const history = useQuery(...historyOf(account_id, player.id)).value
  return useMemo((): CallTimes => {
    const entries = history ?? []
    const end = dayEndsAt(period.end, zone)
    const windows = callWindowsAt(video ?? {}, entries, end)
    const known = changesOfCalls(entries).map(({ at }) => ({ at, day: todayIn(zone, at) }))
    const days = known
      .filter(({ at, day }) => at < end && day >= period.start)
      .filter(({ at }) => changesWindows(video ?? {}, entries, at))
    const within = [...new Set(days.map(({ day }) => date(day)))].join(', ')
    const today = within ? t('times.now') : t('times.today')
    const note = [
      known.some(({ at }) => at >= end) ? t('times.then', { day: date(period.end) }) : today,
      within && t('times.within', { days: within }),
    ]
    return { windows, note: note.filter(Boolean).join(' ') }
  }, [history, video, period, zone, t, date])
}

/** A player's video, which has the same id. */
export function useVideo({ account_id, player }: About): OfVideo {
  const account = useView(({ info }) => info.accounts.find(({ id }) => id === account_id))
  const isReport = useReport() !== null
  const canRead = isReport || (account !== undefined && hasVideos(account))
  const query = useQuery(...videoOf(account_id, player.id, canRead))
  const { failure, refetch } = query
  return { canRead, video: query.value?.base, drafted: query.value?.shown, failure, refetch }
}
