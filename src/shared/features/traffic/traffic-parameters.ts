import { column, type Known, tableAge } from '../../tables/measures.ts'
import type { Table } from '../../tables/table.ts'
import { type ParametersFound, parametersFound } from './parameters.ts'

/** The parameters found, in the order of the screen: the usual names first, then the others. */
export function trafficParametersTable(answer: Known<ParametersFound> | null): Table {
  return {
    columns: [
      column('query_key', 'text'),
      column('parameter_kind', 'text'),
      column('times_recorded', 'count'),
    ],
    rows: parametersFound(answer?.value ?? []).map(({ name, count, isPreset }) => [
      name,
      isPreset ? 'usual' : 'other',
      count,
    ]),
    totals: null,
    ...tableAge(answer),
  }
}
