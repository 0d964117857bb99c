import { expect, test } from 'vitest'
import { makeTables } from '../../../../src/main/features/exports/tables.ts'
import { NOTHING_KNOWN } from '../../../../src/shared/api/player.ts'
import type { AppError } from '../../../../src/shared/failure.ts'
import { NO_STORED_DATA } from '../../../../src/shared/features/ab-tests/table.ts'
import { tableRequest } from '../../../../src/shared/features/exports/request.ts'
import { anOverview, aPlayer } from '../../../support/statistics.ts'
import { type Filled, filledRequests } from '../../../support/table-requests.ts'
import { TABLE_SOURCES } from '../../../support/table-sources.ts'

const player = aPlayer()
const period = { start: '2026-03-01', end: '2026-03-02' }
const of = { account_id: 'acc000000001', player_id: player.id, period, comparison: period }
const REQUESTS = filledRequests({
  company_id: crypto.randomUUID(),
  player_id: player.id,
  period,
  query_key: 'src',
  group_id: 'group',
})

async function namesRead(request: object): Promise<Set<string>> {
  const names = new Set<string>()
  const { build } = makeTables({
    async read(_account, name) {
      if (name === 'players') return { value: [player], asOf: 1 }
      names.add(name)
      return null
    },
    readOverview: async () => anOverview([]),
    readTests: async () => ({}),
    readTest: async () => NO_STORED_DATA,
    readVideo: async () => null,
    lastKnown: async () => NOTHING_KNOWN,
    readMarkers: async () => [],
    readAnnotations: async () => [],
    readPublish: async () => null,
    readHistory: async () => ({ entries: [], next: null }),
    accountOf: async () => ({ name: 'Acme', timezone: 'UTC' }),
    now: () => 1,
  })
  // Nothing is stored, which is what a table says once it has looked everywhere.
  const failure = await build(tableRequest.parse(request)).catch((thrown: unknown) => thrown)
  expect((failure as AppError).failure).toEqual({ kind: 'nothing-stored' })
  return names
}

test.each(Object.keys(REQUESTS) as Filled[])(
  'the table %s is made of the answers that its sources name',
  async (table) => {
    const names = await namesRead({ table, ...of, ...REQUESTS[table] })
    expect(names).toEqual(new Set(TABLE_SOURCES[table]))
  },
)
