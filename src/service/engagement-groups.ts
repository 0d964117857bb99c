import type { Analytics } from '../shared/api/analytics.ts'
import type { Input, Wire } from '../shared/operation.ts'
import { type Context, type Found, look } from './look.ts'
import { FIELDS, type Field } from './sessions.ts'
import { type Split, splitByField, splitByParameter } from './split.ts'
import { stopsIn } from './timing.ts'

// api-facts, values of `field`: this value asks for the sessions whose own is empty.
const NO_ATTRIBUTION = 'no_attribution'

export function userEngagementByField(
  input: Input<Analytics['userEngagementByField']>,
  context: Context,
): Wire<Analytics['userEngagementByField']> {
  const found = look(input, context)
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
  const found = look(input, context)
  if (!found) return []
  const groups = groupsIn(found, splitByParameter(input.query_key), input.values)
  // api-facts, engagement by query parameter: sources disagree on the shape, so both are played.
  if (found.player.index % 2 === 0) return groups
  return {
    data: groups.map(({ grouped_key, grouped_values }) => ({
      group_key: grouped_key,
      group_values: grouped_values.map(({ timed, total_users }) => ({
        timed,
        totalUsers: total_users,
      })),
    })),
  }
}

/** Where the sessions with each asked value stopped; a value that no session has is left out. */
function groupsIn({ blocks, view }: Found, split: Split, asked: string[]) {
  return [...new Set(asked)].flatMap((key) => {
    const grouped_values = stopsIn(blocks, view, (block, session) => {
      const value = split.values[split.placeOf(block, session)] ?? ''
      return key === NO_ATTRIBUTION ? value === '' : value !== '' && value === key
    })
    return grouped_values.length === 0 ? [] : [{ grouped_key: key, grouped_values }]
  })
}
