import type { Player } from '../../../shared/api/player.ts'
import type { Video } from '../../../shared/api/video.ts'
import type { TableRequest } from '../../../shared/features/exports/request.ts'
import type { Marker } from '../../../shared/features/markers/marker.ts'
import { callWindows, callWindowsTable } from '../../../shared/features/player/call-windows.ts'
import {
  type CurveAbout,
  type CurveChoice,
  curveFrom,
  requestOf,
} from '../../../shared/features/player/curves/choice.ts'
import { type CompareEntry, curvesTable } from '../../../shared/features/player/curves.ts'
import { fieldDaysTable } from '../../../shared/features/player/field-days.ts'
import { marksTable } from '../../../shared/features/player/marks.ts'
import { pitchTrialTable } from '../../../shared/features/player/pitch-trial.ts'
import type { Table } from '../../../shared/tables/table.ts'
import { dayEndsAt } from '../../../shared/time/period.ts'
import type { ExportFacts } from './facts.ts'
import { type About, requestsFor, stored } from './stored.ts'

/** Data of a player besides its analytics answers. */
export interface CurveNotes {
  /** A player's stored video, with its calls as of an instant (epoch milliseconds); or null. */
  readVideo: (account_id: string, video_id: string, at: number) => Promise<Video | null>
  readMarkers: (account_id: string, player_id: string) => Promise<Marker[]>
}

type Named<T extends TableRequest['table']> = Extract<TableRequest, { table: T }>
export type OfCurves = Named<'curves' | 'call_windows' | 'marks' | 'field_days' | 'pitch_trial'>

const OF_CURVES: readonly string[] = [
  'curves',
  'call_windows',
  'marks',
  'field_days',
  'pitch_trial',
]

export const isOfCurves = (request: TableRequest): request is OfCurves =>
  OF_CURVES.includes(request.table)

/** The tables of a player's curves, from stored answers. */
export async function curveTableOf(
  request: OfCurves,
  about: About,
  { readVideo, readMarkers }: CurveNotes,
): Promise<Table> {
  const words = requestsFor(request, about)
  switch (request.table) {
    case 'curves':
      return curvesTable(await entries(request, about), request.by)
    case 'call_windows': {
      const at = dayEndsAt(request.period.end, about.timezone)
      const video = await readVideo(about.account_id, about.player.id, at)
      const engagement = await stored('userEngagement', about, words.userEngagement)
      const clicks = await stored('clicksTimed', about, words.clicksTimed)
      return callWindowsTable(callWindows(video ?? {}), engagement, clicks)
    }
    case 'field_days': {
      const answer = await stored(
        'statsByFieldByDay',
        about,
        words.statsByFieldByDay(request.field),
      )
      return fieldDaysTable(answer, about.player)
    }
    case 'pitch_trial': {
      const engagement = await stored('userEngagement', about, words.userEngagement)
      const clicks = await stored('clicksTimed', about, words.clicksTimed)
      const sales = await stored('conversionsTimed', about, words.conversionsTimed)
      const { player } = about
      return pitchTrialTable({ engagement, clicks, sales }, { player, trial: request.trial })
    }
    case 'marks': {
      const { comparison } = request
      const before = comparison && requestsFor({ period: comparison }, about).userEngagement
      const metrics = await stored('customMetrics', about, words.customMetrics)
      const compared = before && (await stored('userEngagement', about, before))
      const engagement = await stored('userEngagement', about, words.userEngagement)
      const markers = await readMarkers(about.account_id, about.player.id)
      return marksTable({ metrics, markers, engagement }, compared)
    }
  }
}

async function entries({ period, choices }: Named<'curves'>, about: About) {
  const { read, account_id, player, timezone } = about
  const players = ((await read(account_id, 'players', {}))?.value ?? []) as Player[]
  const of: CurveAbout = { player, period, timezone, players }
  return Promise.all([null, ...choices].map((choice) => entryOf(choice, of, about)))
}

async function entryOf(
  choice: CurveChoice | null,
  of: CurveAbout,
  { read, account_id }: About,
): Promise<CompareEntry> {
  const { name, input } = requestOf(choice, of)
  const answer = await read(account_id, name, { ...input })
  if (!answer) return { curve: null, why: 'not-downloaded', age: null }
  const curve = curveFrom(choice, answer.value, of)
  return typeof curve === 'string'
    ? { curve: null, why: 'not-applicable', age: answer }
    : { curve, why: 'not-applicable', age: answer }
}

/** Describes each curve, since the column names only number them. */
export function curveFilters(request: OfCurves): ExportFacts['filters'] {
  if (request.table === 'field_days') return { field: request.field }
  if (request.table !== 'curves') return {}
  const named = request.choices.map((choice, index) => [`curve_${index + 2}`, worded(choice)])
  return { by: request.by, ...Object.fromEntries(named) }
}

function worded(choice: CurveChoice): string {
  switch (choice.kind) {
    case 'period':
      return `${choice.period.start}..${choice.period.end}`
    case 'player':
      return choice.player_id
    case 'segment':
      return `${choice.field} = ${choice.value}`
    case 'arm':
      return `${choice.group_id} / ${choice.player_id}`
  }
}
