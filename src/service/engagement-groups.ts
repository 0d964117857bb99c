import type { Analytics } from '../shared/api/analytics.ts'
import type { Input, Wire } from '../shared/operation.ts'
import { type Context, type Found, findPlayer } from './context.ts'
import { FIELDS, type Field } from './sessions.ts'
import { type Split, splitByField, splitByParameter } from './split.ts'
import { marked, stopsIn } from './timing.ts'

// docs/sandbox.md, Session fields: this value selects the sessions with an empty value.
const NO_ATTRIBUTION = 'no_attribution'

export function userEngagementByField(
  input: Input<Analytics['userEngagementByField']>,
  context: Context,
): Wire<Analytics['userEngagementByField']> {
  const found = findPlayer(input, context)
  const { field } = input
  const split = Object.hasOwn(FIELDS, field)
    ? splitByField(field as Field)
    : splitByParameter(field)
  return found ? groupsIn(found, split, input.values) : []
}

export function userEngagementByOrigin(
  input: Input<Analytics['userEngagementByOrigin']>,
  context: Context,
): Wire<Analytics['userEngagementByOrigin']> {
  const found = findPlayer(input, context)
  if (!found) return []
  const groups = groupsIn(found, splitByParameter(input.query_key), input.values)
  const { origin } = context.shapes
  if (origin === 'described') return groups
  const seen = groups.map(({ grouped_key, grouped_values }) => ({
    group_key: grouped_key,
    group_values: grouped_values.map(({ timed, total_users }) => ({
      timed,
      totalUsers: total_users,
    })),
  }))
  return origin === 'seen' ? seen : { data: seen }
}

/** The stops of the sessions with each requested value; values without sessions are left out. */
function groupsIn({ blocks, view }: Found, split: Split, keys: string[]) {
  return [...new Set(keys)].flatMap((key) => {
    const stops = stopsIn(blocks, view, (block, session) => {
      const value = split.values[split.placeOf(block, session)] ?? ''
      return key === NO_ATTRIBUTION ? value === '' : value !== '' && value === key
    })
    return stops.length === 0 ? [] : [{ grouped_key: key, grouped_values: marked(stops, view) }]
  })
}
