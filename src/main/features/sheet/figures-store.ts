import type { Engagement } from '../../../shared/api/engagement.ts'
import { knownDays, type Player } from '../../../shared/api/player.ts'
import type { Group } from '../../../shared/api/settings/index.ts'
import type { FieldStatistics, Statistics } from '../../../shared/api/statistics.ts'
import { requestsAbout } from '../../../shared/features/analytics/requests.ts'
import type { ClicksTimed, ConversionsTimed } from '../../../shared/features/player/timing.ts'
import { applyEdits } from '../../../shared/features/publishing/lay.ts'
import {
  type PastAnswers,
  rowFigures,
  type SecondSales,
  type VideoFigures,
} from '../../../shared/features/sheet/figures.ts'
import type { EngagementByOrigin } from '../../../shared/features/traffic/traffic-retention.ts'
import type { FilterField } from '../../../shared/features/videos/dry-run.ts'
import { type Fields, fieldsOf } from '../../../shared/plain.ts'
import { elapsedDays, type Period, wireRange } from '../../../shared/time/period.ts'
import { canonicalJson, parsed } from '../../database/json.ts'
import type { StoreContext } from '../../database/stored.ts'
import { makePeriodsUsed, spanOf } from '../analytics/periods-used.ts'
import { makeEditsTable } from '../publishing/edits.ts'

/** The endpoints whose answers about one player the figures are computed from. */
const PAST_NAMES = [
  'userEngagement',
  'userEngagementByOrigin',
  'clicksTimed',
  'conversionsTimed',
  'statsByField',
] as const
export type PastName = (typeof PAST_NAMES)[number]

/** The stored answers about a video, by their canonical input. */
export interface PastOf {
  video_id: string
  inputs: Partial<Record<PastName, string[]>>
}

export interface PastRequest {
  group: Group
  timezone: string
  /**
   * Periods whose plays may be stored, the best first: those of the first one that has any are
   * used. A single one when other answers of it are used, too.
   */
  periods: readonly Period[]
  videos: readonly PastOf[]
}

/** Maximum time that other calls wait, apart from the answers of one video. */
const SLICE_MS = 10
const PAGE_INPUTS = 1000

export type FiguresVerbs = ReturnType<typeof makeFiguresVerbs>

/** Reads the stored answers for the sheet's figures, in slices so that no other call waits long. */
export function makeFiguresVerbs(context: StoreContext) {
  const { desk, answers, clock, listedPlayers } = context
  const figuresOfVideo = makeFiguresOfVideo(context)
  const periodsUsed = makePeriodsUsed(answers, clock)
  return {
    /** The videos' ids, and the periods of stored answers as `spanOf` writes them. */
    pastScope(account_id: string): { video_ids: string[]; spans: string[] } {
      const videos = 'SELECT video_id FROM videos WHERE account_id = ? ORDER BY video_id'
      const spans = 'SELECT span FROM periods_used WHERE account_id = ?'
      return {
        video_ids: desk.all<[string]>(videos, account_id).flat(),
        spans: answers.all<[string]>(spans, account_id).flat(),
      }
    },
    /** The next inputs of an endpoint's stored answers, in order. */
    pastInputs(account_id: string, name: PastName, after: string): string[] {
      const sql = `SELECT input FROM answers WHERE account_id = ? AND name = ? AND input > ?
        ORDER BY input LIMIT ${PAGE_INPUTS}`
      return answers.all<[string]>(sql, account_id, name, after).flat()
    },
    /** How many stored answers with plays there are of a period. */
    pastPlays(account_id: string, span: string): number {
      const sql = 'SELECT COUNT(*) FROM period_answers WHERE account_id = ? AND span = ?'
      return answers.first<[number]>(sql, account_id, span)?.[0] ?? 0
    },
    /** The figures of the first videos: as many as fit in a slice of time, at least one. */
    pastFigures(account_id: string, request: PastRequest) {
      const players = new Map(listedPlayers(account_id).map((player) => [player.id, player]))
      const began = clock.monotonic()
      const figures: VideoFigures[] = []
      const used = new Map<string, Period>()
      let done = 0
      for (const past of request.videos) {
        if (done > 0 && clock.monotonic() - began >= SLICE_MS) break
        const player = players.get(past.video_id) ?? null
        const found = figuresOfVideo({ account_id, player }, past, request)
        if (found) {
          figures.push(found.figures)
          used.set(found.whole.start + found.whole.end, found.whole)
        }
        done += 1
      }
      for (const period of used.values()) {
        periodsUsed.read(account_id, { ...wireRange(period), timezone: request.timezone })
      }
      return { figures, done }
    },
  }
}

interface Known<T> {
  value: T
  asOf: number
  input: Fields
}

type OfAccount = { account_id: string; timezone: string }

