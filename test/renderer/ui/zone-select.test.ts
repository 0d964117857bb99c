import { expect, test } from 'vitest'
import { byParts, zoneOptions } from '../../../src/renderer/ui/zone-select.tsx'

const SUMMER = Date.UTC(2026, 6, 1)

function found(search: string, value = 'UTC') {
  const options = byParts({ options: zoneOptions(value, SUMMER), search, limit: 60 })
  return options.map((option) => 'value' in option && option.value)
}

test('UTC, the chosen zone and all others can be found, each once and with its offset', () => {
  const options = zoneOptions('Etc/GMT+12', SUMMER)
  const label = Object.fromEntries(options.map((option) => [option.value, option.label]))
  expect(label).toMatchObject({
    UTC: 'UTC (GMT+0)',
    'Etc/GMT+12': 'Etc/GMT+12 (GMT-12)',
    'America/New_York': 'America/New_York (GMT-4)',
  })
  expect(options).toHaveLength(Object.keys(label).length)
})

test.each([
  ['kolkata', 'Asia/Calcutta'],
  ['calcutta', 'Asia/Calcutta'],
  ['Kyiv', 'Europe/Kiev'],
  ['argentina buenos', 'America/Buenos_Aires'],
  ['gmt+5:45', 'Asia/Katmandu'],
])('%s finds its zone by a present or former name', (search, zone) => {
  const known = new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone
  expect(found(search)).toEqual([known])
})
