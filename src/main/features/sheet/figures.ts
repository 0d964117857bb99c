import type { Group } from '../../../shared/api/settings/index.ts'
import { SOURCE_PARAMETER } from '../../../shared/api/traffic.ts'
import { periodOfQuery, zoneOfQuery } from '../../../shared/features/analytics/requests.ts'
import type { VideoFigures } from '../../../shared/features/sheet/figures.ts'
import { FILTER_FIELDS } from '../../../shared/features/videos/dry-run.ts'
import { getOrCreate } from '../../../shared/maps.ts'
import { type Fields, fieldsOf } from '../../../shared/plain.ts'
import { type Period, wireRange } from '../../../shared/time/period.ts'
import { parsed } from '../../database/json.ts'
import type { Store } from '../../database/store.ts'
import type { CallHandlers } from '../../shell/router.ts'
import type { Accounts } from '../accounts/accounts.ts'
import { newestFirst } from '../videos/breakdowns.ts'
import type { PastName, PastOf } from './figures-store.ts'

export interface FiguresParts {
  store: Pick<Store, 'pastScope' | 'pastInputs' | 'pastFigures'>
  accounts: Pick<Accounts, 'find'>
}

/**
 * The answers needed per group. The first one that is stored determines the period of a video's
 * figures.
 */
const NAMES: Partial<Record<Group, readonly PastName[]>> = {
  call_actions: ['userEngagement', 'clicksTimed', 'conversionsTimed'],
  pixels: ['userEngagement', 'userEngagementByOrigin'],
  traffic_filter: ['statsByField'],
}
/** Videos of a message to the store. */
const VIDEOS_AT_ONCE = 50
/** Maximum number of periods in which plays are looked for; people look at a few. */
const MOST_PERIODS = 12

/** Computes the figures of a tab of the sheet from stored answers. Sends no request. */
export function makeFigures({ store, accounts }: FiguresParts): CallHandlers['sheet']['figures'] {
  return async ({ account_id, group, video_ids }) => {
    const { timezone } = await accounts.find(account_id)
    const { video_ids: all, spans } = await store.pastScope(account_id)
    const chosen = video_ids && new Set(video_ids)
    const wanted = chosen ? all.filter((id) => chosen.has(id)) : all
    const found = await findPast(store, { account_id, timezone, group })
    const videos = wanted.map(
      (video_id): PastOf => found.get(video_id) ?? { video_id, period: null, inputs: {} },
    )
    const periods = wholeDays(spans, timezone).sort(newestFirst).slice(0, MOST_PERIODS)
    const figures: VideoFigures[] = []
    for (let at = 0; at < videos.length; ) {
      const some = videos.slice(at, at + VIDEOS_AT_ONCE)
      const request = { group, timezone, periods, videos: some }
      const part = await store.pastFigures(account_id, request)
      figures.push(...part.figures)
      at += part.done
    }
    return figures
  }
}

interface Scope {
  account_id: string
  timezone: string
  group: Group
}

/** The stored answers about each video: all of the newest period for which there are any. */
async function findPast(store: FiguresParts['store'], { account_id, timezone, group }: Scope) {
  const found = new Map<string, PastOf>()
  for (const name of NAMES[group] ?? []) {
    const ofName = new Map<string, Named>()
    for await (const text of inputsOf(store, account_id, name)) {
      const input = fieldsOf(parsed(text))
      const period = isUsable(name, input, timezone) ? wholeDaysOf(input) : null
      const video_id = String(input['player_id'])
      const fixed = found.get(video_id)?.period
      if (period && (!fixed || newestFirst(fixed, period) === 0)) {
        add(ofName, video_id, { period, text })
      }
    }
    for (const [video_id, { period, inputs }] of ofName) {
      const past = getOrCreate(found, video_id, () => ({ video_id, period, inputs: {} }))
      past.inputs[name] = inputs
    }
  }
  return found
}

interface Named {
  period: Period
  inputs: string[]
}

async function* inputsOf(store: FiguresParts['store'], account_id: string, name: PastName) {
  let after: string | undefined = ''
  while (after !== undefined) {
    const page: string[] = await store.pastInputs(account_id, name, after)
    yield* page
    after = page.at(-1)
  }
}

/** Keeps only the inputs of the newest period. */
function add(
  ofName: Map<string, Named>,
  video_id: string,
  { period, text }: { period: Period; text: string },
) {
  const known = ofName.get(video_id)
  const order = known ? newestFirst(period, known.period) : -1
  if (known && order === 0) known.inputs.push(text)
  else if (order < 0) ofName.set(video_id, { period, inputs: [text] })
}

const FIELDS: readonly unknown[] = Object.values(FILTER_FIELDS)

function isUsable(name: PastName, input: Fields, timezone: string) {
  if (zoneOfQuery(input) !== timezone) return false
  if (name === 'userEngagementByOrigin') return input['query_key'] === SOURCE_PARAMETER
  return name !== 'statsByField' || FIELDS.includes(input['field'])
}

/** The period of an input; null when it does not consist of whole days. */
function wholeDaysOf(input: Fields): Period | null {
  const period = periodOfQuery(input)
  const { start_date, end_date } = wireRange(period)
  return input['start_date'] === start_date && input['end_date'] === end_date ? period : null
}

/** The periods of whole days in a zone, from keys made by `spanOf`. */
function wholeDays(spans: readonly string[], timezone: string): Period[] {
  return spans.flatMap((span) => {
    const [start_date, end_date, zone] = (parsed(span) ?? []) as unknown[]
    return zone === timezone ? (wholeDaysOf({ start_date, end_date }) ?? []) : []
  })
}
