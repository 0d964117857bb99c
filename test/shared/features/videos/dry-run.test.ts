import fc from 'fast-check'
import { expect, test } from 'vitest'
import { COUNTRIES, DEVICE_TYPES } from '../../../../src/service/names.ts'
import { makeService } from '../../../../src/service/service.ts'
import { at, type Block, beginOf, EVENT } from '../../../../src/service/sessions.ts'
import type { TrafficFilter } from '../../../../src/shared/api/settings/index.ts'
import type { FieldStatistics } from '../../../../src/shared/api/statistics.ts'
import {
  DIVERTED,
  type DivertedTotals,
  dryRun,
  type FilterField,
  wouldReplace,
} from '../../../../src/shared/features/videos/dry-run.ts'
import { aStatistics } from '../../../support/statistics.ts'

const CODES = ['BR', 'US', 'PT', 'GB', 'ES', 'DE', 'CA', 'AO', 'IE', 'FR', 'AU', 'CI']
const NOW = Date.UTC(2026, 5, 30, 12)
const FROM = Date.UTC(2026, 5, 1) / 1000
const TO = Date.UTC(2026, 5, 15) / 1000

const service = makeService({
  players: 6,
  days: 60,
  limits: { queriesPerMinute: null },
  now: () => NOW,
})
const [player] = service.world.players(NOW / 1000).filter(({ created }) => created < FROM)
if (!player) throw new Error('no such player')

async function breakdown(field: string): Promise<FieldStatistics[]> {
  const response = await service.answer(
    new Request('http://sandbox/sessions/stats_by_field', {
      method: 'POST',
      headers: {
        'X-Api-Token': service.analytics_key,
        'X-Api-Version': 'v1',
        'User-Agent': 'Plain reader',
        'Content-Type': 'application/json',
      },
      body: JSON.stringify({
        player_id: player?.id,
        start_date: '2026-06-01 00:00:00',
        end_date: '2026-06-14 23:59:59',
        field,
      }),
    }),
  )
  return (await response.json()) as FieldStatistics[]
}

const AMOUNTS = ['total_amount_usd', 'total_amount_brl', 'total_amount_eur'] as const
const isWithin = (time: number) => time >= FROM && time < TO

/** Whom a filter would have sent away, session by session, from the world's own events. */
function truth(sendsAway: (country: number, device: number) => boolean): DivertedTotals {
  const found = Object.fromEntries(DIVERTED.map((key) => [key, 0])) as DivertedTotals
  for (const block of player ? service.world.blocks(player, { from: FROM, to: TO }) : []) {
    for (let session = 0; session < block.sessions; session++) {
      const { country, device_type } = block.fields
      if (!sendsAway(at(country, session), at(device_type, session))) continue
      countViews(found, block, session)
      countSales(found, block, session)
    }
  }
  return found
}

function countViews(found: DivertedTotals, block: Block, session: number) {
  const end = at(block.eventsEnd, session)
  for (let event = beginOf(block.eventsEnd, session); event < end; event++) {
    const isView = at(block.kind, event) === EVENT.viewed
    if (isView && isWithin(at(block.time, event))) found.total_viewed++
  }
}

function countSales(found: DivertedTotals, block: Block, session: number) {
  const end = at(block.salesEnd, session)
  for (let sale = beginOf(block.salesEnd, session); sale < end; sale++) {
    const isKnown = at(block.saleArrival, sale) <= NOW / 1000
    const key = AMOUNTS[at(block.saleCurrency, sale)]
    if (!isWithin(at(block.saleTime, sale)) || !isKnown || !key) continue
    found.total_conversions += at(block.saleIsInitial, sale)
    found[key] += at(block.saleCents, sale)
  }
}

