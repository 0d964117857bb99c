import { beforeAll, expect, test } from 'vitest'
import type { About } from '../../../../src/main/features/exports/builder.ts'
import { CURVE_TABLES } from '../../../../src/main/features/exports/curve-tables.ts'
import { aboutText } from '../../../../src/main/features/exports/facts.ts'
import type { ComparisonGroup } from '../../../../src/shared/api/comparison-group.ts'
import type { Player } from '../../../../src/shared/api/player.ts'
import {
  comparisonRequest,
  pairsOf,
  startOf,
  testsIn,
} from '../../../../src/shared/features/ab-tests/times.ts'
import { requestsAbout } from '../../../../src/shared/features/analytics/requests.ts'
import type { RequestOf } from '../../../../src/shared/features/exports/request.ts'
import {
  callWindows,
  callWindowsTable,
} from '../../../../src/shared/features/player/call-windows.ts'
import { ALIGNMENTS } from '../../../../src/shared/features/player/curves/align.ts'
import {
  type CurveChoice,
  curveFrom,
  requestOf,
} from '../../../../src/shared/features/player/curves/choice.ts'
import { curvesTable } from '../../../../src/shared/features/player/curves.ts'
import { fieldDaysTable } from '../../../../src/shared/features/player/field-days.ts'
import { marksTable } from '../../../../src/shared/features/player/marks.ts'
import type { Language } from '../../../../src/shared/locales/languages.ts'
import { isMissing, missing } from '../../../../src/shared/tables/table.ts'
import { addDays, type Period, todayIn } from '../../../../src/shared/time/period.ts'
import { testClock } from '../../../support/clock.ts'
import { type ConnectedDesk, connectedDesk } from '../../../support/connected.ts'
import { finishedTest } from '../../../support/pick.ts'
import { sameInFiles } from '../../../support/same-table.ts'

const timezone = 'America/Sao_Paulo'
const now = testClock.now()
const today = todayIn(timezone, now)
const period: Period = { start: addDays(today, -20), end: addDays(today, -7) }
const comparison: Period = { start: addDays(today, -34), end: addDays(today, -21) }
let desk: ConnectedDesk
let players: Player[]
let tests: ComparisonGroup[]

beforeAll(async () => {
  desk = await connectedDesk({
    timezone,
    service: { players: 20, days: 90, seed: 3, now: () => now },
  })
  const listed = await ask<Player[]>('players', {})
  const asked = await answered<ComparisonGroup[]>('comparisonGroups', { timezone })
  tests = testsIn(asked, timezone).value
  // The oldest first: they have figures on all of the days.
  players = listed.toSorted((a, b) => a.created_at.localeCompare(b.created_at))
})

const account = () => ({ account_id: desk.account.id })

/** What the window is told. */
async function answered<T>(name: string, input: object): Promise<{ value: T; asOf: number }> {
  const { analytics } = desk.handlers as unknown as {
    analytics: Record<string, (asked: object) => Promise<{ value: T; asOf: number }>>
  }
  const read = analytics[name]
  if (!read) throw new Error(`no ${name}`)
  return read({ ...input, ...account() })
}
const ask = async <T>(name: string, input: object) => (await answered<T>(name, input)).value

const playerAt = (place: number) => {
  const player = players[place]
  if (!player) throw new Error(`no player ${place}`)
  return player
}

/** An arm of a test that has sessions in it, as a person would add it. */
function anArm() {
  const { id, players } = finishedTest(desk.service)
  return { kind: 'arm', group_id: id, player_id: players[0]?.id ?? '' } as const
}

async function entries(player: Player, choices: readonly CurveChoice[]) {
  const of = { player, period, timezone, players, tests }
  return Promise.all(
    [null, ...choices].map(async (choice) => {
      const { name, input } = requestOf(choice, of)
      const { value, asOf } = await answered(name, input)
      const curve = curveFrom(choice, value, of)
      return {
        choice,
        curve: typeof curve === 'string' ? null : curve,
        why: 'not-applicable',
        age: { asOf },
      } as const
    }),
  )
}

test('compared curves of each alignment are in the file as on screen, an arm and a segment among them', async () => {
  const player = playerAt(0)
  const about = requestsAbout(player, period, timezone)
  const fields = await ask<{ grouped_field: string }[]>(
    'statsByField',
    about.statsByField('country').input,
  )
  const value = fields.find(({ grouped_field }) => grouped_field !== '')?.grouped_field ?? ''
  const choices: CurveChoice[] = [
    { kind: 'period', period: comparison },
    { kind: 'segment', field: 'country', value },
    anArm(),
  ]
  const shown = await entries(player, choices)
  expect(shown.map(({ curve }) => curve === null)).toEqual([false, false, false, false])
  const ofPlayer = { ...account(), player_id: player.id, period }
  for (const by of ALIGNMENTS) {
    const table = curvesTable(shown, by)
    expect(table.rows.length).toBeGreaterThan(100)
    await sameInFiles(desk, { table: 'curves', ...ofPlayer, by, choices }, table)
  }
})