/** Reads stored answers by their inputs. */
function makePastRead({ answers }: Pick<StoreContext, 'answers'>) {
  const salesRead = makeSalesRead()

  /** Oldest first. */
  function all<T>(account_id: string, name: PastName, inputs: readonly string[] = []): Known<T>[] {
    const sql = 'SELECT as_of, value FROM answers WHERE account_id = ? AND name = ? AND input = ?'
    return inputs
      .flatMap((input) => {
        const row = answers.first<[number, string]>(sql, account_id, name, input)
        const value = parsed(row?.[1])
        if (!row || value === undefined) return []
        return [{ value: value as T, asOf: row[0], input: fieldsOf(parsed(input)) }]
      })
      .sort((a, b) => a.asOf - b.asOf)
  }

  const newest = <T>(...parameters: Parameters<typeof all>) => all<T>(...parameters).at(-1) ?? null

  /** The newest of the answers to these inputs, each read once. */
  function newestSales(account_id: string, inputs: readonly string[] = []) {
    const name = 'conversionsTimed' satisfies PastName
    const sql = 'SELECT as_of FROM answers WHERE account_id = ? AND name = ? AND input = ?'
    const [last] = inputs
      .flatMap((input) => {
        const [asOf] = answers.first<[number]>(sql, account_id, name, input) ?? []
        return asOf === undefined ? [] : [{ input, asOf }]
      })
      .sort((a, b) => b.asOf - a.asOf)
    if (!last) return null
    const key = JSON.stringify([account_id, last.input, last.asOf])
    const value = salesRead(key, () => newest<ConversionsTimed>(account_id, name, [last.input]))
    return value && { value, asOf: last.asOf }
  }

  /** The plays of the first of these periods for which they are stored. */
  function plays(of: OfAccount, player: Player | null, periods: readonly Period[]) {
    const sql = `SELECT as_of, value FROM period_answers
      WHERE account_id = ? AND span = ? AND input = ?`
    if (!player) return null
    for (const period of periods) {
      const { input } = requestsAbout(player, period, of.timezone).stats
      const key = [of.account_id, spanOf(input), canonicalJson(input)]
      const row = answers.first<[number, string]>(sql, ...key)
      const value = parsed(row?.[1]) as Statistics | undefined
      if (row && value) return { value: value.total_started, asOf: row[0], period }
    }
    return null
  }

  return { all, newest, newestSales, plays }
}

function makeFiguresOfVideo({ desk, answers }: StoreContext) {
  const edits = makeEditsTable(desk)
  const { all, newest, newestSales, plays } = makePastRead({ answers })

  function laid(account_id: string, video_id: string, group: Group) {
    const sql = `SELECT duration, json_extract(video, '$.${group satisfies Group}')
      FROM videos WHERE account_id = ? AND video_id = ?`
    const row = desk.first<[number | null, string | null]>(sql, account_id, video_id)
    if (!row) return null
    const settings = parsed(row[1] ?? 'null')
    const own = edits.list(account_id, video_id).filter((edit) => edit.group === group)
    const base = { id: video_id, [group]: settings ?? {} }
    return { duration: row[0], settings: fieldsOf(applyEdits(base, own)[group]) }
  }

  /** The stored answers besides plays, and when those used were sent. */
  function pastOf(account_id: string, inputs: PastOf['inputs']) {
    const of = <T>(name: PastName) => newest<T>(account_id, name, inputs[name])
    const engagement = of<Engagement>('userEngagement')
    const clicks = of<ClicksTimed>('clicksTimed')
    const sales = newestSales(account_id, inputs.conversionsTimed)
    const sources = of<EngagementByOrigin>('userEngagementByOrigin')
    const fields = all<FieldStatistics[]>(account_id, 'statsByField', inputs.statsByField)
    // The newest of several answers about a field comes last, and replaces the others.
    const breakdowns = Object.fromEntries(
      fields.map(({ input, value }) => [input['field'] as FilterField, value]),
    )
    return {
      used: [engagement, clicks, sales, sources, ...fields].flatMap((one) => one?.asOf ?? []),
      ...{ engagement, sources },
      known: {
        engagement: engagement?.value.grouped_timed ?? null,
        clicks: clicks?.value ?? null,
        sales: sales?.value ?? null,
        sources: sources?.value ?? null,
        breakdowns,
      },
    }
  }

  return (
    { account_id, player }: { account_id: string; player: Player | null },
    { video_id, inputs }: PastOf,
    { group, timezone, periods }: PastRequest,
  ): { figures: VideoFigures; whole: Period } | null => {
    const played = plays({ account_id, timezone }, player, periods)
    const { used, known, engagement, sources } = pastOf(account_id, inputs)
    if (played) used.push(played.asOf)
    const whole = played?.period ?? periods[0]
    const video = used.length > 0 && laid(account_id, video_id, group)
    if (!video || !whole) return null
    const asOf = Math.min(...used)
    const daysAt = (at: number) => knownDays(whole, player, { zone: timezone, asOf: at })
    const period = daysAt(asOf)
    const elapsed = (one: Known<unknown> | null) =>
      one ? elapsedDays(daysAt(one.asOf), timezone, one.asOf) : 0
    const days = { engagement: elapsed(engagement), sources: elapsed(sources) }
    const past: PastAnswers = { ...known, days, plays: played?.value ?? null }
    return { figures: { video_id, period, asOf, rows: rowFigures(group, video, past) }, whole }
  }
}

/** Maximum number of seconds with sales kept in memory, for all videos. */
const MOST_KEPT = 500_000

/**
 * Caches sales. Analytics, POST /conversions/video_timed: an answer lists every second of a video
 * with a dozen amounts, so parsing it takes milliseconds, and each edit needs all of them. Only the
 * seconds with sales are cached.
 */
function makeSalesRead() {
  const kept = new Map<string, SecondSales[]>()
  let size = 0
  return (key: string, read: () => Known<ConversionsTimed> | null): SecondSales[] | null => {
    const known = kept.get(key)
    if (known) return known
    const sales = read()?.value.filter(({ timed_conversions }) => timed_conversions > 0)
    if (!sales) return null
    const own = sales.map(({ timed, timed_conversions }) => ({ timed, timed_conversions }))
    size += own.length + 1
    if (size > MOST_KEPT) {
      kept.clear()
      size = own.length + 1
    }
    kept.set(key, own)
    return own
  }
}
