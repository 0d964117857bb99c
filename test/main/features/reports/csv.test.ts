import { expect, test } from 'vitest'
import { csvOf } from '../../../../src/main/features/reports/requests.ts'
import { requestsAbout } from '../../../../src/shared/features/analytics/requests.ts'
import { LANGUAGES } from '../../../../src/shared/locales/languages.ts'
import { sampleReport } from '../../../support/sample-report.ts'
import { isFormula, spreadsheetCells } from '../../../support/spreadsheet-cells.ts'
import { aPlayer, aStatistics, NASTY } from '../../../support/statistics.ts'

const player = aPlayer()
const period = { start: '2025-03-01', end: '2025-03-31' }

/** A report whose countries are called as anonymous visitors like. */
function aReport() {
  const document = sampleReport()
  const { id: account_id, timezone } = document.about.account
  const { input } = requestsAbout(player, period, timezone).statsByField('country')
  const texts = [...NASTY, ...NASTY.map((text) => `a;${text}`), ...NASTY.map((text) => `a,${text}`)]
  const rows = texts.map((text, index) => ({
    ...aStatistics({ total_amount_brl: -index }),
    grouped_field: text,
  }))
  document.about.player = { ...player, duration: 1800 }
  document.about.period = period
  const answered = (verb: string, asked: object, value: unknown) => ({
    ...{ noun: 'analytics', verb, input: { ...asked, account_id } },
    value: { value, asOf: 1_743_465_000_000 },
  })
  document.calls = [answered('players', {}, [player]), answered('statsByField', input, rows)]
  return document
}

test.each(LANGUAGES)(
  'no cell of the tables in a report’s file is a formula, in %s',
  async (language) => {
    const tables = await csvOf(aReport(), language)
    const breakdown = tables.find(({ name }) => name.endsWith('breakdown'))
    expect(breakdown?.csv).toContain("a;'=1+1")
    for (const { csv } of tables) {
      for (const separator of [',', ';', '\t', '|']) {
        expect(spreadsheetCells(csv, separator).filter(isFormula)).toEqual([])
      }
    }
  },
)

test('the tables in a report’s file say what they are of, below their rows', async () => {
  const document = aReport()
  const [first] = await csvOf(document, 'en')
  const { account, madeAt, version } = document.about
  const lines = (first?.csv ?? '').split('\r\n')
  expect(lines).toContain(`Account,${account.name}`)
  expect(lines).toContain('Period,2025-03-01,2025-03-31')
  expect(lines).toContain(`Time zone,${account.timezone}`)
  expect(lines).toContain('As of (UTC),2025-03-31T23:50:00.000Z')
  expect(lines).toContain('Broken down by,Country')
  expect(lines).toContain(`Exported (UTC),${new Date(madeAt).toISOString()}`)
  expect(lines.some((line) => line.includes(`Cuepoint ${version}`))).toBe(true)
})