test('players of one name are told apart by their ids, also where a file says which curve is whose', async () => {
  const [own, ...others] = players.slice(0, 3).map((player) => ({ ...player, name: 'VSL' }))
  const request = {
    ...{ table: 'curves', player_id: own?.id ?? '', period, by: 'second' },
    choices: others.map(({ id }) => ({ kind: 'player', player_id: id })),
  } as RequestOf<'curves'>
  const about = { players: [own, ...others], player: own, timezone, read: async () => null }
  const { filters } = await CURVE_TABLES.curves(request, about as unknown as About)
  const [second, third] = others.map(({ id }) => `VSL (${id})`)
  expect(filters).toEqual({ by: 'second', curve_2: second, curve_3: third })
})

test('an arm whose engagement is zeroed has no curve in the file, not one of zeros', async () => {
  const arm = anArm()
  const player = playerAt(0)
  const of = { player, period, timezone, players, tests }
  desk.service.setFaults([
    { match: { path: '/comparison_groups/stats' }, action: { kind: 'lookup-gap', item: 'every' } },
  ])
  const { name, input } = requestOf(arm, of)
  const value = await ask(name, { ...input, refresh: true })
  desk.service.setFaults([])
  expect(curveFrom(arm, value, of)).toBe('zeroed')
  const shown = await entries(player, [arm])
  const table = curvesTable(shown, 'second')
  const second = table.columns.findIndex(({ key }) => key === 'percent_reached_2')
  expect(table.rows[0]?.[second]).toEqual(missing('not-applicable'))
  const request = { ...account(), player_id: player.id, period, by: 'second' as const }
  await sameInFiles(desk, { table: 'curves', ...request, choices: [arm] }, table)
  // Asked again when the gap is over, the curve is there.
  expect(curveFrom(arm, await ask(name, { ...input, refresh: true }), of)).not.toBeTypeOf('string')
})

test('the curve of an arm of a finished test has the sessions that the test itself has', async () => {
  const arm = anArm()
  const group = tests.find(({ id }) => id === arm.group_id)
  const pair = group && pairsOf(group)[0]
  const whole = group && pair && comparisonRequest(group, pair, { zone: timezone, day: today })
  if (!whole) throw new Error('no finished test')
  const of = { player: playerAt(0), period, timezone, players, tests }
  const asked = requestOf(arm, of)
  expect(asked.input).toMatchObject({ items: [{ end_date: group.finished_at }] })
  const sessions = async (input: object) => {
    const curve = curveFrom(arm, await ask('comparisonStats', input), of)
    return typeof curve === 'string' ? curve : curve.reached[0]
  }
  expect(await sessions(asked.input)).toBe(await sessions(whole))
})

test('the file names the test and the player of an arm, and says of which days it is', async () => {
  const arm = anArm()
  const group = tests.find(({ id }) => id === arm.group_id)
  if (!group) throw new Error('no finished test')
  const player = playerAt(0)
  await entries(player, [arm])
  const request = { ...account(), player_id: player.id, period, by: 'second' as const }
  const { text } = await desk.exported(
    { table: 'curves', ...request, choices: [arm] },
    'spreadsheet',
    'en',
  )
  const start = startOf(group, arm.player_id)
  expect(start).not.toBeNull()
  const name = players.find(({ id }) => id === arm.player_id)?.name
  expect(text).toContain(`${group.name} / ${name}, ${start}..${group.finished_at}`)
})

test('clicks in the windows of calls to action are in the file as on screen', async () => {
  const { videos } = desk.handlers
  await videos.refresh({ ...account(), video_id: null })
  // Half a pair of UTF-16 cannot be written to a file: it becomes another character.
  const found = players.find(({ id }) => {
    const windows = callWindows(desk.service.video.read(id) as never)
    return windows.length > 0 && !windows.some(({ name }) => /[\uD800-\uDFFF]/u.test(name))
  })
  if (!found) throw new Error('no video with a call to action')
  const { userEngagement, clicksTimed } = requestsAbout(found, period, timezone)
  const engagement = await answered(userEngagement.name, userEngagement.input)
  const clicks = await answered(clicksTimed.name, clicksTimed.input)
  const { base: video } = await videos.open({ ...account(), video_id: found.id })
  const table = callWindowsTable(callWindows(video), engagement as never, clicks as never)
  expect(table.rows.length).toBeGreaterThan(0)
  const request = { ...account(), player_id: found.id, period }
  await sameInFiles(desk, { table: 'call_windows', ...request }, table)
  // These days are past: what is posted now was not on the screen then.
  const { edits } = desk.handlers
  const [first] = callWindows(video)
  const place = {
    group: 'call_actions',
    item_id: first?.id ?? '',
    register: 'window.start',
  } as const
  const changes = [{ kind: 'set' as const, ...place, value: (first?.start ?? 0) + 1 }]
  await edits.save({ ...account(), edits: [{ video_id: found.id, changes }] })
  await edits.post({ ...account(), video_ids: null })
  const start = async () => {
    const { base } = await videos.open({ ...account(), video_id: found.id })
    return callWindows(base).find(({ id }) => id === first?.id)?.start
  }
  await expect.poll(start).toBe((first?.start ?? 0) + 1)
  await sameInFiles(desk, { table: 'call_windows', ...request }, table)
})

