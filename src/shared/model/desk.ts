import { z } from 'zod'
import type { Player } from '../api/player.ts'
import type { AdditiveTotals, Statistics } from '../api/statistics.ts'
import { videoId } from '../api/video.ts'
import type { ClockSetting } from '../clock.ts'
import type { Failure, KeyState } from '../failure.ts'
import { DEFAULT_GUARDRAILS, guardrails } from '../features/ab-tests/ab-test.ts'
import type { Recovery } from '../features/backup/recovery.ts'
import { REPORT_SORTS, type ReportAbout, type ReportDocument } from '../features/reports/report.ts'
import { LANGUAGES, type Language } from '../locales/languages.ts'
import { COMPARISONS, PRESETS, period } from '../time/period.ts'
import { accountId, playerId } from './ids.ts'

/** What a read gives: the value, how old it is, and what stopped it from being newer. */
export interface Answer<T> {
  value: T
  /** Epoch milliseconds at which the service said it. */
  asOf: number
  from: 'service' | 'store'
  /** The asked days can no longer change. */
  isSettled: boolean
  /** Why the newest try to refresh it failed; null when it did not. */
  trouble: Failure | null
}

/** A company's account as this desk knows it. Never holds a key. */
export interface Account {
  id: string
  name: string
  isDemo: boolean
  timezone: string
  /** The company's own id, which only rankings need; null until the person told it. */
  company_id: string | null
  /** Base address of the analytics service. */
  base_url: string
  /** Base address of the video management service, when the account has a token for it. */
  api_base_url: string | null
  keys: { analytics: KeyState; video: KeyState }
  /** When a call last showed that the analytics key works; null when none has. */
  testedAt: number | null
  downloadedAt: number | null
  createdAt: number
}

/** Whether the account has a way to its videos. */
export const hasVideos = ({ isDemo, api_base_url }: Account): boolean =>
  isDemo || api_base_url !== null

/** What forgetting an account erased. */
export interface Erased {
  name: string
  keys: number
  /** Keys that a locked keychain still has: they go when it is next unlocked. */
  keysLater: number
  answers: number
  days: number
  /** Changes that were not posted. */
  edits: number
  /** Of reports that made themselves. */
  schedules: number
  /** Reports of it in the library, which are not erased: each is a record of its own. */
  keptReports: number
}

/** One player in the overview, for the period and its comparison. */
export interface OverviewRow {
  player: Player
  current: OverviewFigures
  comparison: OverviewFigures | null
  /** What the person noted of it; absent when they noted nothing. */
  tags?: readonly string[]
  isPinned?: boolean
}

export interface OverviewFigures {
  /** The service's answer for exactly this period: the only source of uniques and rates. */
  period: Statistics | null
  /** Sums of day rows; null unless every day of the period is stored. */
  sums: AdditiveTotals | null
  /** Epoch ms of the oldest answer behind the figures that can still change (`makeAge`); null when there is none. */
  asOf: number | null
  /** None of them can change any more; absent: some can. */
  isSettled?: boolean
}

export interface Overview {
  rows: OverviewRow[]
  /** The period's days, and each additive measure summed over all players on each; null where a day is not stored for every player. */
  days: string[]
  daily: Record<keyof AdditiveTotals, (number | null)[]>
  playersAsOf: number | null
}

export const downloadScope = z.object({
  account_id: accountId,
  period,
  comparison: period.nullable(),
  /** Also what each player's own dashboard shows, so that it opens offline. */
  withPlayers: z.boolean(),
  /** Also the traffic of each player; absent is no. */
  withTraffic: z.boolean().optional(),
  /** Only these players; all when null. */
  player_ids: z.array(playerId).max(5000).nullable(),
})
export type DownloadScope = z.output<typeof downloadScope>

