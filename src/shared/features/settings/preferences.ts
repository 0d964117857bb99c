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
  /** Whether custom days that are whole calendar months are stepped by their number. Default false. */
  countsDays: z.boolean().optional(),
  excludesToday: z.boolean(),
  comparison: z.enum(COMPARISONS),
  customComparison: period.nullable(),
  /** Whether the dates are a report's, which go by no current day. Default false. */
  isFixed: z.boolean().optional(),
})
export type PeriodChoice = z.output<typeof periodChoice>

const SCREENS = [
  'welcome',
  'overview',
  'player',
  'variants',
  'leaderboard',
  'live',
  'traffic',
  'videos',
  'video',
  'sheet',
  'problems',
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

/** How a table is exported: CSV for spreadsheets, an XLSX workbook, or CSV for programs. */
export const FILE_KINDS = ['spreadsheet', 'xlsx', 'machine'] as const
export type FileKind = (typeof FILE_KINDS)[number]

/** A day of an account with 1,600 players takes about 250 MB; with 20 players, 3 MB. */
export const FIGURES_MB = [250, 1000, 4000, 16_000] as const

/** The user's stored preferences. Not secret; stored in a small file of their own. */
export const preferences = z.object({
  language: z.enum(['system', ...LANGUAGES]),
  theme: z.enum(['system', 'light', 'dark']),
  /** The height of table rows. */
  density: z.enum(['compact', 'comfortable']),
  fileKind: z.enum(FILE_KINDS),
  basis: z.enum(['events', 'sessions', 'devices']),
  isOffline: z.boolean(),
  place: z.object({
    screen: z.enum(SCREENS),
    account_id: accountId.nullable(),
    player_id: playerId.nullable(),
    // Absent in files written before the app had videos.
    video_id: videoId.nullable().default(null),
  }),
  overviewPeriod: periodChoice,
  playerPeriod: periodChoice,
  overviewTable: z.object({
    columns: z.array(z.string().max(64)).max(64),
    sort: z.object({ column: z.string().max(64), descending: z.boolean() }),
  }),
  /** In percent of the previous figure: a smaller change counts as no change. */
  deadBand: z.number().min(0).max(100),
  /** The sort order of a video's calls to action and pixels, in the app only. */
  itemOrder: z.enum(ITEM_ORDERS),
  /** Maximum size of the downloaded figures on this computer, in megabytes. */
  figuresMb: z.literal(FIGURES_MB),
  /** Whether to check for updates automatically; null until the user chose. */
  checksForUpdates: z.boolean().nullable(),
  /** The players whose live users are shown, from all accounts. */
  live: z.object({ player_ids: z.array(playerId).max(200), minutes: z.int().min(1).max(720) }),
  rankingLimit: z.literal(RANKING_LIMITS),
  reportOrder: z.object({ by: z.enum(REPORT_SORTS), descending: z.boolean() }),
  /** Last set for an A/B test. Used by new tests, and by the verdicts on variants. */
  guardrails,
  openedTest: z.object({ account_id: accountId, group_id: z.string().max(200) }).nullable(),
})
export type Preferences = z.output<typeof preferences>

const PERIOD_CHOICE = {
  custom: null,
  // An incomplete day would always look worse than the whole days it is compared with.
  excludesToday: true,
  comparison: 'matchingWeekdays',
  customComparison: null,
} as const

export const DEFAULT_PREFERENCES: Preferences = {
  language: 'system',
  theme: 'system',
  density: 'compact',
  fileKind: 'spreadsheet',
  basis: 'devices',
  isOffline: false,
  place: { screen: 'welcome', account_id: null, player_id: null, video_id: null },
  overviewPeriod: { preset: 'last30', ...PERIOD_CHOICE },
  playerPeriod: { preset: 'last7', ...PERIOD_CHOICE },
  overviewTable: {
    columns: [],
    // Currencies do not add up, and the purpose of the videos is to sell.
    sort: { column: 'total_conversions', descending: true },
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
