import { SOURCE_PARAMETER } from '../../api/traffic.ts'
import { column, columnsOf, type Known, tableOf } from '../../tables/measures.ts'
import type { Table } from '../../tables/table.ts'

/** The usual campaign parameters, in the customary order. */
export const PRESET_PARAMETERS = [
  SOURCE_PARAMETER,
  'utm_medium',
  'utm_campaign',
  'utm_content',
  'utm_term',
  'src',
  'sck',
] as const

export interface Parameter {
  name: string
  /** Number of times it was recorded. */
  count: number
  isPreset: boolean
}

/** The response of the service: objects of parameter names and counts. */
type ParametersFound = readonly Record<string, number>[]

/** The parameters found: the usual ones in their customary order, then the others, most recorded first. */
export function parametersFound(answer: ParametersFound): Parameter[] {
  const counts = new Map<string, number>()
  for (const item of answer) {
    for (const [name, count] of Object.entries(item)) {
      counts.set(name, (counts.get(name) ?? 0) + count)
    }
  }
  const place = (name: string) => (PRESET_PARAMETERS as readonly string[]).indexOf(name)
  const isPreset = (name: string) => place(name) >= 0
  const found = [...counts].map(([name, count]) => ({ name, count, isPreset: isPreset(name) }))
  const usual = found.filter((one) => one.isPreset)
  const rest = found.filter((one) => !one.isPreset)
  return [
    ...usual.sort((a, b) => place(a.name) - place(b.name)),
    ...rest.sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1)),
  ]
}

/** The parameters found, in the order of the screen. */
export function trafficParametersTable(answer: Known<ParametersFound> | null): Table {
  return tableOf([answer], {
    columns: [
      ...columnsOf('text', 'query_key', 'parameter_kind'),
      column('times_recorded', 'count'),
    ],
    rows: parametersFound(answer?.value ?? []).map(({ name, count, isPreset }) => [
      name,
      isPreset ? 'usual' : 'other',
      count,
    ]),
  })
}
