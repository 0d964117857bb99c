import { expect, test } from 'vitest'
import { DEFAULT_GUARDRAILS } from '../../../../src/shared/features/ab-tests/ab-test.ts'
import {
  explainedBy,
  requestDifferences,
  sameRequest,
} from '../../../../src/shared/features/reports/compare-request.ts'
import type { ReportAbout, ReportDocument } from '../../../../src/shared/features/reports/report.ts'
import { sampleReport } from '../../../support/sample-report.ts'
import { idOf } from '../../../support/statistics.ts'

const changed = (about: Partial<ReportAbout>, rest: Partial<ReportDocument> = {}) => {
  const report = sampleReport()
  return { ...report, about: { ...report.about, ...about }, ...rest }
}
const differences = (right: ReportDocument) => requestDifferences({ left: sampleReport(), right })

test('the query of a report equals itself, whatever the order of its filters', () => {
  const { filters } = sampleReport().about
  const turned = Object.fromEntries(Object.entries(filters).reverse())
  expect(differences(sampleReport())).toEqual([])
  expect(differences(changed({ filters: turned }))).toEqual([])
})

test('title, creation time and age of the figures are not part of the query', () => {
  const other = { title: 'x', madeAt: 1, asOf: null }
  expect(differences(changed(other))).toEqual([])
})

test('each part of the query that differs is listed with both values', () => {
  const { account, player } = sampleReport().about
  if (!player) throw new Error('no player')
  const period = { start: '2025-04-01', end: '2025-04-30' }
  const right = changed({
    account: { ...account, timezone: 'UTC' },
    player: { ...player, pitch_time: 0, duration: 1700 },
    group: null,
    period,
    comparison: null,
    filters: { search: 'vsl', limit: 50 },
    version: '0.2.0',
  })
  expect(differences(right)).toEqual([
    { what: 'group', left: { id: 'test-1', name: 'Headline' }, right: null },
    { what: 'period', left: { start: '2025-03-01', end: '2025-03-31' }, right: period },
    { what: 'comparison', left: { start: '2025-01-29', end: '2025-02-28' }, right: null },
    { what: 'timezone', left: 'America/Sao_Paulo', right: 'UTC' },
    { what: 'version', left: '0.1.0', right: '0.2.0' },
    { what: 'pitch_time', left: 1290, right: 0 },
    { what: 'duration', left: 1800, right: 1700 },
    { what: 'filter', name: 'limit', left: 20, right: 50 },
    { what: 'filter', name: 'activeOnly', left: true, right: null },
  ])
})

test('the variants that were compared are listed by name', () => {
  const ids = [1, 2, 3].map(idOf)
  const value = ids.map((id, at) => ({ id, name: `Headline ${at + 1}` }))
  const players = { noun: 'analytics', verb: 'players', input: {}, value: { value } }
  const withPair = (sideB: string) =>
    changed({ filters: { sideA: idOf(1), sideB } }, { calls: [players] })
  expect(requestDifferences({ left: withPair(idOf(2)), right: withPair(idOf(3)) })).toEqual([
    {
      ...{ what: 'filter', name: 'sideB' },
      ...{ left: `Headline 2 (${idOf(2)})`, right: `Headline 3 (${idOf(3)})` },
    },
  ])
})

test('display choices and definitions that differ are listed', () => {
  const right = changed(
    {},
    {
      view: { basis: 'events', curves: ['browser'] },
      definitions: { views: { en: 'Pages that loaded it', 'pt-BR': 'Páginas' } },
    },
  )
  expect(differences(right)).toEqual([
    { what: 'choice', name: 'basis', left: '"sessions"', right: '"events"' },
    {
      what: 'definition',
      key: 'views',
      left: { en: 'Sessions that loaded it', 'pt-BR': 'Sessões que carregaram' },
      right: { en: 'Pages that loaded it', 'pt-BR': 'Páginas' },
    },
  ])
})

test('the columns of the overview and their order are no setting on which figures depend', () => {
  const withTable = (columns: string[]) =>
    changed(
      {},
      { view: { overviewTable: { columns, sort: { column: 'name', descending: true } } } },
    )
  const [left, right] = [withTable(['name']), withTable(['name', 'total_viewed'])]
  expect(requestDifferences({ left, right })).toEqual([])
})

