import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Account, RANKING_LIMITS } from '../../../shared/model/desk.ts'
import { RANKED_EVENTS } from '../../../shared/model/event-counts.ts'
import { leaderboardQuestion } from '../../../shared/questions-audience.ts'
import { useAccount } from '../../desk.ts'
import { useChosenPeriod } from '../../period.ts'
import { askQuestion, useQuestion } from '../../question.ts'
import { Answered, BlockPage, Chooser, RefreshButton } from '../../ui/block.tsx'
import { PeriodPicker } from '../../ui/period-picker.tsx'
import { prefer, useView } from '../../view.ts'
import { CompanyForm, CompanyKnown } from './company-form.tsx'
import classes from './leaderboard.module.css'
import { type Board, Ranking } from './ranking.tsx'

/** The account's players by what they had most of, and the places they gained and lost. */
export function LeaderboardScreen() {
  const { t } = useTranslation('leaderboard')
  const account = useAccount()
  const [isChanging, setIsChanging] = useState(false)
  if (!account) return null
  const { company_id } = account
  if (company_id === null || isChanging) {
    return (
      <BlockPage title={t('title')} text={t('text')}>
        <CompanyForm
          account={account}
          onDone={() => setIsChanging(false)}
          onCancel={company_id === null ? undefined : () => setIsChanging(false)}
        />
      </BlockPage>
    )
  }
  return <Rankings {...{ account, company_id }} onChange={() => setIsChanging(true)} />
}

interface RankingsProps {
  account: Account
  company_id: string
  onChange: () => void
}

function Rankings({ account, company_id, onChange }: RankingsProps) {
  const { t } = useTranslation('leaderboard')
  const { choice, limit, ...board } = useBoard(account, company_id)
  const { asked, refresh } = board
  return (
    <BlockPage
      title={t('title')}
      text={t('text')}
      choices={
        <>
          <Chooser
            label={t('limit')}
            value={String(limit)}
            choices={RANKING_LIMITS.map((places) => ({
              value: String(places),
              label: `${t('limit')}: ${places}`,
            }))}
            onChange={(chosen) => {
              const rankingLimit = RANKING_LIMITS.find((places) => String(places) === chosen)
              if (rankingLimit !== undefined) prefer({ rankingLimit })
            }}
          />
          <PeriodPicker
            choice={choice}
            zone={account.timezone}
            onChange={(overviewPeriod) => prefer({ overviewPeriod })}
          />
          <RefreshButton refresh={refresh} />
        </>
      }
    >
      <CompanyKnown {...{ account, company_id, onChange }} failure={asked.failure} />
      <Answered asked={asked} height={400}>
        {(answer) => (
          <div className={classes.boards}>
            {RANKED_EVENTS.map((event) => (
              <Ranking key={event} {...{ event, answer, board: { ...board.facts, limit } }} />
            ))}
          </div>
        )}
      </Answered>
    </BlockPage>
  )
}

function useBoard({ id: account_id, timezone }: Account, company_id: string) {
  const choice = useView(({ preferences }) => preferences.overviewPeriod)
  const limit = useView(({ preferences }) => preferences.rankingLimit)
  const { period, comparison } = useChosenPeriod(choice, timezone)
  const worded = { company_id, timezone, limit }
  const question = leaderboardQuestion({ ...worded, period })
  const before = comparison && leaderboardQuestion({ ...worded, period: comparison })
  const asked = useQuestion(account_id, question)
  const compared = useQuestion(account_id, before)
  const players = useQuestion(account_id, { name: 'players', input: {} }).value?.value ?? []
  const facts: Omit<Board, 'limit'> = {
    account_id,
    company_id,
    timezone,
    period,
    comparison,
    compared,
    players,
  }
  const refresh = () =>
    Promise.allSettled(
      [question, before ?? []].flat().map((one) => askQuestion(account_id, one, true)),
    )
  return { choice, limit, asked, facts, refresh }
}
