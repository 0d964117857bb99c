import { expect, test } from 'vitest'
import { ADDITIVE, statistics } from '../../../../src/shared/api/statistics.ts'
import { LEDGER_COLUMNS } from '../../../../src/shared/features/ledger/columns.ts'
import {
  dictionaryJson,
  dictionaryText,
  type LedgerFacts,
} from '../../../../src/shared/features/ledger/dictionary.ts'
import { LANGUAGES } from '../../../../src/shared/locales/languages.ts'

const FACTS: LedgerFacts = {
  written_at: '2026-11-21T12:00:00.000Z',
  app_version: '1.2.3',
  files: [{ path: 'daily/month=2026-10/part-0.parquet', rows: 2 }],
  accounts: [
    {
      ...{ account_id: 'acc000000001', company: 'Acme', timezone: 'America/Sao_Paulo' },
      period: { start: '2026-10-01', end: '2026-10-31' },
      ...{ daily_rows: 2, breakdown_rows: 3, missing_player_days: 29 },
      missing: [],
      breakdown_player_days: { country: 1 },
      other_zones: [{ timezone: 'UTC', player_days: 7 }],
    },
  ],
}

test('no rate and no unique count is declared as additive, nor any column of the breakdown', () => {
  const addable = LEDGER_COLUMNS.daily.filter(({ maySum }) => maySum).map(({ name }) => name)
  expect(addable).toEqual([...ADDITIVE])
  const figures = LEDGER_COLUMNS.breakdown.filter(({ name }) =>
    Object.hasOwn(statistics.shape, name),
  )
  expect(figures.map(({ name }) => name)).toEqual([...ADDITIVE])
})

test('every figure of a statistics row is in the daily table, under its documented name', () => {
  const names = LEDGER_COLUMNS.daily.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(Object.keys(statistics.shape)))
  expect(new Set(names).size).toBe(names.length)
})

test('an amount is in cents, and a rate is an exact decimal in percent', () => {
  const units = new Map(LEDGER_COLUMNS.daily.map(({ name, unit, type }) => [name, [unit, type]]))
  expect(units.get('total_amount_brl')).toEqual(['cent', 'INT64'])
  expect(units.get('play_rate')).toEqual(['percent', 'DECIMAL(18,2)'])
  expect(units.get('total_started')?.[0]).toBe('event')
  expect(units.get('total_started_device_uniq')?.[0]).toBe('unique device')
  expect(units.get('total_conversions')?.[0]).toBe('unique session')
})

test('every column is explained in each language and both dictionaries', () => {
  const json = JSON.parse(dictionaryJson(FACTS))
  for (const table of ['daily', 'breakdown'] as const) {
    for (const [index, column] of LEDGER_COLUMNS[table].entries()) {
      const { meaning } = column
      expect(LANGUAGES.every((language) => meaning[language].length > 10)).toBe(true)
      expect(json.tables[table].columns[index]).toMatchObject({
        name: column.name,
        type: column.type,
        may_sum: column.maySum,
        meaning,
      })
      expect(dictionaryText(FACTS, 'en')).toContain(`| \`${column.name}\` | ${column.type} |`)
      for (const language of LANGUAGES) {
        expect(dictionaryText(FACTS, language)).toContain(meaning[language])
      }
    }
  }
  expect(json).toMatchObject({ format: 'cuepoint-ledger', schema_version: 1, ...FACTS })
})

test('the readable dictionary lists what is included and how much is missing', () => {
  expect(dictionaryText(FACTS, 'en')).toContain(
    '| Acme | America/Sao_Paulo | 2026-10-01 | 2026-10-31 | 2 | 3 | 29 | 7 |',
  )
})
