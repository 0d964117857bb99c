import { Button, Group } from '@mantine/core'
import { type ReactElement, type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  ACCOUNT_EVENTS,
  type Leaderboard,
  RANKED_EVENTS,
  type RankedEvent,
} from '../../../shared/api/event-counts.ts'
import type { Player } from '../../../shared/api/player.ts'
import type { Account } from '../../../shared/features/accounts/account.ts'
import type { Answer } from '../../../shared/features/analytics/answer.ts'
import {
  playersEventsRequests,
  rankedPlayers,
} from '../../../shared/features/analytics/requests-account.ts'
import { leaderboardRequest } from '../../../shared/features/analytics/requests-audience.ts'
import { rankingOf, rankingsOf } from '../../../shared/features/leaderboard/table.ts'
import { RANKING_LIMITS } from '../../../shared/features/settings/preferences.ts'
import type { Period } from '../../../shared/time/period.ts'
import {
  type AnalyticsResult,
  fetchAnalytics,
  isNotOffered,
  useAnalyticsQuery,
} from '../../analytics-query.ts'
import { useAccount } from '../../app-state.ts'
import { useChosenPeriod } from '../../period.ts'
import { useQuery } from '../../query.ts'
import { Answered, BlockPage, Chooser, RefreshButton } from '../../ui/block.tsx'
import kit from '../../ui/kit.module.css'
import { EmptyState } from '../../ui/notice.tsx'
import { PeriodPicker } from '../../ui/period-picker.tsx'
import { prefer, useView } from '../../view.ts'
import { CompanyForm, CurrentCompany } from './company-form.tsx'
import classes from './leaderboard.module.css'
import { type Board, Ranking, RefusedRankings } from './ranking.tsx'

/** The account's players ranked by events, with the places gained and lost. */
export function LeaderboardScreen() {
  const { t } = useTranslation('leaderboard')
  const account = useAccount()
  const [isChanging, setIsChanging] = useState(false)
  if (!account) return null
  const { company_id } = account
  const form = (onCancel?: () => void) => (
    <CompanyForm account={account} onDone={() => setIsChanging(false)} onCancel={onCancel} />
  )
  if (isChanging) {
    return (
      <BlockPage title={t('title')} text={t('text')}>
        {form(() => setIsChanging(false))}
      </BlockPage>
    )
  }
  const onChange = () => setIsChanging(true)
  return company_id === null ? (
    <OwnRankings {...{ account, onChange }} instead={form()} />
  ) : (
    <Rankings {...{ account, company_id, onChange }} />
  )
}

interface OwnRankingsProps {
  account: Account
  onChange: () => void
  /** Rendered when the service requires the company's id. */
  instead: ReactElement
}

/** The rankings computed from the account's own players, for which no company id is needed. */
function OwnRankings({ account, onChange, instead }: OwnRankingsProps) {
  const { t } = useTranslation('leaderboard')
  const board = useBoard(account)
  const { list, players } = board
  const query = useOwnRankings(account, players, board.period)
  const compared = useOwnRankings(account, players, board.comparison)
  const refresh = async () => {
    if (players.length === 0) return list.refetch()
    await query.refresh()
    await compared.refresh()
  }
  if (isNotOffered(query)) {
    return (
      <BlockPage title={t('title')} text={t('text')}>
        {instead}
      </BlockPage>
    )
  }
  return (
    <RankingsPage {...{ account, board, refresh }}>
      <Group gap="4px 10px" className={`${kit.quiet} ${kit.breaks}`}>
        <span>{t('company.more')}</span>
        <Button variant="subtle" size="compact-xs" onClick={onChange}>
          {t('company.enter')}
        </Button>
      </Group>
      <Answered query={list} height={400}>
        {() =>
          players.length > 0 ? (
            <Boards {...{ account, board, query, compared }} events={ACCOUNT_EVENTS} />
          ) : (
            <EmptyState title={t('noPlayers')} text={t('noPlayersText')} />
          )
        }
      </Answered>
    </RankingsPage>
  )
}

interface RankingsProps {
  account: Account
  company_id: string
  onChange: () => void
}

