import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ComparisonGroup } from '../../../../shared/api/comparison-group.ts'
import type { Player } from '../../../../shared/api/player.ts'
import type { Answer } from '../../../../shared/features/analytics/answer.ts'
import {
  type CurveAbout,
  type CurveChoice,
  curveFrom,
  type NoCurve,
  requestOf,
} from '../../../../shared/features/player/curves/choice.ts'
import type { Curve } from '../../../../shared/features/player/curves/curve.ts'
import type { Overlay } from '../../../../shared/features/player/curves/view.ts'
import type { CompareEntry } from '../../../../shared/features/player/curves.ts'
import { valueName } from '../../../../shared/model/country.ts'
import { type Named, namesApart } from '../../../../shared/model/ids.ts'
import type { Missing } from '../../../../shared/tables/table.ts'
import type { Period } from '../../../../shared/time/period.ts'
import { useAnalyticsQuery } from '../../../analytics-query.ts'
import { isLoading, type QueryResult } from '../../../query.ts'
import { type Format, useFormat } from '../../../ui/format.ts'
import { useListedTests } from '../../../ui/listed-tests.ts'
import { usePlayer } from '../../../use-player.ts'
import type { About } from '../queries.ts'
import { useCurvesView } from '../use-curves-view.ts'

export interface Compared {
  slot: number
  /** Null for the player's own curve of the period. */
  choice: CurveChoice | null
  name: string
  curve: Curve | null
  /** Why a response has no curve. */
  why: NoCurve | null
  query: QueryResult<Answer<unknown>>
  /** Requests from the service, even when there is a stored answer. */
  refresh: () => void
}

const SLOTS = [1, 2, 3] as const

type Shown = Overlay & { choice: CurveChoice }

const BY_DEFAULT: readonly Overlay[] = [{ slot: 1, choice: null, name: '' }]

/**
 * The curves to compare with the player's own; until the user chooses, that of the comparison
 * period.
 */
export function useOverlays(about: About) {
  const { comparison } = about
  const { value, set, failure } = useCurvesView(about, 'overlays')
  const chosen = value ?? BY_DEFAULT
  const overlays = useMemo(() => shownOf(chosen, comparison), [chosen, comparison])
  return {
    overlays,
    failure,
    isFull: overlays.length === SLOTS.length,
    has: (choice: CurveChoice) =>
      overlays.some((one) => JSON.stringify(one.choice) === JSON.stringify(choice)),
    add: (choice: CurveChoice, name: string) => set(withCurve(chosen, { choice, name })),
    remove: (slot: number) => set(chosen.filter((one) => one.slot !== slot)),
  }
}

/** The chosen curves with their days; that of the comparison period is left out while there is none. */
export const shownOf = (chosen: readonly Overlay[], comparison: Period | null) =>
  chosen.flatMap((one): Shown[] => {
    const choice = one.choice ?? (comparison && { kind: 'period', period: comparison })
    return choice ? [{ ...one, choice }] : []
  })

/**
 * Adds a curve in the first free slot. That of the comparison period is kept while it is not shown, and only
 * when all slots are taken it makes way. Unchanged when none can.
 */
export function withCurve(
  chosen: readonly Overlay[],
  added: { choice: CurveChoice; name: string },
): Overlay[] {
  const kept =
    chosen.length < SLOTS.length ? chosen : chosen.filter(({ choice }) => choice !== null)
  const slot = SLOTS.find((one) => !kept.some((other) => other.slot === one))
  if (slot === undefined) return [...chosen]
  return [...kept, { slot, ...added }].sort((a, b) => a.slot - b.slot)
}

/** The player's own curve and the compared ones, each with its own response or failure. */
export function useOverlaidCurves(
  about: About,
  players: readonly Player[],
  overlays: readonly Shown[],
): Compared[] {
  const at = (slot: number) => overlays.find((one) => one.slot === slot)
  const named = useMemo(() => ({ players, names: namesApart(players) }), [players])
  const own = useCurve(about, named, null)
  const first = useCurve(about, named, at(1))
  const second = useCurve(about, named, at(2))
  const third = useCurve(about, named, at(3))
  return [own, first, second, third].filter((one) => one !== null)
}

