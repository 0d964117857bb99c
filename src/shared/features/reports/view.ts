import type { Period } from '../../time/period.ts'
import { type Preferences, preferences } from '../settings/preferences.ts'
import type { ReportDocument } from './report.ts'

/** The preferences that a screen's figures, their wording, columns and order depend on. */
const KEYS = ['basis', 'deadBand', 'guardrails', 'overviewTable'] as const

/** The preferences stored in a report. */
export function viewOf(chosen: Preferences): ReportDocument['view'] {
  return Object.fromEntries(KEYS.map((key) => [key, chosen[key]]))
}

/**
 * The preferences with which a report is shown: its own, and the reader's for everything else, such as
 * language and theme.
 */
export function preferencesFor({ about, view }: ReportDocument, own: Preferences): Preferences {
  const { account, player, group, period, comparison } = about
  // One by one, because a report may come from another version.
  const known = KEYS.flatMap((key) => {
    const { success, data } = preferences.shape[key].safeParse(view[key])
    return success ? [[key, data] as const] : []
  })
  return {
    ...own,
    ...(Object.fromEntries(known) as Partial<Preferences>),
    place: {
      screen: about.screen,
      account_id: account.id,
      player_id: player?.id ?? null,
      video_id: null,
    },
    ...(about.screen === 'overview' && period && { overviewPeriod: fixedDays(period, comparison) }),
    playerPeriod: period ? fixedDays(period, comparison) : own.playerPeriod,
    openedTest: group && { account_id: account.id, group_id: group.id },
  }
}

/** A period choice with fixed dates, independent of the current day. */
export const fixedDays = (
  period: Period,
  comparison: Period | null,
): Preferences['playerPeriod'] => ({
  preset: null,
  custom: period,
  excludesToday: false,
  comparison: comparison ? 'custom' : 'none',
  customComparison: comparison,
  isFixed: true,
})
