import type { Changed } from '../../../shared/bridge.ts'
import type { Overview } from '../../../shared/model/desk.ts'
import { askAhead } from '../../answer.ts'
import { call } from '../../bridge.ts'
import { type ChosenPeriod, resolvePeriod, useView } from '../../view.ts'

type Question = [question: string, ask: () => Promise<Overview>, nouns: Changed[]]

export function overviewQuestion(
  account_id: string,
  { period, comparison }: Omit<ChosenPeriod, 'isPartial'>,
): Question {
  return [
    JSON.stringify([account_id, period, comparison]),
    () => call.overview.read({ account_id, period, comparison }),
    ['overview', 'players'],
  ]
}

/** Asks for the figures before the window is drawn, when it opens on them. */
export async function askOverviewAhead() {
  const { info, preferences } = useView.getState()
  const { screen, account_id } = preferences.place
  const account = info.accounts.find(({ id }) => id === account_id)
  if (screen !== 'overview' || !account) return
  const chosen = resolvePeriod(preferences.overviewPeriod, account.timezone)
  await askAhead(...overviewQuestion(account.id, chosen))
}