/** Undefined when its slot is empty; null for the player's own curve. */
function useCurve(
  about: About,
  { players, names }: { players: readonly Player[]; names: readonly Named[] },
  overlay: Shown | null | undefined,
): Compared | null {
  const { t } = useTranslation('compare')
  const format = useFormat()
  const { period } = about
  const choice = overlay?.choice ?? null
  const { of, query } = useCurveQuery(about, players, overlay === undefined ? undefined : choice)
  const value = query.value?.value
  const read = useMemo(
    () => (value === undefined ? null : curveFrom(choice, value, of)),
    [value, choice, of],
  )
  const listed = { players: names, tests: of.tests }
  if (overlay === undefined) return null
  return {
    ...(overlay
      ? { slot: overlay.slot, choice, name: nameOf(overlay, listed, { ...format, t }) }
      : { slot: 0, choice, name: t('own', { days: format.dateRange(period) }) }),
    ...(typeof read === 'string' ? { curve: null, why: read } : { curve: read, why: null }),
    query,
    refresh: query.refetch,
  }
}

interface Listed {
  players: readonly Named[]
  tests: readonly Named[]
}

interface Wording extends Pick<Format, 'dateRange' | 'language'> {
  t: TFunction<'compare'>
}

/**
 * What a curve is called now, in the language of the screen. Where a player or a test is not listed any more, it
 * keeps the name that it had when it was chosen.
 */
export function nameOf(
  { choice, name }: Shown,
  { players, tests }: Listed,
  { dateRange, language, t }: Wording,
): string {
  switch (choice.kind) {
    case 'period':
      return dateRange(choice.period)
    case 'segment':
      return valueName(choice.field, choice.value, language)
    case 'player':
      return nameIn(players, choice.player_id) ?? name
    case 'arm': {
      const test = nameIn(tests, choice.group_id)
      const player = nameIn(players, choice.player_id)
      return test === undefined || player === undefined ? name : t('armOf', { test, player })
    }
  }
}

const nameIn = (listed: readonly Named[], of: string) => listed.find(({ id }) => id === of)?.name

/** The query for a chosen curve, and what it is about; undefined disables it. */
function useCurveQuery(
  { account_id, player, period, zone }: About,
  players: readonly Player[],
  choice: CurveChoice | null | undefined,
): { of: CurveAbout; query: QueryResult<Answer<unknown>> } {
  const { tests, unread } = useTests({ account_id, zone }, choice?.kind === 'arm')
  const player_id = choice?.kind === 'player' ? choice.player_id : null
  const chosen = usePlayer(account_id, player_id, players)
  const of = useMemo(
    () => ({
      ...{ player, period, timezone: zone, tests },
      players: chosen ? [chosen] : [],
    }),
    [player, period, zone, chosen, tests],
  )
  const isUnread = unread !== null || (player_id !== null && !chosen)
  const request = choice === undefined || isUnread ? null : requestOf(choice, of)
  const curve = useAnalyticsQuery(account_id, request)
  return { of, query: unread ?? curve }
}

const NO_TESTS: readonly ComparisonGroup[] = []

/** The account's tests, which an arm's dates are from; while they are needed and unread, their query. */
function useTests({ account_id, zone }: Pick<About, 'account_id' | 'zone'>, isNeeded: boolean) {
  const query = useListedTests(account_id, zone, isNeeded)
  // Older reports lack the list: the curves of their arms have no end.
  const isRead = query.value !== undefined || query.failure?.kind === 'not-in-report'
  return { tests: query.value?.value ?? NO_TESTS, unread: isNeeded && !isRead ? query : null }
}

type Read = Pick<Compared, 'choice' | 'curve' | 'why' | 'query'>

/** A compared curve in the form that the shared table takes. */
export const entryOf = (read: Read): CompareEntry => ({
  choice: read.choice,
  curve: read.curve,
  why: whyNot(read),
  age: read.query.value ?? null,
})

function whyNot(read: Read): Missing {
  if (read.why) return 'not-applicable'
  if (isLoading(read.query)) return 'loading'
  return read.query.failure?.kind === 'offline' ? 'not-downloaded' : 'failed'
}