export interface DownloadPlan {
  players: number
  /** Requests it will send; at most so many where idle players are found first. */
  questions: number
  /** Of them, those that find the players without any event, which are then asked nothing; 0 when none do. */
  idleQuestions: number
  /** Queries they are expected to cost: a request may count as more than one. */
  queries: number
  /** Days already stored that can no longer change, and are not asked again. */
  settledDays: number
  /** Seconds it takes at the plan's limit. Null when the limit is not known. */
  seconds: number | null
  /** Queries left now in each window; empty when not known. */
  windows: { intervalSeconds: number; remaining: number; limit: number; endsAt: number }[]
}

export interface DownloadState {
  account_id: string
  scope: DownloadScope
  status: 'running' | 'waiting' | 'done' | 'cancelled' | 'failed' | 'interrupted'
  total: number
  done: number
  /** Questions that failed, with the reason; the rest went on. */
  failures: { what: string; player_id: string | null; failure: Failure }[]
  startedAt: number
  endedAt: number | null
  /** While waiting for the quota: when it goes on, epoch ms. */
  resumesAt: number | null
}

/** How a download is said to have ended: one that came to its end without all of its answers is not simply done. */
export function downloadOutcome({
  status,
  failures,
  done,
}: Pick<DownloadState, 'status' | 'failures' | 'done'>): DownloadState['status'] | 'partial' {
  if (status !== 'done' || failures.length === 0) return status
  return failures.length >= done ? 'failed' : 'partial'
}

export interface Activity {
  /** Requests under way or waiting, oldest first. */
  running: {
    id: number
    account_id: string
    what: string
    since: number
    waitsUntil: number | null
  }[]
  /** The newest failures first, at most 100. */
  failures: { id: number; account_id: string; what: string; at: number; failure: Failure }[]
  sent: number
}

const periodChoice = z.object({
  preset: z.enum(PRESETS).nullable(),
  /** Used when no preset is chosen. */
  custom: period.nullable(),
  excludesToday: z.boolean(),
  comparison: z.enum(COMPARISONS),
  customComparison: period.nullable(),
})
export type PeriodChoice = z.output<typeof periodChoice>

export const SCREENS = [
  'welcome',
  'overview',
  'player',
  'variants',
  'leaderboard',
  'live',
  'traffic',
  'videos',
  'video',
  'outbox',
  'abTests',
  'annotations',
  'reports',
  'activity',
  'settings',
] as const
export type Screen = (typeof SCREENS)[number]

export const ITEM_ORDERS = ['service', 'name', 'start', 'state'] as const
export type ItemOrder = (typeof ITEM_ORDERS)[number]

export const RANKING_LIMITS = [5, 10, 25, 50, 100] as const

/** How a table is written to a file: CSV for spreadsheets, a workbook, or CSV for programs. */
export const FILE_KINDS = ['spreadsheet', 'xlsx', 'machine'] as const
export type FileKind = (typeof FILE_KINDS)[number]

/** What the desk remembers of the person's choices; not secret, kept in a small file of its own. */
/** A day of an account of 1,600 players takes about 250; of 20 players, three. */
export const FIGURES_MB = [250, 1000, 4000, 16_000] as const

export const preferences = z.object({
  language: z.enum(['system', ...LANGUAGES]),
  theme: z.enum(['system', 'light', 'dark']),
  fileKind: z.enum(FILE_KINDS),
  basis: z.enum(['events', 'sessions', 'devices']),
  isOffline: z.boolean(),
  place: z.object({
    screen: z.enum(SCREENS),
    account_id: accountId.nullable(),
    player_id: playerId.nullable(),
    // Files of preferences written before there were videos lack it.
    video_id: videoId.nullable().default(null),
  }),
  overviewPeriod: periodChoice,
  playerPeriod: periodChoice,
  overviewTable: z.object({
    columns: z.array(z.string().max(64)).max(64),
    sort: z.object({ column: z.string().max(64), descending: z.boolean() }),
  }),
  /** Percent of the figure before: a smaller change is not called a move. */
  deadBand: z.number().min(0).max(100),
  /** How a video's calls to action and pixels are listed; the service keeps its own order. */
  itemOrder: z.enum(ITEM_ORDERS),
  /** Megabytes that the downloaded figures may take on this computer. */
  figuresMb: z.literal(FIGURES_MB),
  /** Whether the update address may be asked by itself; null until the person said so. */
  checksForUpdates: z.boolean().nullable(),
  /** Whose live users are shown, of all accounts. */
  live: z.object({ player_ids: z.array(playerId).max(200), minutes: z.int().min(1).max(720) }),
  /** How many places a ranking has. */
  rankingLimit: z.literal(RANKING_LIMITS),
  /** How the library of reports is ordered. */
  reportOrder: z.object({ by: z.enum(REPORT_SORTS), descending: z.boolean() }),
  /** As last set for an A/B test: a new test begins with them, and variants are read by them. */
  guardrails,
  /** The A/B test that is open. */
  openedTest: z.object({ account_id: accountId, group_id: z.string().max(200) }).nullable(),
})
export type Preferences = z.output<typeof preferences>

