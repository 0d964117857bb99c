import type { Period } from '../../time/period.ts'
import { type Preferences, preferences } from '../settings/preferences.ts'
import type { ReportDocument } from './report.ts'

/** The choices that a screen's figures and their wording depend on. */
const KEYS = ['basis', 'deadBand', 'guardrails'] as const
const viewed = preferences.pick({ basis: true, deadBand: true, guardrails: true }).partial()

/** What a report keeps of the choices in force when it was made. */
export function viewOf(chosen: Preferences): ReportDocument['view'] {
  return Object.fromEntries(KEYS.map((key) => [key, chosen[key]]))
}

/** The choices under which a report is shown: its own, and of the reader only language and theme. */
export function preferencesFor({ about, view }: ReportDocument, own: Preferences): Preferences {
  const { account, player, group, period, comparison } = about
  const known = viewed.safeParse(view)
  return {
    ...own,
    ...(known.success ? (known.data as Partial<Preferences>) : {}),
    place: {
      screen: about.screen,
      account_id: account.id,
      player_id: player?.id ?? null,
      video_id: null,
    },
    playerPeriod: period ? fixedDays(period, comparison) : own.playerPeriod,
    openedTest: group && { account_id: account.id, group_id: group.id },
  }
}

/** Days that stay these days, whenever they are looked at. */
export const fixedDays = (
  period: Period,
  comparison: Period | null,
): Preferences['playerPeriod'] => ({
  preset: null,
  custom: period,
  excludesToday: false,
  comparison: comparison ? 'custom' : 'none',
  customComparison: comparison,
})
