import type { Analytics } from '../shared/api/analytics.ts'
import type { Input } from '../shared/operation.ts'
import {
  date,
  ofPlayer,
  optional,
  player,
  type Raw,
  required,
  seconds,
  text,
  zone,
} from './readers.ts'
import { badParameter } from './refusal.ts'
import { readRange } from './zone.ts'

/** The parameters of headlines, speeds and autoplays. */
export function variantRequest(raw: Raw): Input<Analytics['headlines']> {
  const parameters = {
    player_id: player(raw),
    start_date: required(raw, 'start_date', date),
    // Analytics, POST /headlines/stats_by_player: omitted or blank, the range runs to the present.
    end_date: optional(raw, 'end_date', (value, key) => {
      const isBlank = typeof value === 'string' && value.trim() === ''
      return isBlank ? undefined : date(value, key)
    }),
    video_duration: required(raw, 'video_duration', seconds),
    pitch_time: optional(raw, 'pitch_time', seconds),
  }
  inOrder(parameters, 'end_date')
  return parameters
}

/** docs/sandbox.md, Custom metrics: only the player is required; without dates, all its days. */
export function metricsRequest(raw: Raw): Input<Analytics['customMetrics']> {
  if (raw['start_date'] !== undefined && raw['end_date'] !== undefined) return ofPlayer(raw)
  const parameters = {
    player_id: player(raw),
    start_date: optional(raw, 'start_date', date) ?? '1970-01-01 00:00:00',
    end_date: optional(raw, 'end_date', date) ?? '9999-12-30 00:00:00',
    timezone: optional(raw, 'timezone', zone),
  }
  inOrder(parameters, 'end_date')
  return parameters
}

export const groupsRequest = (raw: Raw): Input<Analytics['comparisonGroups']> => ({
  start_date: optional(raw, 'start_date', date),
  end_date: optional(raw, 'end_date', date),
  timezone: optional(raw, 'timezone', zone),
})

export const comparisonRequest = (raw: Raw): Input<Analytics['comparisonStats']> => ({
  comparison_group_id: required(raw, 'comparison_group_id', text),
  items: required(raw, 'items', items),
  events: optional(raw, 'events', events),
  timezone: optional(raw, 'timezone', zone),
})

// `items` must have 1 or 2 entries, otherwise 400 (observed on /comparison_groups/stats).
function items(value: unknown, key: string) {
  if (!Array.isArray(value) || value.length < 1 || value.length > 2) {
    throw badParameter(key, 'must be a list of 1 or 2 items')
  }
  return value.map((item: unknown, index) => {
    const place = `${key}[${index}]`
    if (typeof item !== 'object' || item === null) throw badParameter(place, 'must be an object')
    const raw = Object.fromEntries(
      Object.entries(item).map(([name, value]): [string, unknown] => [`${place}.${name}`, value]),
    )
    const parameters = {
      player_id: required(raw, `${place}.player_id`, text),
      start_date: optional(raw, `${place}.start_date`, date),
      end_date: optional(raw, `${place}.end_date`, date),
    }
    inOrder(parameters, `${place}.end_date`)
    return parameters
  })
}

const EVENTS = ['started', 'viewed', 'finished', 'clicked', 'paused']

function events(value: unknown, key: string): string[] {
  if (Array.isArray(value) && value.every((event: unknown) => EVENTS.includes(String(event)))) {
    return value.map(String)
  }
  throw badParameter(key, `must be a list of ${EVENTS.join(', ')}`)
}

function inOrder(
  {
    start_date: start,
    end_date: end,
  }: { start_date?: string | undefined; end_date?: string | undefined },
  key: string,
) {
  if (start === undefined || end === undefined) return
  const range = readRange({ start, end, zone: 'UTC' })
  if (range.to < range.from) throw badParameter(key, 'must not be before start_date')
}
