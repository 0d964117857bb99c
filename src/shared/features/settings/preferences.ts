import { z } from 'zod'
import { videoId } from '../../api/video.ts'
import { LANGUAGES } from '../../locales/languages.ts'
import { accountId, playerId } from '../../model/ids.ts'
import { COMPARISONS, PRESETS, period } from '../../time/period.ts'
import { DEFAULT_GUARDRAILS, guardrails } from '../ab-tests/ab-test.ts'
import { REPORT_SORTS } from '../reports/report.ts'

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

/** A day of an account of 1,600 players takes about 250; of 20 players, three. */
export const FIGURES_MB = [250, 1000, 4000, 16_000] as const

/** What is remembered of the person's choices; not secret, kept in a small file of its own. */
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
