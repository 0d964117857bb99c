import type { Group } from '../../../shared/api/settings/index.ts'
import { SOURCE_PARAMETER } from '../../../shared/api/traffic.ts'
import { zoneOfQuery } from '../../../shared/features/analytics/requests.ts'
import type { VideoFigures } from '../../../shared/features/sheet/figures.ts'
import { FILTER_FIELDS } from '../../../shared/features/videos/dry-run.ts'
import { getOrCreate } from '../../../shared/maps.ts'
import { type Fields, fieldsOf } from '../../../shared/plain.ts'
import { type Period, samePeriod, todayIn, wholeFirst } from '../../../shared/time/period.ts'
import type { Clock } from '../../clock.ts'
import { parsed } from '../../database/json.ts'
import type { Store } from '../../database/store.ts'
import type { CallHandlers } from '../../shell/router.ts'
import type { Accounts } from '../accounts/accounts.ts'
import { wholeDaysOf } from '../videos/breakdowns.ts'
import type { PastName, PastOf, PastRequest } from './figures-store.ts'

export interface PlaysParts {
  store: Pick<Store, 'pastScope' | 'pastFigures'>
  accounts: Pick<Accounts, 'find'>
  clock: Pick<Clock, 'now'>
}

interface FiguresParts extends PlaysParts {
  store: PlaysParts['store'] & Pick<Store, 'pastInputs' | 'pastPlays'>
}

/**
 * The answers needed per group. The first one that is stored of any video determines the period of
 * the figures.
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

/**
 * Computes the figures of a tab of the sheet from stored answers, all of the same days, so that
 * videos can be compared. Sends no request.
 */
export function makeFigures({
  store,
  accounts,
  clock,
}: FiguresParts): CallHandlers['sheet']['figures'] {
  return async ({ account_id, group, video_ids, period: wanted }) => {
    const { timezone } = await accounts.find(account_id)
    const scope = { account_id, timezone, today: todayIn(timezone, clock.now()), group }
    const { video_ids: all, spans } = await store.pastScope(account_id)
    const known = new Set(all)
    const period =
      wanted ??
      (await periodOfAnswers(store, scope, known)) ??
      (await periodOfPlays(store, scope, spans))
    if (!period) return { period, videos: [] }
    const inputs = await inputsIn(store, scope, period)
    const videos = (video_ids ?? all)
      .filter((id) => known.has(id))
      .map((video_id) => ({ video_id, inputs: inputs.get(video_id) ?? {} }))
    const request = { group, timezone, periods: [period], videos }
    return { period, videos: await readFigures(store, account_id, request) }
  }
}

/**
 * Reads the plays of all videos, each in its newest stored period that is over, or else in its newest.
 * Sends no request.
 */
export function makeNewestPlays({ store, accounts, clock }: PlaysParts) {
  return async (account_id: string): Promise<VideoFigures[]> => {
    const { timezone } = await accounts.find(account_id)
    const { video_ids, spans } = await store.pastScope(account_id)
    const today = todayIn(timezone, clock.now())
    const periods = newestPeriods(spans, { timezone, today }).map(({ period }) => period)
    const videos = video_ids.map((video_id) => ({ video_id, inputs: {} }))
    // A group without figures of its own, so that only plays are read.
    return readFigures(store, account_id, { group: 'playback', timezone, periods, videos })
  }
}

async function readFigures(
  store: Pick<Store, 'pastFigures'>,
  account_id: string,
  { videos, ...request }: PastRequest,
): Promise<VideoFigures[]> {
  const figures: VideoFigures[] = []
  for (let at = 0; at < videos.length; ) {
    const some: readonly PastOf[] = videos.slice(at, at + VIDEOS_AT_ONCE)
    const part = await store.pastFigures(account_id, { ...request, videos: some })
    figures.push(...part.figures)
    at += part.done
  }
  return figures
}

interface Scope {
  account_id: string
  timezone: string
  today: string
  group: Group
}

/** The period of which most videos have answers, by the first endpoint that has any. */
async function periodOfAnswers(
  store: FiguresParts['store'],
  scope: Scope,
  videos: ReadonlySet<string>,
): Promise<Period | null> {
  for (const name of NAMES[scope.group] ?? []) {
    const found = new Map<string, { period: Period; videos: Set<string> }>()
    for await (const { video_id, period } of answersTo(store, scope, name)) {
      if (!videos.has(video_id)) continue
      const key = `${period.start} ${period.end}`
      getOrCreate(found, key, () => ({ period, videos: new Set<string>() })).videos.add(video_id)
    }
    const counted = [...found.values()].map((one) => ({ ...one, count: one.videos.size }))
    const most = ofMost(counted, scope)
    if (most) return most
  }
  return null
}

/** The period of which most videos have plays. */
async function periodOfPlays(store: FiguresParts['store'], scope: Scope, spans: readonly string[]) {
  const counted: Counted[] = []
  for (const { period, span } of newestPeriods(spans, scope)) {
    const count = await store.pastPlays(scope.account_id, span)
    if (count > 0) counted.push({ period, count })
  }
  return ofMost(counted, scope)
}

interface Counted {
  period: Period
  count: number
}

/** Of the periods with the highest count, the newest that is over. */
function ofMost(counted: readonly Counted[], { today }: Pick<Scope, 'today'>): Period | null {
  const order = wholeFirst(today)
  const [most] = counted.toSorted((a, b) => b.count - a.count || order(a.period, b.period))
  return most?.period ?? null
}

/** The stored answers about each video in a period. */
async function inputsIn(store: FiguresParts['store'], scope: Scope, wanted: Period) {
  const found = new Map<string, PastOf['inputs']>()
  for (const name of NAMES[scope.group] ?? []) {
    for await (const { video_id, period, text } of answersTo(store, scope, name)) {
      if (!samePeriod(period, wanted)) continue
      const inputs = getOrCreate(found, video_id, (): PastOf['inputs'] => ({}))
      inputs[name] = [...(inputs[name] ?? []), text]
    }
  }
  return found
}

/** The usable answers of an endpoint: the video and the whole days that each is about. */
async function* answersTo(
  store: FiguresParts['store'],
  { account_id, timezone }: Scope,
  name: PastName,
) {
  let after: string | undefined = ''
  while (after !== undefined) {
    const page: string[] = await store.pastInputs(account_id, name, after)
    for (const text of page) {
      const input = fieldsOf(parsed(text))
      const period = isUsable(name, input, timezone) ? wholeDaysOf(input) : null
      if (period) yield { video_id: String(input['player_id']), period, text }
    }
    after = page.at(-1)
  }
}

const FIELDS: readonly unknown[] = Object.values(FILTER_FIELDS)

function isUsable(name: PastName, input: Fields, timezone: string) {
  if (zoneOfQuery(input) !== timezone) return false
  if (name === 'userEngagementByOrigin') return input['query_key'] === SOURCE_PARAMETER
  return name !== 'statsByField' || FIELDS.includes(input['field'])
}

/** The newest periods of whole days in a zone, those that are over first, from keys made by `spanOf`. */
function newestPeriods(
  spans: readonly string[],
  { timezone, today }: Pick<Scope, 'timezone' | 'today'>,
) {
  const order = wholeFirst(today)
  return spans
    .flatMap((span) => {
      const [start_date, end_date, zone] = (parsed(span) ?? []) as unknown[]
      const period = zone === timezone ? wholeDaysOf({ start_date, end_date }) : null
      return period ? [{ span, period }] : []
    })
    .sort((a, b) => order(a.period, b.period))
    .slice(0, MOST_PERIODS)
}