function Rankings({ account, company_id, onChange }: RankingsProps) {
  const board = useBoard(account)
  const { period, comparison } = board
  const worded = { company_id, timezone: account.timezone }
  const request = leaderboardRequest({ ...worded, period })
  const before = comparison && leaderboardRequest({ ...worded, period: comparison })
  const query = useAnalyticsQuery(account.id, request)
  const compared = useAnalyticsQuery(account.id, before)
  const refresh = () =>
    Promise.allSettled(
      [request, before ?? []].flat().map((one) => fetchAnalytics(account.id, one, true)),
    )
  return (
    <RankingsPage {...{ account, board, refresh }}>
      <CurrentCompany {...{ account, company_id, onChange }} failure={query.failure} />
      <Boards {...{ account, board, query, compared, company_id }} events={RANKED_EVENTS} />
    </RankingsPage>
  )
}

interface PageProps {
  account: Account
  board: ReturnType<typeof useBoard>
  refresh: () => Promise<unknown>
  children: ReactNode
}

function RankingsPage({ account, board, refresh, children }: PageProps) {
  const { t } = useTranslation('leaderboard')
  return (
    <BlockPage
      title={t('title')}
      text={t('text')}
      choices={
        <>
          <Chooser
            label={t('limit')}
            value={String(board.limit)}
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
            choice={board.choice}
            zone={account.timezone}
            onChange={(overviewPeriod) => prefer({ overviewPeriod })}
          />
          <RefreshButton refresh={refresh} />
        </>
      }
    >
      {children}
    </BlockPage>
  )
}

interface BoardsProps extends Pick<PageProps, 'account' | 'board'> {
  events: readonly RankedEvent[]
  query: AnalyticsResult<'leaderboard'>
  compared: AnalyticsResult<'leaderboard'>
  /** Null for rankings that do not need it. */
  company_id?: string
}

function Boards(props: BoardsProps) {
  const { account, board, events, query, compared, company_id = null } = props
  const { period, comparison, list, players, limit } = board
  const facts: Board = {
    ...{ period, comparison, players, limit },
    isListRead: list.value !== undefined,
    ...{ account_id: account.id, company_id, timezone: account.timezone, compared },
  }
  return (
    <Answered query={query} height={400}>
      {(answer) => (
        <>
          <RefusedRankings {...{ events, answer }} />
          <div className={classes.boards}>
            {events
              .filter((event) => rankingOf(answer, event))
              .map((event) => (
                <Ranking key={event} {...{ event, answer }} board={facts} />
              ))}
          </div>
        </>
      )}
    </Answered>
  )
}

function useBoard({ id: account_id, timezone }: Account) {
  const choice = useView(({ preferences }) => preferences.overviewPeriod)
  const limit = useView(({ preferences }) => preferences.rankingLimit)
  const { period, comparison } = useChosenPeriod(choice, timezone)
  const list = useAnalyticsQuery(account_id, { name: 'players', input: {} })
  const players = list.value?.value ?? NOBODY
  return { choice, limit, period, comparison, list, players }
}

const NOBODY: readonly Player[] = []

/** The rankings of an account's players, and a function to refetch them. Fetches nothing without a period. */
function useOwnRankings(account: Account, players: readonly Player[], period: Period | null) {
  const { id: account_id, timezone } = account
  const ids = useMemo(
    () => (period ? rankedPlayers(players, period, timezone) : []),
    [players, period, timezone],
  )
  const isEnabled = ids.length > 0
  const fetchAll = async (refresh: boolean): Promise<Answer<Leaderboard[]>> => {
    const requests = period ? playersEventsRequests(ids, period, timezone) : []
    const answers = await Promise.all(
      requests.map((request) => fetchAnalytics(account_id, request, refresh)),
    )
    const [first] = answers
    const rankings = rankingsOf(answers)
    if (!first || !rankings) throw new TypeError('no player was asked about')
    const isSettled = answers.every((answer) => answer.isSettled)
    const trouble = answers.find((answer) => answer.trouble)?.trouble ?? null
    return { ...first, ...rankings, isSettled, trouble }
  }
  const request = isEnabled
    ? (`rankings ${JSON.stringify([account_id, period, ids])}` as const)
    : null
  const query = useQuery(request, fetchAll, ['analytics'])
  // Main reports a change also after a failure, which the query then shows.
  const refresh = async () => {
    if (isEnabled) await Promise.allSettled([fetchAll(true)])
  }
  return { ...query, refresh }
}
