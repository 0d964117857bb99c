import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { comparedDays, createdDayOf, type Player } from '../../../shared/api/player.ts'
import type { Account } from '../../../shared/features/accounts/account.ts'
import { NO_MERGE_RULES } from '../../../shared/features/traffic/merge-rules.ts'
import { parametersFound } from '../../../shared/features/traffic/parameters.ts'
import { useAnalyticsQuery } from '../../analytics-query.ts'
import { ofAccount } from '../../app-state.ts'
import { useSessionState } from '../../kept-list.ts'
import { useChosenPeriod, useToday } from '../../period.ts'
import { Answered, BlockPage, RefreshButton } from '../../ui/block.tsx'
import { FreezeButton, useFrozenPlayer } from '../../ui/freeze-button.tsx'
import kit from '../../ui/kit.module.css'
import { EmptyState } from '../../ui/notice.tsx'
import { PlayerPeriodPicker } from '../../ui/period-picker.tsx'
import { PlayerSelect } from '../../ui/player-select.tsx'
import { usePlayer } from '../../use-player.ts'
import { goTo, useReport, useView } from '../../view.ts'
import { ByDay } from './by-day.tsx'
import { Parameters } from './parameters.tsx'
import { Performance, type ReadAs } from './performance.tsx'
import { type About, queriesOf, refreshTraffic } from './queries.ts'
import { Retention } from './retention.tsx'
import { RulesBlock } from './rules-block.tsx'
import { type Rules, useRules } from './use-rules.ts'

/** Where a player's viewers came from, by the query parameters of the page. */
export const TrafficScreen = ofAccount(TrafficOfAccount)

function TrafficOfAccount({ account }: { account: Account }) {
  const { t } = useTranslation('traffic')
  const query = useAnalyticsQuery(account.id, { name: 'players', input: {} })
  const player_id = useView(({ preferences }) => preferences.place.player_id)
  const players = query.value?.value
  const player = usePlayer(account.id, player_id, players)
  if (players && player) return <TrafficPage {...{ account, players, player }} />
  return (
    <BlockPage
      title={t('title')}
      text={t('text')}
      choices={players && players.length > 0 && <Choose players={players} chosen={null} />}
    >
      <Answered query={query} height={320}>
        {({ value }) =>
          value.length === 0 ? (
            <EmptyState title={t('noPlayers')} text={t('noPlayersText')} />
          ) : (
            player_id === null && <EmptyState title={t('noPlayer')} text={t('noPlayerText')} />
          )
        }
      </Answered>
    </BlockPage>
  )
}

function Choose({ players, chosen }: { players: readonly Player[]; chosen: string | null }) {
  return (
    <PlayerSelect
      players={players}
      value={chosen}
      onChange={(player_id) => goTo('traffic', { player_id })}
    />
  )
}

interface OfPlayerProps {
  account: Account
  players: readonly Player[]
  player: Player
}

function TrafficPage({ account, players, player }: OfPlayerProps) {
  const { t } = useTranslation('traffic')
  const about = useAbout(account, player)
  const isReport = useReport() !== null
  const offered = players.includes(player) ? players : [player, ...players]
  const [chosen, setChosen] = useState(keyInView)
  const rules = useRules(account.id)
  const query = useAnalyticsQuery(account.id, queriesOf(about).validUtms)
  const answer = query.value?.value
  const found = useMemo(() => parametersFound(answer ?? []), [answer])
  // The selected parameter is kept for the next player, if that has it.
  const query_key = found.find(({ name }) => name === chosen)?.name ?? found[0]?.name ?? null
  const screen = useFrozenPlayer(about.zone, {
    ...{ screen: 'traffic', title: `${player.name}: ${t('title')}` },
    ...{ account_id: account.id, player_id: player.id },
    filters: filtersOf(query_key),
  })
  return (
    <BlockPage
      title={t('title')}
      text={t('text')}
      choices={
        <>
          {!isReport && <Choose players={offered} chosen={player.id} />}
          <PlayerPeriodPicker zone={about.zone} created={createdDayOf(player, about.zone)} />
          {!isReport && <Button onClick={() => goTo('player')}>{t('openPlayer')}</Button>}
          <FreezeButton screen={screen} />
          <RefreshButton refresh={() => refreshTraffic(about, query_key)} />
        </>
      }
    >
      <p className={kit.note} role="note">
        {t('attribution')}
      </p>
      <Parameters {...{ about, query, found, query_key }} onChoose={setChosen} />
      {query_key !== null && (
        <OfParameter
          key={`${player.id} ${query_key}`}
          {...{ about, query_key, rules }}
          other={otherThan(query_key, found)}
        />
      )}
    </BlockPage>
  )
}

/** The parameter of the report, or of the offscreen page. */
function keyInView(): string | null {
  const { report, print } = useView.getState().info
  const key = report?.about.filters['query_key']
  return typeof key === 'string' ? key : (print?.query_key ?? null)
}

const filtersOf = (query_key: string | null) => (query_key === null ? {} : { query_key })

/** The parameter after the selected one, or before it. */
function otherThan(query_key: string, found: readonly { name: string }[]) {
  const place = found.findIndex(({ name }) => name === query_key)
  return (found[place + 1] ?? found[place - 1])?.name ?? null
}

interface OfParameterProps {
  about: About
  query_key: string
  rules: Rules
  /** Another parameter; null when there is none. */
  other: string | null
}

function OfParameter({ about, query_key, rules, other }: OfParameterProps) {
  const [readAs, setReadAs] = useSessionState<ReadAs>('readAs', 'merged')
  const inForce = readAs === 'raw' ? NO_MERGE_RULES : rules.rules
  const query = useAnalyticsQuery(about.account_id, queriesOf(about).trafficStats(query_key))
  return (
    <>
      <Performance
        {...{ about, query_key, query, rules, inForce, readAs, other }}
        onReadAs={setReadAs}
      />
      <RulesBlock {...{ query_key, rules }} values={query.value?.value ?? NONE} />
      <ByDay {...{ about, query_key }} rules={inForce} />
      <Retention {...{ about, query_key }} stats={query} />
    </>
  )
}

const NONE: never[] = []

function useAbout({ id, timezone: zone }: Account, player: Player): About {
  const choice = useView(({ preferences }) => preferences.playerPeriod)
  const chosen = useChosenPeriod(choice, zone)
  const today = useToday(zone)
  return useMemo(() => {
    const comparison = comparedDays(player, chosen.comparison, zone)
    return { account_id: id, zone, player, ...chosen, comparison, today }
  }, [id, zone, player, chosen, today])
}
