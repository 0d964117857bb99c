import type { ComparisonGroup } from '../../api/comparison-group.ts'
import { exactDifference, truncatedPercent, truncatedRate } from '../../api/statistics.ts'
import { column, columnsOf, type Known, tableOf } from '../../tables/measures.ts'
import { type Cell, missing, type Table } from '../../tables/table.ts'
import { combinedAge } from '../../time/age.ts'
import { spanOf } from '../../time/period.ts'
import { retentionCurve } from '../player/curves/curve.ts'
import {
  AB_METRICS,
  type AbChoice,
  type AbDecision,
  type AbMetric,
  type AbSnapshot,
  DEFAULT_GUARDRAILS,
  type StoredAbTest,
} from './ab-test.ts'
import {
  BY_URGENCY,
  currentState,
  type DisplayedState,
  decisionState,
  pastState,
  stateOf,
} from './ab-word.ts'
import { type BothArms, isEngagementMissing, shareIn } from './arms.ts'
import { chancePercent, type Interval, liftInterval, rateOf } from './posterior.ts'
import { isShareFixed, readingOf, splitIn } from './reading.ts'
import { type ArmPair, commonStart, isPartial, lastDay, pairsOf } from './times.ts'
import type { Verdict } from './verdict.ts'

/** What all tables of a test need to know. */
export interface AbAbout {
  group: ComparisonGroup
  choice: AbChoice
  zone: string
  /** A player's name; its id when the player is not in the list. */
  nameOf: (player_id: string) => string
}

export const DEFAULT_CHOICE: AbChoice = {
  primary: 'conversion_rate',
  guardrails: DEFAULT_GUARDRAILS,
}

const NOT_ANY = missing('not-applicable')

const percentOf = (share: number | null): Cell =>
  share === null || !Number.isFinite(share) ? NOT_ANY : truncatedPercent(share * 100)

/** The newest snapshot of each pair of arms. */
const newestIn = (about: Pick<AbAbout, 'group' | 'zone'>, { snapshots }: StoredAbTest) =>
  pairsOf(about.group).flatMap((pair) => newestOf(about, pair, snapshots) ?? [])

/** The state of a test from what is stored of it; null when nothing is stored. */
export function stateOfTest(about: AbAbout, stored: StoredAbTest): DisplayedState | null {
  const { group, choice, zone } = about
  const words = newestIn(about, stored).map((one) => {
    const { verdict } = readingOf(group, one, { metric: choice.primary, ...choice, zone })
    return currentState({ group, zone, state: verdict.state }, one)
  })
  return BY_URGENCY.find((word) => words.includes(word)) ?? null
}

/**
 * The snapshots of two arms in their order, without those of a run before an arm began again, and of days
 * after the end of the test, which are requested while the stored list does not have it.
 */
export function ofPair(
  { group, zone }: Pick<AbAbout, 'group' | 'zone'>,
  pair: ArmPair,
  snapshots: readonly AbSnapshot[],
) {
  const start = commonStart(group, pair)
  return snapshots.filter(
    (one) =>
      one.arms.every(({ player_id }, at) => player_id === pair[at]) &&
      (start === null || one.start === start) &&
      one.day <= lastDay(group, zone, one.asOf),
  )
}

export const newestOf = (...[about, pair, snapshots]: Parameters<typeof ofPair>) =>
  ofPair(about, pair, snapshots).at(-1) ?? null

interface ListAbout extends Pick<AbAbout, 'zone' | 'nameOf'> {
  /** Epoch milliseconds, by which a test has started or not. */
  now: number
}

/** All tests, newest first, as the service lists them. */
export function abTestsTable(
  groups: Known<readonly ComparisonGroup[]> | null,
  tests: Record<string, StoredAbTest>,
  about: ListAbout,
): Table {
  const rows = (groups?.value ?? []).map((group) =>
    testRow(group, tests[group.id] ?? NO_STORED_DATA, about),
  )
  return tableOf([groups], {
    columns: [
      ...columnsOf('text', 'ab_test', 'test_state', 'verdict'),
      column('as_of', 'instant'),
      ...columnsOf('date', 'started', 'finished'),
      ...columnsOf('text', 'arms', 'planned_split'),
      column('decisions', 'count'),
    ],
    rows,
  })
}

export const NO_STORED_DATA: StoredAbTest = { choice: null, decisions: [], snapshots: [] }

