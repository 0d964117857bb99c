import { expect, test } from 'vitest'
import { makeTables } from '../../../src/main/exports/tables.ts'
import type { DeskError } from '../../../src/shared/failure.ts'
import { DEFAULT_GUARDRAILS } from '../../../src/shared/model/ab-test.ts'
import { type TableName, tableQuestion } from '../../../src/shared/tables/question.ts'
import { TABLE_SOURCES } from '../../../src/shared/tables/sources.ts'
import { NO_MERGE_RULES } from '../../../src/shared/traffic/merge-rules.ts'
import { anOverview, aPlayer } from '../../support/statistics.ts'

const player = aPlayer()
const period = { start: '2026-03-01', end: '2026-03-02' }
const of = { account_id: 'acc000000001', player_id: player.id, period, comparison: period }
const sort = { column: 'total_started', descending: true }
const traffic = { query_key: 'src', rules: NO_MERGE_RULES }
const variants = { base: null, guardrails: DEFAULT_GUARDRAILS }

/** All that one answer after another fills; the others are read from the desk's own tables. */
type Filled = Exclude<TableName, 'overview' | 'annotations' | `ab_${string}`>

const QUESTIONS: Record<Filled, object> = {
  days: {},
  figures: {},
  funnel: {},
  breakdown: { field: 'country', sort },
  traffic: { ...traffic, sort, top: null },
  traffic_parameters: {},
  traffic_days: { ...traffic, measure: 'total_started', top: 5 },
  traffic_retention: { query_key: 'src', values: ['email'], shown: ['email'] },
  curves: {
    by: 'second',
    choices: [
      { kind: 'period', period },
      { kind: 'segment', field: 'country', value: 'Brazil' },
      { kind: 'arm', group_id: 'group', player_id: player.id },
    ],
  },
  call_windows: {},
  field_days: { field: 'country' },
  marks: {},
  retention: {},
  timing: {},
  pitch_trial: { trial: 60 },
  live: { minutes: 60 },
  headlines: variants,
  turbo: variants,
  smartAutoplays: variants,
  leaderboard: { company_id: crypto.randomUUID(), limit: 5, event: 'started' },
  event_days: {},
  click_days: {},
  live_players: { player_ids: [player.id], minutes: 60 },
}

async function namesRead(question: object): Promise<Set<string>> {
  const names = new Set<string>()
  const { build } = makeTables({
    async read(_account, name) {
      if (name === 'players') return { value: [player], asOf: 1 }
      names.add(name)
      return null
    },
    readOverview: async () => anOverview([]),
    readTests: async () => ({}),
    readVideo: async () => null,
    readMarkers: async () => [],
    readAnnotations: async () => [],
    accountOf: async () => ({ name: 'Acme', timezone: 'UTC' }),
  })
  // Nothing is stored, which is what a table says once it has looked everywhere.
  const failure = await build(tableQuestion.parse(question)).catch((thrown: unknown) => thrown)
  expect((failure as DeskError).failure).toMatchObject({ kind: 'refused' })
  return names
}

test.each(Object.keys(QUESTIONS) as Filled[])(
  'the table %s is made of the answers that its sources name',
  async (table) => {
    const names = await namesRead({ table, ...of, ...QUESTIONS[table] })
    expect(names).toEqual(new Set(TABLE_SOURCES[table]))
  },
)
