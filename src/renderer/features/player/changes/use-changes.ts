import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { requestsAbout } from '../../../../shared/features/analytics/requests.ts'
import {
  type ChangeAnnotation,
  changeAnnotations,
} from '../../../../shared/features/annotations/annotation.ts'
import type { HistoryEntry } from '../../../../shared/features/publishing/edit.ts'
import { unfinishedDay } from '../../../../shared/features/publishing/effect.ts'
import { type EffectSide, sumsOfDays } from '../../../../shared/features/publishing/effect-table.ts'
import type { DaysAged } from '../../../../shared/time/age.ts'
import type { Period } from '../../../../shared/time/period.ts'
import { useAnalyticsQuery } from '../../../analytics-query.ts'
import { isLoading, useQuery } from '../../../query.ts'
import { useFormat } from '../../../ui/format.ts'
import { useNow } from '../../../ui/freshness.tsx'
import { type About, historyOf, videoOf } from '../queries.ts'
import { type ChangeWords, changeLine, useChangeWords } from './use-change-words.ts'

export interface Changes {
  /** All known changes on the service, oldest first. */
  all: ChangeAnnotation[]
  /** Those made with this app, which the charts mark. */
  posted: ChangeAnnotation[]
  /** Those of them on days of the period. */
  inPeriod: ChangeAnnotation[]
  open: (keys: readonly string[]) => void
  words: ChangeWords
}

/** The changes of a player's video, which has the same id. */
export function useChanges(about: About, open: Changes['open']): Changes {
  const { account_id, player, period, zone } = about
  const history = useQuery(...historyOf(account_id, player.id)).value
  // Only for the names of items: without a stored video they are named by their ids.
  const hasHistory = (history ?? NOTHING).length > 0
  const opened = useQuery(...videoOf(account_id, player.id, hasHistory)).value
  const words = useChangeWords(account_id, opened, history ?? NOTHING)
  const textOf = useTextOf(words)
  return useMemo(() => {
    const all = changeAnnotations(history ?? NOTHING, zone, textOf)
    const posted = all.filter(({ kind }) => kind !== 'seen')
    const inPeriod = posted.filter(({ day }) => period.start <= day && day <= period.end)
    return { all, posted, inPeriod, open, words }
  }, [history, zone, textOf, period, open, words])
}

const NOTHING: HistoryEntry[] = []

function useTextOf(words: ChangeWords) {
  const { t } = useTranslation('changes')
  return useMemo(
    () => (entries: readonly HistoryEntry[]) => {
      const [first, ...more] = entries
      const line = first ? changeLine(words(first)) : ''
      const text = more.length > 0 ? t('more', { text: line, count: more.length }) : line
      const notes = [...new Set(entries.flatMap(({ note }) => note ?? []))]
      return notes.length > 0 ? t('noted', { text, notes: notes.join('; ') }) : text
    },
    [t, words],
  )
}

/** Text for the button of some marks. */
export function useMarkLabel(changes: readonly ChangeAnnotation[]) {
  const { t } = useTranslation('changes')
  const format = useFormat()
  return (keys: readonly string[]) => {
    const marked = changes.filter(({ key }) => keys.includes(key))
    const days = [...new Set(marked.map(({ day }) => format.date(day)))]
    const text = marked.map((change) => change.text).join('; ')
    return t('open', { count: marked.length, when: days.join(', '), text })
  }
}

export interface QueriedSide extends EffectSide {
  /** Epoch milliseconds of the figures shown; null while there are none. */
  asOf: number | null
  query: ReturnType<typeof useAnalyticsQuery<'stats'>>
  isLoading: boolean
}

/** The figures of one compared period; if they cannot be loaded, the sums of its stored days. */
export function useSide({ account_id, player, zone }: About, period: Period): QueriedSide {
  const { stats, statsByDay } = requestsAbout(player, period, zone)
  const query = useAnalyticsQuery(account_id, stats)
  const needsDays = query.failure !== undefined && !query.value
  const days = useAnalyticsQuery(account_id, needsDays ? statsByDay : null)
  const asked = { query, isLoading: isLoading(needsDays ? days : query) }
  const ageOf = (read: DaysAged) => ({
    asOf: read.asOf,
    unfinishedDay: unfinishedDay(period, zone, read),
  })
  const now = useNow()
  if (query.value) {
    return { period: query.value.value, sums: null, ...ageOf(query.value), ...asked }
  }
  const sums = days.value ? sumsOfDays(days.value.value, period, player, { zone, now }) : null
  if (!sums || !days.value) return { period: null, sums: null, asOf: null, ...asked }
  return { period: null, sums, ...ageOf(days.value), ...asked }
}
