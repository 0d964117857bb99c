import type { Analytics, AnalyticsName } from '../../../shared/api/analytics.ts'
import { type LengthAndPitch, type Player, unlistedPlayer } from '../../../shared/api/player.ts'
import type { Video } from '../../../shared/api/video.ts'
import { AppError } from '../../../shared/failure.ts'
import type { StoredAbTest } from '../../../shared/features/ab-tests/ab-test.ts'
import { testsIn } from '../../../shared/features/ab-tests/times.ts'
import { requestsAbout } from '../../../shared/features/analytics/requests.ts'
import type { OwnAnnotation } from '../../../shared/features/annotations/own-annotation.ts'
import type { RequestOf, TableName } from '../../../shared/features/exports/request.ts'
import type { Marker } from '../../../shared/features/markers/marker.ts'
import type { Overview } from '../../../shared/features/overview/overview.ts'
import type {
  HistoryFilter,
  HistoryPage,
} from '../../../shared/features/publishing/change-history.ts'
import type { Publish } from '../../../shared/features/publishing/publish.ts'
import type { Output } from '../../../shared/operation.ts'
import type { Known } from '../../../shared/tables/measures.ts'
import type { Table } from '../../../shared/tables/table.ts'
import type { Period } from '../../../shared/time/period.ts'
import type { ExportFacts } from './facts.ts'

export interface TablesParts {
  /** The stored answer to a request, or null. Nothing is sent. */
  read: (
    account_id: string,
    name: AnalyticsName,
    input: Record<string, unknown>,
  ) => Promise<Known<unknown> | null>
  readOverview: (
    account_id: string,
    range: { period: Period; comparison: Period | null },
  ) => Promise<Overview>
  readTests: (account_id: string) => Promise<Record<string, StoredAbTest>>
  /** With its full history. */
  readTest: (account_id: string, group_id: string) => Promise<StoredAbTest>
  /** A player's stored video, with its calls as of an instant (epoch milliseconds); or null. */
  readVideo: (account_id: string, video_id: string, at: number) => Promise<Video | null>
  /** The length and pitch with which the figures of a player that left the list are stored. */
  lastKnown: (account_id: string, player_id: string) => Promise<LengthAndPitch>
  readMarkers: (account_id: string, player_id: string) => Promise<Marker[]>
  readAnnotations: (account_id: string) => Promise<readonly OwnAnnotation[]>
  readPublish: (account_id: string, publish: number) => Promise<Publish | null>
  readHistory: (
    account_id: string,
    filter: HistoryFilter,
    before: number | null,
  ) => Promise<HistoryPage>
  accountOf: (account_id: string) => Promise<{ name: string; timezone: string }>
  /** Epoch milliseconds at which the tables are: now, or when a report was made. */
  now: () => number
}

/** The inputs of a table besides its request. */
export interface About extends TablesParts {
  account_id: string
  timezone: string
  players: readonly Player[]
  /** The player of the request; null without one, and for one of which nothing is known. */
  player: Player | null
}

export type AboutPlayer = About & { player: Player }

/** A table, and those facts of its file that the request does not contain. */
export type Built = { table: Table } & Partial<Pick<ExportFacts, 'filters' | 'period' | 'timezone'>>

export type Builder<T extends TableName> = (request: RequestOf<T>, about: About) => Promise<Built>
export type Builders<T extends TableName> = { [N in T]: Builder<N> }

/** Throws `not-found` for an unknown player. */
export const ofPlayer =
  <R extends { player_id: string }>(build: (request: R, about: AboutPlayer) => Promise<Built>) =>
  async (request: R, about: About) => {
    const { player } = about
    if (player) return build(request, { ...about, player })
    const text = `The account's list has no player ${request.player_id}.`
    throw new AppError({ kind: 'not-found', what: 'local', text })
  }

export async function stored<N extends AnalyticsName>(
  { read, account_id }: About,
  { name, input }: { name: N; input: object },
) {
  const answer = await read(account_id, name, { ...input })
  return answer as Known<Output<Analytics[N]>> | null
}

/** The stored list of A/B tests, with their times in the account's zone. */
export async function storedTests(about: About) {
  const { timezone } = about
  const listed = await stored(about, { name: 'comparisonGroups', input: { timezone } })
  return listed && testsIn(listed, timezone)
}

export const requestsFor = ({ period }: { period: Period }, { player, timezone }: AboutPlayer) =>
  requestsAbout(player, period, timezone)

/** A player of the list, or what is known of one that left it. */
export const knownPlayer = async (
  { players, account_id, lastKnown }: Pick<About, 'players' | 'account_id' | 'lastKnown'>,
  player_id: string,
) =>
  players.find(({ id }) => id === player_id) ??
  unlistedPlayer(player_id, await lastKnown(account_id, player_id))