test('whatever countries and devices a filter allows, the viewers turned away are within the bounds', async () => {
  const breakdowns = {
    country: await breakdown('country'),
    device_type: await breakdown('device_type'),
  }
  const devices = DEVICE_TYPES.map(({ value }) => value)
  let sent = 0
  fc.assert(
    fc.property(
      fc.subarray(CODES),
      fc.subarray(devices),
      fc.boolean(),
      (countries, allowed, isNamed) => {
        const list = isNamed
          ? countries.map((code) => String(COUNTRIES[CODES.indexOf(code)]?.value))
          : countries
        const filter = {
          ...(list.length > 0 && { countries: list }),
          ...(allowed.length > 0 && { devices: allowed }),
        }
        const run = dryRun(filter, breakdowns)
        const real = truth(
          (country, device) =>
            (countries.length > 0 && !countries.includes(CODES[country] ?? '')) ||
            (allowed.length > 0 && !allowed.includes(devices[device] ?? '')),
        )
        for (const key of DIVERTED) {
          expect(real[key]).toBeGreaterThanOrEqual(run.atLeast[key])
          expect(real[key]).toBeLessThanOrEqual(run.atMost[key])
        }
        if (countries.length === 0 || allowed.length === 0) expect(run.atLeast).toEqual(run.atMost)
        sent += real.total_conversions
      },
    ),
    { numRuns: 60, seed: 7 },
  )
  expect(sent).toBeGreaterThan(0)
})

const row = (grouped_field: string, total_viewed: number): FieldStatistics => ({
  ...aStatistics({ total_viewed }),
  grouped_field,
})
const country = [row('Brazil', 60), row('Portugal', 30), row('', 10)]
const device_type = [row('mobile', 80), row('desktop', 20)]
const views = (filter: TrafficFilter, stored = {}) => {
  const { atLeast, atMost } = dryRun(filter, { country, device_type, ...stored })
  return [atLeast.total_viewed, atMost.total_viewed]
}

test('a viewer of an unknown country may be turned away or not', () => {
  expect(views({ countries: ['BR'] })).toEqual([30, 40])
})

test('two lists turn away at least the larger of their shares and at most their sum', () => {
  expect(views({ countries: ['Brazil'], devices: ['mobile'] })).toEqual([30, 60])
  expect(views({ countries: ['PT'], devices: ['tablet'] })).toEqual([100, 100])
})

test('a rule without any stored figures may turn away everyone', () => {
  for (const rule of [
    { languages: ['pt'] },
    { query_params: ['utm_source'] },
    { block_proxy: true },
    { languages: [] },
  ]) {
    expect(views({ countries: ['BR'], ...rule })).toEqual([30, 100])
  }
  expect(dryRun({ languages: [], block_proxy: true }, { country }).unknown).toEqual([
    'block_proxy',
    'empty-list',
  ])
})

test('with a token nobody is certainly turned away, because a page that presents it passes', () => {
  expect(views({ countries: ['BR'], token: 'x' })).toEqual([0, 40])
  expect(views({ countries: ['BR'], token: ' ' })).toEqual([30, 40])
})

test('a list whose breakdown is not stored is named, and can send away everyone', () => {
  const run = dryRun({ countries: ['BR'], devices: ['mobile'] }, { country })
  expect(run.missing).toEqual(['devices'])
  expect([run.atLeast.total_viewed, run.atMost.total_viewed]).toEqual([30, 100])
  expect(dryRun({ countries: ['BR'] }, {}).all).toBeNull()
})

test('with an unknown country in the list, every other country is uncertain', () => {
  expect(views({ countries: ['BR', 'Atlantis'] })).toEqual([0, 40])
})

test('a filter without a rule lets everyone pass', () => {
  expect(dryRun({ token: 'x', fallback_video_id: 'y' }, { country })).toMatchObject({
    isOpen: true,
    values: [],
  })
  expect(views({})).toEqual([0, 0])
})

test('other days replace stored ones that have fewer breakdowns or are older, and no others', () => {
  const recent = { start: '2026-06-15', end: '2026-07-14' }
  const breakdown = { rows: [], asOf: 0, isSettled: true }
  const isReplaced = (start: string, end: string, fields: readonly FilterField[]) =>
    wouldReplace(
      {
        period: { start, end },
        fields: Object.fromEntries(fields.map((field) => [field, breakdown])),
      },
      recent,
      '2026-07-15',
    )
  const both = ['country', 'device_type'] as const
  expect(isReplaced('2026-06-01', '2026-07-14', both)).toBe(false)
  expect(isReplaced('2026-06-01', '2026-07-14', ['country'])).toBe(true)
  expect(isReplaced('2026-06-16', '2026-07-14', both)).toBe(true)
  expect(isReplaced('2026-06-01', '2026-07-13', both)).toBe(true)
  expect(isReplaced('2026-06-16', '2026-07-15', both)).toBe(true)
  // Here the missing one is offered alone.
  expect(isReplaced(recent.start, recent.end, ['country'])).toBe(false)
})
