import { CAMPAIGNS, parametersOf } from './campaigns.ts'
import { byDay } from './context.ts'
import { at, type Block, FIELDS, type Field } from './sessions.ts'
import type { Cut } from './statistics.ts'
import type { Day } from './zone.ts'

/** Assigns sessions to values. */
export interface Split {
  values: string[]
  /** The index of a session's value; -1 for none. */
  placeOf(block: Block, session: number): number
}

export function splitByField(field: Field): Split {
  return {
    values: FIELDS[field].map(({ value }) => value),
    placeOf: (block, session) => at(block.fields[field], session),
  }
}

/** Splits by the raw value of a query parameter of the page. */
export function splitByParameter(name: string): Split {
  const raw = CAMPAIGNS.map(({ value }) => parametersOf(value).get(name))
  const values = [...new Set(raw)].filter((value) => value !== undefined)
  const places = raw.map((value) => (value === undefined ? -1 : values.indexOf(value)))
  return {
    values,
    placeOf: (block, session) => places[at(block.fields.campaign, session)] ?? -1,
  }
}

export const bySplit = ({ values, placeOf }: Split): Cut => ({
  groups: values.length,
  groupOf: (_, block, session) => placeOf(block, session),
})

/** Groups by day, and within each day by value. */
export function byDayAndSplit(days: Day[], { values, placeOf }: Split): Cut {
  const { groupOf } = byDay(days)
  return {
    groups: days.length * values.length,
    groupOf(time, block, session) {
      const place = placeOf(block, session)
      return place < 0 ? -1 : groupOf(time, block, session) * values.length + place
    },
  }
}
