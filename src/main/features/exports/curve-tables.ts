import type { ComparisonGroup } from '../../../shared/api/comparison-group.ts'
import { startOf } from '../../../shared/features/ab-tests/times.ts'
import type { RequestOf } from '../../../shared/features/exports/request.ts'
import { callWindows, callWindowsTable } from '../../../shared/features/player/call-windows.ts'
import {
  type CurveAbout,
  type CurveChoice,
  curveFrom,
  requestOf,
} from '../../../shared/features/player/curves/choice.ts'
import { type CompareEntry, curvesTable } from '../../../shared/features/player/curves.ts'
import { fieldDaysTable } from '../../../shared/features/player/field-days.ts'
import { marksTable } from '../../../shared/features/player/marks.ts'
import { pitchTrialTable } from '../../../shared/features/player/pitch-trial.ts'
import { namesIn } from '../../../shared/model/ids.ts'
import { dayEndsAt } from '../../../shared/time/period.ts'
import {
  type AboutPlayer,
  type Builders,
  knownPlayer,
  ofPlayer,
  requestsFor,
  stored,
  storedTests,
} from './builder.ts'

/** The tables of a player's curves, from stored answers. */
export const CURVE_TABLES: Builders<
  'curves' | 'call_windows' | 'marks' | 'field_days' | 'pitch_trial'
> = {
  curves: ofPlayer(async (request, about) => {
    const tests = (await storedTests(about))?.value ?? []
    return {
      table: curvesTable(await entries(request, about, tests), request.by),
      filters: curveFilters(request, tests, about),
    }
  }),
  call_windows: ofPlayer(async (request, about) => {
    const { account_id, player, timezone, readVideo } = about
    const requests = requestsFor(request, about)
    const video = await readVideo(account_id, player.id, dayEndsAt(request.period.end, timezone))
    const engagement = await stored(about, requests.userEngagement)
    const clicks = await stored(about, requests.clicksTimed)
    return { table: callWindowsTable(callWindows(video ?? {}), engagement, clicks) }
  }),
  field_days: ofPlayer(async (request, about) => {
    const { field } = request
    const answer = await stored(about, requestsFor(request, about).statsByFieldByDay(field))
    return { table: fieldDaysTable(answer, about.player), filters: { field } }
  }),
  pitch_trial: ofPlayer(async (request, about) => {
    const { player } = about
    const requests = requestsFor(request, about)
    const engagement = await stored(about, requests.userEngagement)
    const clicks = await stored(about, requests.clicksTimed)
    const sales = await stored(about, requests.conversionsTimed)
    const { trial } = request
    return { table: pitchTrialTable({ engagement, clicks, sales }, { player, trial }) }
  }),
  marks: ofPlayer(async (request, about) => {
    const { comparison } = request
    const requests = requestsFor(request, about)
    const before = comparison && requestsFor({ period: comparison }, about).userEngagement
    const metrics = await stored(about, requests.customMetrics)
    const compared = before && (await stored(about, before))
    const engagement = await stored(about, requests.userEngagement)
    const markers = await about.readMarkers(about.account_id, about.player.id)
    return { table: marksTable({ metrics, markers, engagement }, compared) }
  }),
}

type Tests = readonly ComparisonGroup[]
type Arm = Extract<CurveChoice, { kind: 'arm' }>

async function entries({ period, choices }: RequestOf<'curves'>, about: AboutPlayer, tests: Tests) {
  const { player, timezone } = about
  const chosen = choices.flatMap((one) => (one.kind === 'player' ? [one.player_id] : []))
  const players = await Promise.all(chosen.map((id) => knownPlayer(about, id)))
  const of: CurveAbout = { player, period, timezone, players, tests }
  return Promise.all([null, ...choices].map((choice) => entryOf(choice, of, about)))
}

async function entryOf(
  choice: CurveChoice | null,
  of: CurveAbout,
  { read, account_id }: AboutPlayer,
): Promise<CompareEntry> {
  const { name, input } = requestOf(choice, of)
  const answer = await read(account_id, name, { ...input })
  if (!answer) return { choice, curve: null, why: 'not-downloaded', age: null }
  const curve = curveFrom(choice, answer.value, of)
  return typeof curve === 'string'
    ? { choice, curve: null, why: 'not-applicable', age: answer }
    : { choice, curve, why: 'not-applicable', age: answer }
}

/** Describes each curve, since the column names only number them. */
function curveFilters(
  { by, choices }: RequestOf<'curves'>,
  tests: Tests,
  { players }: Pick<AboutPlayer, 'players'>,
) {
  const nameOf = namesIn(players)
  const named = choices.map((choice, index) => [
    `curve_${index + 2}`,
    worded(choice, tests, nameOf),
  ])
  return { by, ...Object.fromEntries(named) }
}

function worded(choice: CurveChoice, tests: Tests, nameOf: (player_id: string) => string): string {
  switch (choice.kind) {
    case 'period':
      return `${choice.period.start}..${choice.period.end}`
    case 'player':
      return nameOf(choice.player_id)
    case 'segment':
      return `${choice.field} = ${choice.value}`
    case 'arm':
      return `${testName(choice, tests)} / ${nameOf(choice.player_id)}${timesOf(choice, tests)}`
  }
}

const testName = ({ group_id }: Arm, tests: Tests) =>
  tests.find(({ id }) => id === group_id)?.name || group_id

/** An arm's own times in its test, which its curve is of instead of the period. */
function timesOf({ group_id, player_id }: Arm, tests: Tests): string {
  const group = tests.find(({ id }) => id === group_id)
  const start = group && startOf(group, player_id)
  return start ? `, ${start}..${group.finished_at ?? ''}` : ''
}
