import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeFormat } from '../../../src/renderer/ui/format.ts'
import { truncatedRate } from '../../../src/shared/api/statistics.ts'
import { LANGUAGES } from '../../../src/shared/locales/languages.ts'

const en = makeFormat('en', 'America/Sao_Paulo')
const pt = makeFormat('pt-BR', 'America/Sao_Paulo')
/** Intl puts spaces of several kinds, which look alike. */
const plain = (text: string) => text.replace(/[\u00a0\u2009\u202f]/gu, ' ')

describe('figures', () => {
  it('are written in the language of the window', () => {
    expect([en, pt].map(({ count }) => count(1234567))).toEqual(['1,234,567', '1.234.567'])
    expect([en, pt].map(({ compact }) => plain(compact(12_345)))).toEqual(['12.3K', '12,3 mil'])
    expect([en, pt].map(({ percent }) => percent(38.42))).toEqual(['38.42%', '38,42%'])
    expect([en, pt].map(({ points }) => points(1.32))).toEqual(['+1.32 pt', '+1,32 p.p.'])
  })

  it('keep a rate that was already truncated to two decimals as it is', () => {
    fc.assert(
      fc.property(fc.nat(10_000_000), fc.integer({ min: 1, max: 10_000_000 }), (part, whole) => {
        const rate = truncatedRate(part, whole) ?? 0
        const hundredths = (BigInt(part) * 10_000n) / BigInt(whole)
        const expected = `${(hundredths / 100n).toLocaleString('en-US')}.${String(hundredths % 100n).padStart(2, '0')}%`
        expect(en.percent(rate)).toBe(expected)
      }),
      { numRuns: 300 },
    )
  })

  it('label each step of an axis of small rates differently', () => {
    const steps = [0, 0.05, 0.1, 50]
    expect(steps.map(en.axisPercent)).toEqual(['0%', '0.05%', '0.1%', '50%'])
    expect(steps.map(pt.axisPercent)).toEqual(['0%', '0,05%', '0,1%', '50%'])
  })

  it('truncate a rate with more decimals instead of rounding it', () => {
    expect(en.percent(66.6666)).toBe('66.66%')
    expect(en.percent(99.999)).toBe('99.99%')
  })

  it('show cents of each currency as the language writes them', () => {
    expect(plain(en.money(123_456, 'usd'))).toBe('$1,234.56')
    expect(plain(en.money(123_456, 'brl'))).toBe('R$1,234.56')
    expect(plain(pt.money(123_456, 'brl'))).toBe('R$ 1.234,56')
    expect(plain(pt.money(123_456, 'usd'))).toBe('US$ 1.234,56')
    expect(plain(en.money(123_456_789, 'eur', { compact: true }))).toBe('€1.2M')
  })

  it('show what is less than a cent of an amount per play', () => {
    expect([0.46, 123.45, 50].map((cents) => plain(en.money(cents, 'brl')))).toEqual([
      ...['R$0.0046', 'R$1.2345', 'R$0.50'],
    ])
    expect(plain(pt.money(-0.08, 'brl'))).toBe('−R$ 0,0008')
  })

  it('show no amount as 0 that is not', () => {
    expect([0, 0.009, 0.01].map((cents) => plain(en.money(cents, 'usd')))).toEqual([
      ...['$0.00', '< $0.0001', '$0.0001'],
    ])
    expect([0.0001, -0.0001].map((cents) => plain(pt.money(cents, 'brl')))).toEqual([
      ...['< R$ 0,0001', '> −R$ 0,0001'],
    ])
  })

  it('count bytes in thousands', () => {
    expect([0, 999, 1000, 1_234_567].map(en.bytes)).toEqual(['0 B', '999 B', '1 kB', '1.2 MB'])
  })
})

describe('times', () => {
  it('show a calendar day as that day, whatever zone the computer is in', () => {
    expect(en.date('2026-03-01')).toBe('Mar 1, 2026')
    expect(plain(en.dateRange({ start: '2026-03-01', end: '2026-03-07' }))).toMatch(
      /^Mar 1 ?– ?7, 2026$/u,
    )
  })

  it('show an instant as the local time of the given zone', () => {
    const noon = Date.UTC(2026, 2, 3, 12)
    expect(plain(en.clock(noon))).toBe('9:00 AM')
    expect(plain(en.clock(noon, 'Asia/Tokyo'))).toBe('9:00 PM')
    expect(plain(pt.clock(noon))).toBe('09:00')
    expect(plain(en.instantToSecond(noon + 7000))).toBe('Mar 3, 2026, 9:00:07 AM')
    expect(plain(pt.instantToSecond(noon + 7000))).toMatch(/2026, 09:00:07$/)
  })

  it('name the date of an instant only when it is of another day in the zone', () => {
    const late = Date.UTC(2026, 2, 4, 2, 5, 7)
    expect(plain(en.recent(late, '2026-03-03'))).toBe('11:05 PM')
    expect(plain(en.recent(late, '2026-03-04'))).toBe('Mar 3, 2026, 11:05 PM')
    expect(plain(en.recent(late, '2026-03-04', 'UTC'))).toBe('2:05 AM')
    expect(plain(en.recentToSecond(late, '2026-03-03'))).toBe('11:05:07 PM')
    expect(plain(en.recentToSecond(late, '2026-03-04'))).toBe('Mar 3, 2026, 11:05 PM')
  })

  it('state how long ago, without flickering seconds', () => {
    const now = Date.UTC(2026, 2, 3, 12)
    const told = [10, 120, 5400, 3 * 86_400].map((s) => en.ago(now - s * 1000, now))
    expect(told).toEqual(['now', '2 min. ago', '1 hr. ago', '3 days ago'])
    expect(pt.ago(now - 120_000, now)).toBe('há 2 min.')
  })

  it('count the full days and years of a distance, and never call almost two days of it yesterday', () => {
    const now = Date.parse('2026-03-11T10:00:00-03:00')
    const told = ['2026-03-10T09:00:00', '2026-03-09T11:00:00', '2026-03-08T11:00:00'].map((at) =>
      LANGUAGES.map((language) =>
        makeFormat(language, 'America/Sao_Paulo').ago(Date.parse(`${at}-03:00`), now),
      ),
    )
    expect(told).toEqual([
      ['1 day ago', 'há 1 dia', 'hace 1 día'],
      ['1 day ago', 'há 1 dia', 'hace 1 día'],
      ['2 days ago', 'há 2 dias', 'hace 2 días'],
    ])
    expect(en.ago(Date.parse('2024-05-01'), now)).toBe('1 yr. ago')
    expect(en.ago(now + 30 * 3_600_000, now)).toBe('in 1 day')
    expect([en, pt].map(({ ago }) => ago(now, now))).toEqual(['now', 'agora'])
  })
})

it('writes a loss with a minus as wide as the plus of a gain, in each language', () => {
  const written = LANGUAGES.map((language) => {
    const { count, money, percent, points } = makeFormat(language, 'UTC')
    return [count(-3), plain(money(-1234, 'usd')), percent(-4.18), points(-1.5), points(1.5)]
  })
  expect(written).toEqual([
    ['−3', '−$12.34', '−4.18%', '−1.50 pt', '+1.50 pt'],
    ['−3', '−US$ 12,34', '−4,18%', '−1,50 p.p.', '+1,50 p.p.'],
    ['−3', '−USD 12.34', '−4.18%', '−1.50 p. p.', '+1.50 p. p.'],
  ])
})
