import type { Analytics } from '../../api/analytics.ts'
import { CURRENCIES } from '../../model/money.ts'
import type { Output } from '../../operation.ts'
import { column, columnsOf, type Known, tableOf } from '../../tables/measures.ts'
import { type Cell, missing, type Table } from '../../tables/table.ts'

export type ClicksTimed = Output<Analytics['clicksTimed']>
export type ConversionsTimed = Output<Analytics['conversionsTimed']>

const AMOUNTS = CURRENCIES.map((currency) => `timed_amount_${currency}` as const)
const RUNNING_AMOUNTS = CURRENCIES.map((currency) => `cumulative_amount_${currency}` as const)

// Analytics, POST /conversions/video_timed: there is an item for every second, also without sales.
const hasSold = (item: ConversionsTimed[number]) =>
  item.timed_conversions > 0 || AMOUNTS.some((key) => item[key] !== 0)

/** Clicks and sales at each second that has any, with running totals. A sale has the time of its click. */
export function timingTable(
  clicks: Known<ClicksTimed> | null,
  conversions: Known<ConversionsTimed> | null,
): Table {
  const clicksAt = new Map(clicks?.value.map((item) => [item.timed, item.total_users]))
  const sales = conversions?.value.filter(hasSold) ?? []
  const salesAt = new Map(sales.map((item) => [item.timed, item]))
  const seconds = [...new Set([...clicksAt.keys(), ...salesAt.keys()])].sort((a, b) => a - b)
  const columns = [
    column('second', 'second'),
    ...columnsOf('count', 'clicks', 'cumulative_clicks', 'timed_conversions'),
    column('cumulative_conversions', 'count'),
    ...AMOUNTS.map((key) => column(key, 'money')),
    ...RUNNING_AMOUNTS.map((key) => column(key, 'money')),
  ]
  const running = { clicks: 0, sales: undefined as ConversionsTimed[number] | undefined }
  const rows = seconds.map((second): Cell[] => {
    const here = salesAt.get(second)
    running.clicks += clicksAt.get(second) ?? 0
    running.sales = here ?? running.sales
    const clicked = (value: number): Cell => (clicks ? value : missing('not-downloaded'))
    const sold = (value: number | undefined): Cell =>
      conversions ? (value ?? 0) : missing('not-downloaded')
    return [
      second,
      clicked(clicksAt.get(second) ?? 0),
      clicked(running.clicks),
      sold(here?.timed_conversions),
      sold(running.sales?.cumulative_conversions),
      ...AMOUNTS.map((key) => sold(here?.[key])),
      ...RUNNING_AMOUNTS.map((key) => sold(running.sales?.[key])),
    ]
  })
  const adds = (key: string) => key === 'clicks' || key.startsWith('timed_')
  return tableOf([clicks, conversions], { columns, rows, adds: adds })
}
