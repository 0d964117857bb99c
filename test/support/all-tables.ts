import { type BuiltTable, makeTables } from '../../src/main/features/exports/tables.ts'
import { NOTHING_KNOWN } from '../../src/shared/api/player.ts'
import { DEFAULT_GUARDRAILS } from '../../src/shared/features/ab-tests/ab-test.ts'
import {
  comparisonRequest,
  lastDay,
  pairsOf,
  testsIn,
} from '../../src/shared/features/ab-tests/times.ts'
import { type TableRequest, tableRequest } from '../../src/shared/features/exports/request.ts'
import { testClock } from './clock.ts'
import { connectedDesk } from './connected.ts'
import { finishedTest } from './pick.ts'
import { periodsAt } from './plain-reading.ts'
import { filledRequests, ownRequests } from './table-requests.ts'

const ZONE = 'America/Sao_Paulo'

/** Every table that the app can write to a file, of a sandbox's answers; those without a row too. */
export async function allTables(): Promise<BuiltTable[]> {
  const now = testClock.now()
  const desk = await connectedDesk({ timezone: ZONE, service: { players: 24, now: () => now } })
  try {
    const { requests, build } = await requestsOn(desk, now)
    const tables: BuiltTable[] = []
    for (const request of requests) tables.push(await build(request))
    return tables
  } finally {
    await desk.end()
  }
}

async function requestsOn(desk: Awaited<ReturnType<typeof connectedDesk>>, now: number) {
  const { handlers, account, service } = desk
  const { company_id } = service
  const account_id = account.id
  const { period, comparison } = periodsAt(ZONE, now)
  const players = (await handlers.analytics.players({ account_id })).value
  const player = players.find(({ pitch_time }) => pitch_time > 0)
  const listed = await handlers.analytics.comparisonGroups({ account_id, timezone: ZONE })
  const groups = testsIn(listed, ZONE).value
  const group = groups.find(({ id }) => id === finishedTest(service).id)
  const arms = group && pairsOf(group)[0]
  if (!player || !group || !arms) throw new Error('no player with a pitch, or no finished test')
  const fields = { player_id: null, period, text: 'Launched; =1+1', tags: ['ads'] }
  await handlers.annotations.add({ account_id, fields })
  const ofNewest = comparisonRequest(group, arms, { zone: ZONE, day: lastDay(group, ZONE, now) })
  if (ofNewest) await handlers.analytics.comparisonStats({ ...ofNewest, account_id })
  const decided = {
    ...{ hypothesis: '=1+1', who: '@Ana', why: 'a;-2+3', primary: 'play_rate' as const },
    ...{ guardrails: DEFAULT_GUARDRAILS, arms: [...arms] as [string, string] },
    ...{ state: 'leaning' as const, lift: 8.4, low: -0.6, high: 18, chance: 91, asOf: now },
  }
  await handlers.abTests.decide({ account_id, group_id: group.id, decided })
  const of = { account_id, player_id: player.id, period, comparison }
  const named = {
    company_id,
    player_id: player.id,
    period,
    query_key: 'utm_source',
    group_id: group.id,
  }
  const { curves: _, ...filled } = filledRequests(named)
  const requests = Object.entries({ ...filled, ...ownRequests(group.id, arms) })
  const byAlignment = ['second', 'percent', 'pitch'].map(
    (by) => ['curves', { by, choices: [{ kind: 'period', period: comparison }] }] as const,
  )
  const asked = [...requests, ...byAlignment].map(
    ([table, request]): TableRequest => tableRequest.parse({ table, ...of, ...request }),
  )
  const { build } = makeTables({
    read: (id, name, input) => {
      const ask = handlers.analytics[name] as unknown as (asked: object) => Promise<never>
      return ask({ ...input, account_id: id })
    },
    readOverview: async (id, range) => handlers.overview.read({ account_id: id, ...range }),
    readTests: async (id) => handlers.abTests.list({ account_id: id }),
    readTest: async (id, group_id) => handlers.abTests.test({ account_id: id, group_id }),
    readVideo: async () => null,
    lastKnown: async () => NOTHING_KNOWN,
    readMarkers: async () => [],
    readAnnotations: async (id) =>
      (await handlers.annotations.list({ account_id: id })).annotations,
    readPublish: async (id, publish) => handlers.publishes.open({ account_id: id, publish }),
    readHistory: async (id, filter, before) =>
      handlers.changeHistory.page({ account_id: id, filter, before }),
    accountOf: async () => ({ name: '=Acme', timezone: ZONE }),
    now: testClock.now,
  })
  return { requests: asked, build }
}