test('the dictionary of a file says what a call to action without a last second means', () => {
  const items = [{ id: 'call', window: { start: 10, end: null } }]
  const table = callWindowsTable(callWindows({ call_actions: { items } }), null, null)
  const ofAll = { account: 'Acme', player: null, timezone, period, comparison: null, filters: {} }
  const end = (language: Language) => {
    const facts = { table: 'call_windows' as const, ...ofAll }
    const written = { table, facts, language, rows: 1, exportedAt: now, version: '1' }
    const { columns } = JSON.parse(aboutText('calls.csv', written))
    return columns.find(({ key }: { key: string }) => key === 'window_end')
  }
  expect(end('en').empty_cells).toEqual({ 'not-applicable': 1 })
  expect(end('en').definition).toContain(
    'an empty or n/a cell means that the call to action stays to the end of the video',
  )
  expect(end('pt-BR').definition).toContain(
    'uma célula vazia ou com n/a significa que a chamada fica até o fim do vídeo',
  )
  expect(end('es-419').definition).toContain(
    'una celda vacía o con n/a significa que la llamada permanece hasta el final del video',
  )
})

test("marks of the service and the person's own are in the file as on screen", async () => {
  const player = playerAt(0)
  const of = { ...account(), player_id: player.id }
  const { markers } = desk.handlers
  await markers.put({ ...of, marker: { second: 60, name: '=Lead' } })
  await markers.put({ ...of, marker: { second: 61, name: 'gone' } })
  await markers.undo(of)
  const words = requestsAbout(player, period, timezone)
  const before = requestsAbout(player, comparison, timezone).userEngagement
  const metrics = await answered(words.customMetrics.name, words.customMetrics.input)
  const engagement = await answered(words.userEngagement.name, words.userEngagement.input)
  const compared = await answered(before.name, before.input)
  const own = (await markers.list(of)).markers
  expect(own).toEqual([{ second: 60, name: '=Lead' }])
  const marked = { metrics, engagement, markers: own } as never
  const table = marksTable(marked, compared as never)
  const row = table.rows.find(([name]) => name === '=Lead')
  expect(row?.some((cell) => isMissing(cell))).toBe(false)
  await sameInFiles(desk, { table: 'marks', ...of, period, comparison }, table)
})

test("a file of marks has the person's own while nothing of the service is stored", async () => {
  const own = [{ second: 60, name: 'Lead' }]
  const others: Period = { start: period.end, end: period.end }
  const of = { ...account(), player_id: playerAt(1).id }
  await desk.handlers.markers.put({ ...of, marker: own[0] as never })
  const table = marksTable({ metrics: null, engagement: null, markers: own }, null)
  await sameInFiles(desk, { table: 'marks', ...of, period: others, comparison: null }, table)
})

test('figures of a session field by day are in the file as on screen', async () => {
  const player = playerAt(1)
  const asked = requestsAbout(player, period, timezone).statsByFieldByDay('device_type')
  const answer = await answered(asked.name, asked.input)
  const table = fieldDaysTable(answer as never, player)
  expect(table.rows.length).toBeGreaterThan(14)
  const request = { ...account(), player_id: player.id, period, field: 'device_type' }
  await sameInFiles(desk, { table: 'field_days', ...request }, table)
})

test('after a download of thirty days, the account’s band is available for seven days', async () => {
  const month = { start: addDays(today, -30), end: addDays(today, -1) }
  const week = { start: addDays(today, -7), end: addDays(today, -1) }
  for (const player of players) {
    const { userEngagement } = requestsAbout(player, month, timezone)
    await ask(userEngagement.name, userEngagement.input)
  }
  const asked = desk.service.log.length
  const found = await Promise.all(
    players.map(async ({ id }) =>
      desk.handlers.curves.baseline({ ...account(), player_id: id, period: week }),
    ),
  )
  const banded = found.filter(({ band }) => band !== null)
  expect(banded.length).toBeGreaterThan(0)
  for (const { players: count, otherDays } of banded) {
    expect(otherDays).toEqual({ players: count, period: month })
  }
  expect(desk.service.log.length).toBe(asked)
})

test('the curves in the file are the same once a compared player left the list', async () => {
  const [player, other] = [playerAt(0), playerAt(1)]
  type Read = Pick<About, 'account_id' | 'timezone' | 'players' | 'player' | 'lastKnown' | 'read'>
  const tableOf = async (listed: readonly Player[]) => {
    const parts: Read = {
      ...{ ...account(), timezone, players: listed, player },
      lastKnown: async () => other,
      read: (_, name, input) => answered(name, input),
    }
    const choices = [{ kind: 'player' as const, player_id: other.id }]
    const request = { ...account(), player_id: player.id, period, by: 'pitch' as const, choices }
    return (await CURVE_TABLES.curves({ table: 'curves', ...request }, parts as About)).table
  }
  const without = await tableOf(players.filter(({ id }) => id !== other.id))
  expect(without).toEqual(await tableOf(players))
})
