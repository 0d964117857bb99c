import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { AccountEvent, Leaderboard, RankedEvent } from '../../../shared/api/event-counts.ts'
import type { Player } from '../../../shared/api/player.ts'
import type { Answer } from '../../../shared/features/analytics/answer.ts'
import { leaderboardTable, rankingOf } from '../../../shared/features/leaderboard/table.ts'
import type { Table } from '../../../shared/tables/table.ts'
import type { Period } from '../../../shared/time/period.ts'
import { type AnalyticsResult, known } from '../../analytics-query.ts'
import { AnswerAge, Block } from '../../ui/block.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { useFormat } from '../../ui/format.ts'
import kit from '../../ui/kit.module.css'
import { NotCompared } from '../../ui/not-compared.tsx'
import { EmptyState } from '../../ui/notice.tsx'
import { withColumns } from '../../ui/table-layout.ts'
import { goTo } from '../../view.ts'

/** Shared by all rankings of the screen. */
export interface Board {
  account_id: string
  /** Null for rankings that do not need it. */
  company_id: string | null
  timezone: string
  period: Period
  comparison: Period | null
  compared: AnalyticsResult<'leaderboard'>
  players: readonly Player[]
  isListRead: boolean
  limit: number
}

interface RankingProps {
  event: RankedEvent
  answer: Answer<Leaderboard[]>
  board: Board
}

interface RefusedProps {
  events: readonly RankedEvent[]
  answer: Pick<Answer<Leaderboard[]>, 'value'>
}

/** Names the rankings that the service refuses. */
export function RefusedRankings({ events, answer }: RefusedProps) {
  const { t } = useTranslation('leaderboard')
  const refused = events.filter((event) => !rankingOf(answer, event))
  if (refused.length === 0) return null
  const names = refused.map((event) => t(`event.${event}`)).join(', ')
  return <span className={kit.quiet}>{t('refused', { rankings: names })}</span>
}

export function Ranking({ event, answer, board }: RankingProps) {
  const { t } = useTranslation('leaderboard')
  const { account_id, company_id, timezone, period, compared, players, limit, isListRead } = board
  const comparison = compared.value ? board.comparison : null
  const previous = compared.value
  const table = useMemo(() => {
    const view = { event, limit, players, isWhole: company_id === null }
    return leaderboardTable(known(answer), known(previous), view)
  }, [answer, previous, event, limit, players, company_id])
  // Without the id column. A player without a name is named by its id.
  const shown = useMemo(() => {
    const keys = table.columns.map(({ key }) => key).filter((key) => key !== 'id')
    return withColumns(table, keys)
  }, [table])
  const exportRequest = { account_id, period, comparison, limit }
  return (
    <Block
      title={t(`event.${event}`)}
      exported={
        company_id === null
          ? { table: 'own_ranking', ...exportRequest, event: event as AccountEvent }
          : { table: 'leaderboard', ...exportRequest, company_id, event }
      }
      foot={
        <>
          <AnswerAge answer={answer} zone={timezone} />
          <ComparedNote {...{ board, answer }} />
          <Unlisted {...{ table, isListRead }} />
        </>
      }
    >
      <DataTable
        table={shown}
        label={t(`event.${event}`)}
        onOpenRow={(index) => {
          const player_id = table.rows[index]?.at(-1)
          if (typeof player_id === 'string') goTo('player', { player_id })
        }}
        maxHeight={360}
        empty={<EmptyState title={t('none')} text={t('noneText')} />}
      />
    </Block>
  )
}

/** Says that a player is not listed, which is unknown while the list is not read. */
export function Unlisted({ table, isListRead }: Pick<Board, 'isListRead'> & { table: Table }) {
  const { t } = useTranslation('leaderboard')
  const isNameless = table.rows.some((row) => row[0] === row.at(-1))
  return isListRead && isNameless && <span>{t('unlisted')}</span>
}

function ComparedNote({ board, answer }: Pick<RankingProps, 'board' | 'answer'>) {
  const { comparison, compared, timezone } = board
  const { t } = useTranslation('leaderboard')
  const { dateRange } = useFormat()
  if (!comparison) return <span>{t('noComparison')}</span>
  return (
    <>
      {compared.value && <span>{t('vs', { days: dateRange(comparison) })}</span>}
      <NotCompared {...{ compared, comparison, answer }} zone={timezone} />
    </>
  )
}
