import type { Period } from '../../src/shared/time/period.ts'
import {
  AMOUNTS,
  MEASURES,
  NOTHING,
  plainChange,
  plainly,
  plainOverview,
  type Raw,
  type Sides,
} from './plain-reading.ts'

/** The changes that the tiles of a player should show on any basis. */
const MOVING = [
  ...['started', 'clicked'].flatMap((event) =>
    ['', '_session_uniq', '_device_uniq'].map((basis) => `total_${event}${basis}`),
  ),
  ...['total_conversions', 'overall_conversion_rate'],
  ...AMOUNTS,
  ...['engagement_rate', 'over_pitch_rate', 'play_rate'],
]

/** The expected key figures and amounts of a player, for both periods. */
export function plainFigures(sides: Sides, days: { period: Period; comparison: Period }) {
  const { row, before } = sides
  const changes = (cell: (key: string) => unknown) =>
    Object.fromEntries(MOVING.map((key) => [`${key}__change`, cell(key)]))
  const dates = ({ start, end }: Period) => ({ period_start: start, period_end: end })
  return [
    {
      ...{ compared_side: 'asked', ...dates(days.period) },
      ...{ ...plainOf(row, sides), ...changes((key) => plainMove(sides, key)) },
    },
    {
      ...{ compared_side: 'compared', ...dates(days.comparison) },
      ...{ ...plainOf(before, sides), ...changes(() => NOTHING) },
    },
  ]
}

function plainOf(row: Raw, { before, player }: Sides) {
  const ratios = ['usd', 'brl', 'eur'].flatMap((currency) => {
    const amount = Number(row[`total_amount_${currency}`])
    const devices = Number(row['total_started_device_uniq'])
    const perDevice = amount / devices
    const keys = [`average_order_value_${currency}`, `revenue_per_play_${currency}`]
    return [
      ...keys.map((key) => [key, plainOverview({ row, before, player }, key)]),
      [
        `revenue_per_device_${currency}`,
        devices === 0 ? NOTHING : Math.trunc(perDevice) || perDevice,
      ],
    ]
  })
  return Object.fromEntries([...MEASURES.map((key) => [key, plainly(row, key, player)]), ...ratios])
}

function plainMove(sides: Sides, key: string) {
  const { row, before, player } = sides
  const isUnsold = AMOUNTS.includes(key) && [row, before].every((of) => Number(of[key]) === 0)
  if (isUnsold || plainly(row, key, player) === NOTHING) return NOTHING
  return plainChange(sides, key)
}
