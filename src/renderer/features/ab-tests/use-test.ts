import { useEffect, useMemo } from 'react'
import type { ComparisonGroup } from '../../../shared/api/comparison-group.ts'
import type {
  AbChoice,
  AbSnapshot,
  StoredAbTest,
} from '../../../shared/features/ab-tests/ab-test.ts'
import { bothArms } from '../../../shared/features/ab-tests/arms.ts'
import { type AbAbout, daysOfTest, newestOf } from '../../../shared/features/ab-tests/table.ts'
import {
  type ArmPair,
  comparisonRequest,
  lastDay,
} from '../../../shared/features/ab-tests/times.ts'
import type { Answer } from '../../../shared/features/analytics/answer.ts'
import { requestsAbout } from '../../../shared/features/analytics/requests.ts'
import { namesIn } from '../../../shared/model/ids.ts'
import type { Table } from '../../../shared/tables/table.ts'
import { cellText } from '../../../shared/tables/titles.ts'
import { useAnalyticsQuery } from '../../analytics-query.ts'
import { call } from '../../bridge.ts'
import { useFormat } from '../../ui/format.ts'
import { useNow } from '../../ui/freshness.tsx'
import { usePlayer } from '../../use-player.ts'

/** What the parts of the screen need to know about the test. */
export interface About extends AbAbout {
  account_id: string
  pair: ArmPair
  stored: StoredAbTest
  choice: AbChoice
  onRead: () => void
}

const usePlayers = (account_id: string) =>
  useAnalyticsQuery(account_id, { name: 'players', input: {} }).value?.value

/** Returns a function for a player's name; its id when the list does not contain it. */
export function useNameOf(account_id: string) {
  const players = usePlayers(account_id)
  return useMemo(() => namesIn(players ?? []), [players])
}

export interface TestProps {
  /** Refetches the locally stored data, to which an answer has added a snapshot. */
  onRead: () => void
  account_id: string
  zone: string
  group: ComparisonGroup
  stored: StoredAbTest
  nameOf: (player_id: string) => string
}

/** The last day to request, updated as time passes. */
export function useLastDay({ group, zone }: Pick<TestProps, 'group' | 'zone'>) {
  return lastDay(group, zone, useNow(60_000))
}

/** The result of a pair up to now; the newest stored one offline, and when the service leaves out a variant. */
export function useReading(props: TestProps, pair: ArmPair) {
  const { account_id, zone, group, stored } = props
  const today = useLastDay({ group, zone })
  const newest = useMemo(
    () => newestOf({ group, zone }, pair, stored.snapshots),
    [group, zone, pair, stored.snapshots],
  )
  const query = useComparison(account_id, comparisonRequest(group, pair, { zone, day: today }))
  const { onRead } = props
  const asOf = query.value?.asOf
  useEffect(() => {
    if (asOf !== undefined) onRead()
  }, [asOf, onRead])
  const isLacking = query.value !== undefined && bothArms(query.value, pair) === null
  const isNone = isLacking || (query.failure !== undefined && query.value === undefined)
  const isOld = isNone && newest !== null
  const older = useComparison(
    account_id,
    isOld ? comparisonRequest(group, pair, { zone, day: newest.day }) : null,
  )
  const shown = isOld ? older : query
  // The answer of which the stored result is may have been replaced by one that lacks a variant.
  const isReplaced = isOld && bothArms(older.value, pair) === null
  const age = isReplaced ? storedAge(newest) : shown.value
  return { query: shown, newest, isOld, isLacking, age }
}

const storedAge = (value: AbSnapshot): Answer<AbSnapshot> => {
  const { asOf } = value
  return { value, asOf, from: 'store', isSettled: false, trouble: null }
}

type Query = NonNullable<ReturnType<typeof comparisonRequest>>

const useComparison = (account_id: string, input: Query | null) =>
  useAnalyticsQuery(account_id, input && { name: 'comparisonStats', input })

/** Requests the comparison from the service, even when there is a stored answer. */
export const refetch = (account_id: string, request: Query) =>
  call.analytics.comparisonStats({ ...request, account_id, refresh: true })

/** The daily rows of both arms over the days of the test. */
export function useDays({ account_id, zone, pair }: About, newest: AbSnapshot | null) {
  const players = usePlayers(account_id)
  return [useDaysOf(pair[0]), useDaysOf(pair[1])] as const

  function useDaysOf(id: string) {
    const player = usePlayer(account_id, id, players)
    const requests = player && newest && requestsAbout(player, daysOfTest(newest), zone)
    return useAnalyticsQuery(account_id, requests?.statsByDay ?? null)
  }
}

/** A shared table with translated codes. */
export function useTranslatedCells(table: Table) {
  const { language } = useFormat()
  return useMemo(() => {
    const rows = table.rows.map((row) =>
      row.map((cell, at) =>
        typeof cell === 'string' ? cellText(table.columns[at]?.key ?? '', cell, language) : cell,
      ),
    )
    return { ...table, rows }
  }, [table, language])
}
