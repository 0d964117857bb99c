import type { Player } from '../../../shared/api/player.ts'
import { AppError } from '../../../shared/failure.ts'
import { daysOfTest } from '../../../shared/features/ab-tests/table.ts'
import type { Account } from '../../../shared/features/accounts/account.ts'
import type { Answer } from '../../../shared/features/analytics/answer.ts'
import { requestsAbout } from '../../../shared/features/analytics/requests.ts'
import type {
  FrozenCall,
  FrozenScreen,
  ReportDocument,
} from '../../../shared/features/reports/report.ts'
import { fieldsOf } from '../../../shared/plain.ts'
import { refuseEmpty } from './freeze.ts'
import { answerIn, newestResults } from './newest-results.ts'
import { answersOf } from './report-handlers.ts'

export interface PresentParts {
  accounts: () => Promise<Pick<Account, 'id'>[]> | Pick<Account, 'id'>[]
  freeze: (screen: FrozenScreen) => Promise<ReportDocument>
}

type UnansweredCall = Omit<FrozenCall, 'value'>

/** A report's screen with today's stored data. Throws `report-account`, `nothing-stored`. */
export function makePresent({ accounts, freeze }: PresentParts) {
  return async (document: ReportDocument): Promise<ReportDocument> => {
    const { account } = document.about
    const isHere = (await accounts()).some(({ id }) => id === account.id)
    if (!isHere) throw new AppError({ kind: 'report-account', name: account.name })
    const first = await freeze(screenOf(document, []))
    const also = [...rewordedCalls(document, first), ...testCalls(first)]
    return refuseEmpty(also.length === 0 ? first : await freeze(screenOf(document, also)))
  }
}

function screenOf({ about, calls }: ReportDocument, also: readonly UnansweredCall[]): FrozenScreen {
  const { screen, title, group, period, comparison, filters, account, player } = about
  return {
    ...{ screen, title, group, period, comparison, filters },
    account_id: account.id,
    player_id: player?.id ?? null,
    // A player's list has those of compared curves too.
    player_ids: player ? [player.id] : playersIn({ about, calls }).map(({ id }) => id),
    calls: [...calls.map(({ noun, verb, input }) => ({ noun, verb, input })), ...also],
  }
}

const playersIn = (document: Pick<ReportDocument, 'calls' | 'about'>) =>
  answerIn<Answer<Player[]>>(document, 'analytics', 'players')?.value ?? []

/** The report's calls whose zone, pitch time or duration is another today, with the current values. */
function rewordedCalls({ calls }: ReportDocument, today: ReportDocument): UnansweredCall[] {
  const players = new Map(playersIn(today).map((player) => [player.id, player]))
  const { timezone } = today.about.account
  return calls.flatMap(({ noun, verb, input }): UnansweredCall[] => {
    const own = fieldsOf(input)
    const player = players.get(String(own['player_id']))
    const inForce = {
      timezone,
      ...(player && { video_duration: player.duration, pitch_time: player.pitch_time }),
    }
    const changed = Object.entries(inForce).filter(
      ([key, value]) => key in own && own[key] !== value,
    )
    if (noun !== 'analytics' || changed.length === 0) return []
    return [{ noun, verb, input: { ...own, ...Object.fromEntries(changed) } }]
  })
}

/** Calls of a running test, whose newest answers cover later days. */
function testCalls(document: ReportDocument): UnansweredCall[] {
  const { timezone: zone, id: account_id } = document.about.account
  const players = playersIn(document)
  const { stored } = answersOf(document)
  const calls = newestResults(document).flatMap(({ pair, newest, request }) => {
    const days = daysOfTest(newest)
    const arms = players.filter(({ id }) => pair.includes(id))
    const byDay = arms.map((arm) => requestsAbout(arm, days, zone).statsByDay)
    return [
      ...(request ? [{ verb: 'comparisonStats', input: request }] : []),
      ...byDay.map(({ name, input }) => ({ verb: name, input })),
    ]
  })
  return calls
    .filter(({ verb, input }) => stored(account_id, verb, input) === null)
    .map(({ verb, input }) => ({ noun: 'analytics', verb, input: { ...input, account_id } }))
}