test('a different pitch affects pitch figures only, and a different length only engagement', () => {
  const columns = ['total_started', 'over_pitch_rate', 'engagement_rate'].map((key) => ({ key }))
  const both = (what: 'pitch_time' | 'duration') => [{ what, left: 1, right: 2 }] as const
  expect([...explainedBy(both('pitch_time'), columns, 'days')]).toEqual(['over_pitch_rate'])
  expect([...explainedBy(both('duration'), columns, 'days')]).toEqual(['engagement_rate'])
  expect([...explainedBy([], columns, 'days')]).toEqual([])
})

test('tables match for any player and any days, but not for another field', () => {
  const of = (player_id: string, field: string, start: string) =>
    sameRequest({
      table: 'field_days',
      account_id: 'a',
      player_id,
      field,
      period: { start, end: '2025-03-31' },
    })
  expect(of('1', 'country', '2025-03-01')).toBe(of('2', 'country', '2025-03-02'))
  expect(of('1', 'country', '2025-03-01')).not.toBe(of('1', 'browser', '2025-03-01'))
})

const withCall = (noun: string, verb: string, value: unknown, report = sampleReport()) => ({
  ...report,
  calls: [...report.calls, { noun, verb, input: { account_id: report.about.account.id }, value }],
})

test('another trial pitch is listed', () => {
  const trying = (trial: number | null) =>
    withCall('curves', 'view', { by: 'second', overlays: null, trial })
  const of = (left: number | null, right: number | null) =>
    requestDifferences({ left: trying(left), right: trying(right) })
  expect(of(600, 660)).toEqual([{ what: 'trial', left: 600, right: 660 }])
  expect(of(600, null)).toEqual([{ what: 'trial', left: 600, right: null }])
  expect(of(600, 600)).toEqual([])
})

test('other merge rules are listed, of the aliases those of values that both reports have', () => {
  const alias = (value: string, canonical: string) => ({
    query_key: 'utm_source',
    value,
    canonical,
  })
  const traffic = (aliases: object[], values: string[], ignoresCase = false) => {
    const rules = { decodes: false, ignoresCase, dropsIds: false, aliases }
    const report = withCall('traffic', 'rules', rules)
    report.calls.push({
      ...{ noun: 'analytics', verb: 'trafficStats', input: { query_key: 'utm_source' } },
      value: { value: values.map((grouped_field) => ({ grouped_field })) },
    })
    return report
  }
  const left = traffic([alias('fb', 'Facebook'), alias('ig', 'Instagram')], ['fb', 'ig'])
  const right = traffic([alias('fb', 'Meta')], ['fb'], true)
  expect(requestDifferences({ left, right })).toEqual([
    { what: 'filter', name: 'ignoresCase', left: false, right: true },
    {
      ...{ what: 'filter', name: 'aliases' },
      left: 'utm_source: fb → Facebook',
      right: 'utm_source: fb → Meta',
    },
  ])
  const same = traffic([alias('fb', 'Facebook')], ['fb'])
  expect(requestDifferences({ left, right: same })).toEqual([])
  const columns = [{ key: 'total_started' }]
  const differing = requestDifferences({ left, right })
  expect([...explainedBy(differing, columns, 'traffic_days')]).toEqual(['total_started'])
  expect([...explainedBy(differing, columns, 'days')]).toEqual([])
})

test('another metric and other guardrails of the test are listed', () => {
  const chosen = (days: number, primary: string) =>
    withCall('abTests', 'list', {
      'test-1': { choice: { primary, guardrails: { ...DEFAULT_GUARDRAILS, days } } },
    })
  const [left, right] = [chosen(7, 'conversion_rate'), chosen(14, 'play_rate')]
  const found = requestDifferences({ left, right })
  expect(found.map((one) => [one.what, 'name' in one && one.name])).toEqual([
    ['choice', 'primary'],
    ['choice', 'guardrails'],
  ])
  expect(requestDifferences({ left, right: chosen(7, 'conversion_rate') })).toEqual([])
})