const PERIOD_CHOICE = {
  custom: null,
  // Compared with whole days, a day that is not over would always be worse.
  excludesToday: true,
  comparison: 'matchingWeekdays',
  customComparison: null,
} as const

export const DEFAULT_PREFERENCES: Preferences = {
  language: 'system',
  theme: 'system',
  fileKind: 'spreadsheet',
  basis: 'devices',
  isOffline: false,
  place: { screen: 'welcome', account_id: null, player_id: null, video_id: null },
  overviewPeriod: { preset: 'last30', ...PERIOD_CHOICE },
  playerPeriod: { preset: 'last7', ...PERIOD_CHOICE },
  overviewTable: {
    columns: [],
    sort: { column: 'total_started', descending: true },
  },
  deadBand: 5,
  itemOrder: 'service',
  figuresMb: 250,
  checksForUpdates: null,
  live: { player_ids: [], minutes: 60 },
  rankingLimit: 10,
  reportOrder: { by: 'madeAt', descending: true },
  guardrails: DEFAULT_GUARDRAILS,
  openedTest: null,
}

export interface DeskInfo {
  version: string
  electron: string
  /** `refused` and `allowed`: it gets no security fixes, and real keys are kept from it, or not. */
  electronSupport: 'supported' | 'refused' | 'allowed'
  platform: string
  language: Language
  /** The computer's; an account has its own. */
  zone: string
  clock: ClockSetting
  preferences: Preferences
  accounts: Account[]
  /** The folder that holds the desk's files. */
  dataFolder: string
  /** What happened to the files at this start that the person must know; null when nothing did. */
  recovery: Recovery | null
  /** The report that the window shows instead of the desk; null when it shows the desk. */
  report: OpenReport | null
  /** How this page is drawn for paper, or to be read once; null in the desk's window. */
  press: PressedPage | null
}

/** A page that nobody acts on: all of it is drawn at once, and nothing that could be pressed. */
export interface PressedPage {
  /** The words by which its figures were defined. */
  definitions: ReportDocument['definitions']
  /** The query parameter whose traffic it shows; null for the first that is found. */
  query_key: string | null
}

export interface OpenReport {
  id: string
  about: ReportAbout
}

/** Characters of a kept page; an overview has about a tenth. */
export const LARGEST_PAGE = 900_000

/** The overview as it was last drawn, for the first moment of the next start. */
export const drawnPage = z.object({
  html: z.string().max(LARGEST_PAGE),
  language: z.string().max(16),
  colorScheme: z.string().max(16),
  /** Epoch ms of the end of the day it was drawn on, in its account's zone. */
  until: z.number(),
})
export type DrawnPage = z.output<typeof drawnPage>

/** Whether the services answer, from the last real call. */
export interface Connection {
  isOnline: boolean
  /** The person asked to work offline. */
  isChosen: boolean
  /** Epoch ms of the last answer of a service; null when none came since the start. */
  lastAnswerAt: number | null
  /**
   * Whole minutes by which this computer's clock is ahead of the service's, negative when it is behind;
   * 0 within two minutes, and before any answer said its time.
   */
  clockAheadMinutes: number
  /** What of the network stops every request; null when it is nothing that a person has to change. */
  fault: Failure | null
}