function testRow(
  group: ComparisonGroup,
  stored: StoredAbTest,
  { zone, nameOf, now }: ListAbout,
): Cell[] {
  const { players, started_at, finished_at } = group
  const choice = stored.choice ?? DEFAULT_CHOICE
  const state = stateOf(group, { zone, now })
  const isReadable = state !== 'planned' && pairsOf(group).length > 0
  const unread = isReadable ? missing('not-read') : NOT_ANY
  return [
    group.name,
    state,
    stateOfTest({ group, choice, zone, nameOf }, stored) ?? unread,
    combinedAge(newestIn({ group, zone }, stored))?.asOf ?? unread,
    dayOf(started_at),
    dayOf(finished_at),
    players.map(({ player_id }) => nameOf(player_id)).join(' / '),
    players.map(({ traffic_percentage }) => traffic_percentage ?? '?').join(' / '),
    stored.decisions.length,
  ]
}

const dayOf = (wire: string | null | undefined): Cell =>
  wire === '' ? missing('failed') : (wire?.slice(0, 10) ?? NOT_ANY)

/** An upper end of a lift above +1000 % comes from a handful of cases and means nothing. */
export const MOST_LIFT = 10

const ENDS_OF_FEW: [Cell, Cell] = [missing('few-data'), missing('few-data')]

const endsOf = ([low, high]: Interval): [Cell, Cell] =>
  high > MOST_LIFT ? ENDS_OF_FEW : [percentOf(low), percentOf(high)]

/** The same of a decision, which has them in percent. */
const decidedEnds = ({ low, high }: AbDecision): [Cell, Cell] =>
  (high ?? 0) > MOST_LIFT * 100 ? ENDS_OF_FEW : [low ?? NOT_ANY, high ?? NOT_ANY]

const figuresOf = (verdict: Verdict): [lift: Cell, low: Cell, high: Cell, chance: Cell] =>
  verdict.state === 'invalid'
    ? [NOT_ANY, NOT_ANY, NOT_ANY, NOT_ANY]
    : [
        percentOf(verdict.lift),
        ...endsOf(verdict.interval),
        chancePercent(verdict.chance.bIsHigher),
      ]

/** One row per metric, the chosen one first: both rates and their difference. */
export function abSidesTable(snapshot: AbSnapshot | null, about: AbAbout): Table {
  const { primary, guardrails } = about.choice
  const metrics = [primary, ...AB_METRICS.filter((metric) => metric !== primary)]
  return tableOf([snapshot], {
    columns: [
      column('metric', 'text'),
      ...columnsOf('percent', 'rate_a', 'rate_b', 'lift', 'chance_better'),
      column('verdict', 'text'),
      ...columnsOf('percent', 'lasting_low', 'lasting_high', 'once_low', 'once_high'),
      ...columnsOf('count', 'part_a', 'whole_a', 'part_b', 'whole_b'),
    ],
    rows: snapshot ? metrics.map((metric) => sideRow(snapshot, about, { metric, guardrails })) : [],
  })
}

function sideRow(
  snapshot: AbSnapshot,
  { group, zone }: AbAbout,
  options: { metric: AbMetric; guardrails: AbChoice['guardrails'] },
): Cell[] {
  const { pair, verdict } = readingOf(group, snapshot, { ...options, zone })
  const shares = snapshot.arms.map((arm) => ({
    share: shareIn(arm, options.metric),
    absent: arm.pitch_time === 0 ? NOT_ANY : missing('failed'),
  }))
  const rates = shares.map(({ share, absent }): Cell => {
    if (!share) return absent
    const rate = rateOf(share) === null ? null : truncatedRate(share.part, share.whole)
    return rate ?? NOT_ANY
  })
  const counts = shares.flatMap(({ share, absent }): Cell[] =>
    share ? [share.part, share.whole] : [absent, absent],
  )
  const [lift, low, high, chance] = figuresOf(verdict)
  const once =
    verdict.state === 'invalid' ? [NOT_ANY, NOT_ANY] : endsOf(liftInterval(pair.a, pair.b))
  const word = currentState({ group, zone, state: verdict.state }, snapshot)
  const sure = [low, high, ...once]
  return [options.metric, ...rates, lift, chance, word, ...sure, ...counts]
}

/** How the visitors were split, compared with the plan. */
export function abSplitTable(snapshot: AbSnapshot | null, { group, nameOf }: AbAbout): Table {
  const split = snapshot && splitIn(group, snapshot)
  const arms = snapshot?.arms ?? []
  const all = arms.reduce((sum, { views }) => sum + views, 0)
  return tableOf([snapshot], {
    columns: [
      column('name', 'text'),
      column('total_viewed_device_uniq', 'count'),
      column('share_kind', 'text'),
      ...columnsOf('percent', 'planned_share', 'got_share', 'split_chance'),
    ],
    rows: arms.map(({ player_id, views }, at): Cell[] => [
      nameOf(player_id),
      views,
      shareKind(isShareFixed(group, player_id)),
      percentOf((split?.planned[at] ?? NaN) / 100),
      percentOf(views / all),
      percentOf(split?.probability ?? null),
    ]),
  })
}

