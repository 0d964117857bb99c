import { useCallback, useEffect, useMemo } from 'react'
import type { ComparisonGroup } from '../../../shared/api/comparison-group.ts'
import type {
  AbChoice,
  AbSnapshot,
  StoredAbTest,
} from '../../../shared/features/ab-tests/ab-test.ts'
import {
  type ArmPair,
  comparisonRequest,
  lastDay,
} from '../../../shared/features/ab-tests/reading.ts'
import type { AbDays } from '../../../shared/features/ab-tests/revenue-table.ts'
import { type AbAbout, daysOfTest, newestOf } from '../../../shared/features/ab-tests/table.ts'
import { requestsAbout } from '../../../shared/features/analytics/requests.ts'
import type { Table } from '../../../shared/tables/table.ts'
import { cellText } from '../../../shared/tables/titles.ts'
import { call } from '../../bridge.ts'
import { useQuery } from '../../query.ts'
import { useFormat } from '../../ui/format.ts'
import { useNow } from '../../ui/freshness.tsx'

/** What the parts of the screen need to know about the test. */
export interface About extends AbAbout {
  account_id: string
  pair: ArmPair
  stored: StoredAbTest
  choice: AbChoice
  onRead: () => void
}

const usePlayers = (account_id: string) =>
  useQuery(`ab players ${account_id}`, () => call.analytics.players({ account_id }), ['analytics'])
    .value?.value

/** Returns a function for a player's name; its id when the list does not contain it. */
export function useNameOf(account_id: string) {
  const players = usePlayers(account_id)
  return useCallback(
    (player_id: string) => players?.find(({ id }) => id === player_id)?.name ?? player_id,
    [players],
  )
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

/** The result of a pair up to now; offline, the newest stored one. */
export function useReading(props: TestProps, pair: ArmPair) {
  const { account_id, zone, group, stored } = props
  const today = useLastDay({ group, zone })
  const newest = useMemo(() => newestOf(stored.snapshots, pair), [stored.snapshots, pair])
  const query = useComparison(account_id, comparisonRequest(group, pair, { zone, day: today }))
  const { onRead } = props
  const asOf = query.value?.asOf
  useEffect(() => {
    if (asOf !== undefined) onRead()
  }, [asOf, onRead])
  const isNone = query.failure !== undefined && query.value === undefined
  const isOld = isNone && newest !== null && newest.day !== today
  const older = useComparison(
    account_id,
    isOld ? comparisonRequest(group, pair, { zone, day: newest.day }) : null,
  )
  return { query: isOld ? older : query, newest, isOld }
}

type Query = NonNullable<ReturnType<typeof comparisonRequest>>

function useComparison(account_id: string, request: Query | null) {
  return useQuery(request && JSON.stringify([account_id, request]), () => {
    if (!request) throw new TypeError('nothing to ask')
    return call.analytics.comparisonStats({ ...request, account_id })
  }, ['analytics'])
}

/** Requests the comparison from the service, even when there is a stored answer. */
export const refetch = (account_id: string, request: Query) =>
  call.analytics.comparisonStats({ ...request, account_id, refresh: true })

/** The daily rows of both arms over the days of the test. */
export function useDays({ account_id, zone, pair }: About, newest: AbSnapshot | null) {
  const players = usePlayers(account_id)
  const a = useDaysOf(pair[0])
  const b = useDaysOf(pair[1])
  const known = [a, b].map((one): AbDays => one.value ?? null)
  return { days: [known[0] ?? null, known[1] ?? null] as const, query: [a, b] as const }

  function useDaysOf(id: string) {
    const player = players?.find((one) => one.id === id)
    const input =
      player && newest && requestsAbout(player, daysOfTest(newest), zone).statsByDay.input
    return useQuery(input ? JSON.stringify([account_id, 'statsByDay', input]) : null, () => {
      if (!input) throw new TypeError('nothing to ask')
      return call.analytics.statsByDay({ ...input, account_id })
    }, ['analytics'])
  }
}

/** A shared table with translated codes. */
export function useShownTable(table: Table) {
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
