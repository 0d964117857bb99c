import { Button, Group, Skeleton } from '@mantine/core'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { comparedDays, type Player } from '../../../shared/api/player.ts'
import type { Account } from '../../../shared/features/accounts/account.ts'
import { useAnalyticsQuery } from '../../analytics-query.ts'
import { useChosenPeriod, useToday } from '../../period.ts'
import { GuardedBlocks } from '../../ui/guard.tsx'
import kit from '../../ui/kit.module.css'
import { EmptyState, Notice } from '../../ui/notice.tsx'
import { type Offers, PageExports } from '../../ui/page-exports.ts'
import { usePlayer } from '../../use-player.ts'
import { goTo, isPrinted, useView } from '../../view.ts'
import { Breakdown } from './breakdown.tsx'
import { ByDayBlock } from './by-day/by-day-block.tsx'
import { ChangeCard } from './changes/change-card.tsx'
import { useChanges } from './changes/use-changes.ts'
import { CompareBlock } from './compare/compare-block.tsx'
import { Funnel } from './funnel.tsx'
import { KeyFigures } from './key-figures.tsx'
import { Live } from './live.tsx'
import { MomentsBlock } from './moments/moments-block.tsx'
import { Money } from './money.tsx'
import { PageAge, usePageAge } from './page-age.tsx'
import classes from './player.module.css'
import { PlayerHeader } from './player-header.tsx'
import { type About } from './queries.ts'
import { TimelineBlock } from './timeline-block.tsx'
import { Trend } from './trend.tsx'

/** One player's figures for a period and its comparison period. */
export function PlayerScreen() {
  const { t } = useTranslation('player')
  const { account_id, player_id } = useView(({ preferences }) => preferences.place)
  const account = useView(({ info }) => info.accounts.find(({ id }) => id === account_id))
  if (!account || player_id === null) {
    return (
      <EmptyState
        title={t('noPlayer')}
        text={t('noPlayerText')}
        action={
          <Button variant="filled" onClick={() => goTo('overview')}>
            {t('back')}
          </Button>
        }
      />
    )
  }
  return <PlayerOfAccount account={account} player_id={player_id} />
}

function PlayerOfAccount({ account, player_id }: { account: Account; player_id: string }) {
  const { t } = useTranslation('player')
  const query = useAnalyticsQuery(account.id, { name: 'players', input: {} })
  const players = query.value?.value
  const sorted = useMemo(() => players && byName(players), [players])
  // Kept when the player changes, so that the scroll position stays and the players can be
  // compared.
  const drawn = useDrawnSoFar(FIRST_BLOCKS, MOST_BLOCKS)
  const player = usePlayer(account.id, player_id, sorted)
  if (!sorted && query.failure) return <Notice failure={query.failure} onRetry={query.refetch} />
  if (!sorted || !player) {
    return (
      <div role="status" aria-label={t('loading')}>
        <Skeleton height={320} animate={false} />
      </div>
    )
  }
  return <Dashboard key={player_id} {...{ account, drawn, player }} players={sorted} />
}

/** The number of blocks that fill the window; the others are below it. */
const FIRST_BLOCKS = 2
const MOST_BLOCKS = 9

const nameCollator = new Intl.Collator(undefined, { sensitivity: 'base', numeric: true })
const byName = (players: readonly Player[]) =>
  [...players].sort((a, b) => nameCollator.compare(a.name, b.name))

interface DashboardProps {
  account: Account
  /** How many of the blocks are rendered so far. */
  drawn: number
  players: Player[]
  player: Player
}

function Dashboard({ account, drawn, players, player }: DashboardProps) {
  const { t } = useTranslation('player')
  const about = useAbout(account, players, player)
  const age = usePageAge(about)
  const [offers] = useState<Offers>(() => new Map())
  const [opened, setOpened] = useState<readonly string[] | null>(null)
  const changes = useChanges(about, setOpened)
  const index = players.indexOf(player)
  const neighbours = {
    previous: index > 0 ? players[index - 1] : undefined,
    next: index >= 0 ? players[index + 1] : undefined,
  }
  const blocks = [
    <KeyFigures key="figures" about={about} />,
    <TimelineBlock key="timeline" about={about} changes={changes} />,
    <Trend key="trend" about={about} changes={changes} />,
    <Group key="sales" gap={12} align="stretch" className={classes.columns}>
      <Funnel about={about} />
      <Money about={about} />
    </Group>,
    <Breakdown key="breakdown" about={about} />,
    <ByDayBlock key="days" about={about} />,
    <CompareBlock key="compare" about={about} players={players} />,
    <MomentsBlock key="moments" about={about} />,
    <Live key="live" about={about} />,
  ]
  return (
    <PageExports value={offers}>
      <PageAge value={age}>
        <div className={classes.page}>
          <PlayerHeader {...{ about, age, neighbours }} />
          {about.isUnknown && (
            <p className={kit.note} role="note">
              <strong>{t('unknownPlayer')}.</strong> {t('unknownPlayerText')}
            </p>
          )}
          <GuardedBlocks>{blocks.slice(0, drawn)}</GuardedBlocks>
          {opened && (
            <ChangeCard {...{ about, changes }} keys={opened} onClose={() => setOpened(null)} />
          )}
        </div>
      </PageAge>
    </PageExports>
  )
}

function useAbout(account: Account, players: readonly Player[], player: Player): About {
  const choice = useView(({ preferences }) => preferences.playerPeriod)
  const zone = account.timezone
  const { period, comparison: before } = useChosenPeriod(choice, zone)
  const comparison = comparedDays(player, before, zone)
  const today = useToday(zone)
  const isUnknown = !players.includes(player)
  return useMemo(
    () => ({ account_id: account.id, zone, player, isUnknown, period, comparison, today }),
    [account.id, player, isUnknown, period, comparison, zone, today],
  )
}

/** Leaves time for the first parts to load and render. */
const FIRST_PARTS_MS = 150

/**
 * How many of a long screen's `total` parts to render now: the `first` ones at once, each further one when
 * the window is idle.
 */
function useDrawnSoFar(first: number, total: number): number {
  const [drawn, setDrawn] = useState(() => (isPrinted() ? total : first))
  const isFirst = drawn === first
  const isAll = drawn >= total
  useEffect(() => {
    if (isAll) return
    let idle = 0
    const more = () => {
      idle = requestIdleCallback(() => setDrawn((known) => known + 1), { timeout: 500 })
    }
    const wait = setTimeout(more, isFirst ? FIRST_PARTS_MS : 0)
    return () => {
      clearTimeout(wait)
      cancelIdleCallback(idle)
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- each part drawn asks for the next
  }, [drawn, isAll, isFirst])
  return drawn
}