const shareKind = (isFixed: boolean | null): Cell =>
  isFixed === null ? NOT_ANY : isFixed ? 'fixed' : 'adjusted'

/**
 * The result for the chosen metric at the end of each day that was read. It is as old as the oldest one read
 * before its day was over, because that one lacks a part of its day.
 */
export function abTimeTable(snapshots: readonly AbSnapshot[], about: AbAbout): Table {
  const { group, zone, choice } = about
  const options = { metric: choice.primary, guardrails: choice.guardrails, zone }
  const partial = snapshots.filter((one) => isPartial(group, one, zone))
  const table = tableOf([combinedAge(partial) ?? snapshots.at(-1)], {
    columns: [
      column('date_key', 'date'),
      ...columnsOf('percent', 'lift', 'lasting_low', 'lasting_high', 'chance_better'),
      column('verdict', 'text'),
      column('as_of', 'instant'),
    ],
    rows: snapshots.map((snapshot): Cell[] => {
      const { verdict } = readingOf(group, snapshot, options)
      const word = pastState({ group, zone, state: verdict.state }, snapshot)
      return [snapshot.day, ...figuresOf(verdict), word, snapshot.asOf]
    }),
  })
  const open = spanOf(partial.map(({ day }) => ({ start: day, end: day })))
  return { ...table, open: { own: open, compared: null } }
}

/** Both retention curves and their difference in percentage points, one row per second of the longer video. */
export function abRetentionTable(answer: BothArms | null): Table {
  // Zeros after a lookup gap are missing data, not a curve.
  const isLost = answer?.value.some(isEngagementMissing) ?? false
  const known = isLost ? null : answer
  const curves = (known?.value ?? []).map((arm) =>
    retentionCurve(arm.engagement, { duration: arm.video_duration }),
  )
  const seconds = Math.max(0, ...curves.map(({ length }) => length))
  return tableOf([known], {
    columns: [
      column('second', 'second'),
      ...columnsOf('percent', 'reached_a', 'reached_b', 'reached_difference'),
    ],
    rows: Array.from({ length: seconds }, (_, second): Cell[] => {
      const [a, b] = curves.map((curve) => reachedAt(curve, second))
      return [second, a ?? NOT_ANY, b ?? NOT_ANY, differenceOf(a, b)]
    }),
  })
}

function reachedAt(curve: readonly number[], second: number): number | undefined {
  const reached = curve[second]
  if (reached === undefined) return undefined
  return truncatedRate(reached, curve[0] ?? 0) ?? undefined
}

const differenceOf = (a: number | undefined, b: number | undefined): Cell =>
  a === undefined || b === undefined ? NOT_ANY : exactDifference(b, a)

export function abDecisionsTable(
  decisions: readonly AbDecision[],
  { group, zone, nameOf }: AbAbout,
): Table {
  return {
    columns: [
      column('decided_at', 'instant'),
      ...columnsOf('text', 'who', 'hypothesis', 'why', 'arms', 'metric', 'verdict'),
      ...columnsOf('percent', 'lift', 'lasting_low', 'lasting_high', 'chance_better'),
      ...columnsOf('count', 'guardrail_days', 'guardrail_conversions'),
      ...columnsOf('percent', 'guardrail_probability', 'guardrail_smallest_lift', 'guardrail_loss'),
      column('as_of', 'instant'),
    ],
    rows: decisions.map((one): Cell[] => [
      one.at,
      one.who,
      one.hypothesis,
      one.why,
      one.arms.map(nameOf).join(' / '),
      one.primary,
      decisionState({ group, zone, state: one.state }, one.asOf),
      one.lift ?? NOT_ANY,
      ...decidedEnds(one),
      one.chance ?? NOT_ANY,
      one.guardrails.days,
      one.guardrails.conversions,
      one.guardrails.probability,
      one.guardrails.smallestLift,
      one.guardrails.loss,
      one.asOf,
    ]),
    totals: null,
    asOf: decisions[0]?.at ?? null,
  }
}

/** The days on which both arms ran, partial days included. */
export const daysOfTest = ({ start, day }: Pick<AbSnapshot, 'start' | 'day'>) => ({
  start: start.slice(0, 10),
  end: day,
})
