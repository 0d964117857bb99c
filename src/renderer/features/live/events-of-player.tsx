import { Text } from '@mantine/core'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { DAY_EVENTS, type DayEvent } from '../../../shared/api/event-counts.ts'
import type { Player } from '../../../shared/api/player.ts'
import type { Basis } from '../../../shared/api/statistics.ts'
import type { Account } from '../../../shared/features/accounts/account.ts'
import {
  conversionsRequest,
  engagementDaysRequest,
} from '../../../shared/features/analytics/requests-account.ts'
import {
  clicksRequest,
  eventsRequest,
} from '../../../shared/features/analytics/requests-audience.ts'
import {
  eventDaysTable,
  isAllZero,
  refusedEvents,
} from '../../../shared/features/live/event-days.ts'
import { BASES } from '../../../shared/features/player/funnel.ts'
import { dayRead } from '../../../shared/time/age.ts'
import { fetchAnalytics, known, useAnalyticsQuery } from '../../analytics-query.ts'
import { useSessionState } from '../../kept-list.ts'
import { alone, useChosenPeriod, useToday } from '../../period.ts'
import { OwnList } from '../../ui/annotations/own-list.tsx'
import { useOwnAnnotations } from '../../ui/annotations/use-own-annotations.tsx'
import { AnswerAge, Answered, Block, Chooser, RefreshButton } from '../../ui/block.tsx'
import { PlayerPeriodPicker } from '../../ui/period-picker.tsx'
import { PlayerSelect } from '../../ui/player-select.tsx'
import { type View, ViewSwitch } from '../../ui/switches.tsx'
import { goTo, useView } from '../../view.ts'
import { ClicksBlock, ConversionsBlock, type DaysProps, EngagementBlock } from './counted-days.tsx'
import { DaysTable } from './days-table.tsx'
import { EventChart } from './event-chart.tsx'

interface EventsProps {
  account: Account
  players: readonly Player[]
  player_id: string
}

/** A player's events per day, and its clicks with the period's unique counts. */
export function EventsOfPlayer({ account, players, player_id }: EventsProps) {
  const choice = useView(({ preferences }) => preferences.playerPeriod)
  const zone = account.timezone
  const { period } = useChosenPeriod(alone(choice), zone)
  const player = players.find(({ id }) => id === player_id)
  const refresh = () =>
    Promise.allSettled(
      [
        eventsRequest(player_id, period, zone),
        clicksRequest(player_id, period, zone),
        conversionsRequest(player_id, period, zone),
        player ? engagementDaysRequest(player, period, zone) : [],
      ]
        .flat()
        .map((request) => fetchAnalytics(account.id, request, true)),
    )
  const today = useToday(zone)
  const about = { account, player_id, period, today }
  return (
    <>
      <EventsBlock {...about} player={player}>
        <PlayerSelect
          players={players}
          value={player_id}
          onChange={(chosen) => goTo('live', { player_id: chosen })}
        />
        <PlayerPeriodPicker isAlone withToday zone={zone} />
        <RefreshButton refresh={refresh} />
      </EventsBlock>
      <ClicksBlock {...about} />
      <ConversionsBlock {...about} />
      {player && <EngagementBlock {...about} player={player} />}
    </>
  )
}

interface EventsBlockProps extends DaysProps {
  /** Undefined when the list does not contain it. */
  player: Player | undefined
  /** Controls that also apply to the clicks. */
  children: ReactNode
}

function EventsBlock(props: EventsBlockProps) {
  const { account, player_id, period, today, children } = props
  const { t } = useTranslation('live')
  const zone = account.timezone
  const query = useAnalyticsQuery(account.id, eventsRequest(player_id, period, zone))
  const answer = query.value
  const [chosen, setEvent] = useSessionState<DayEvent>('event', 'started')
  const [basis, setBasis] = useSessionState<Basis>('basis', 'events')
  const [view, setView] = useSessionState<View>('view', 'chart')
  const table = useMemo(() => eventDaysTable(known(answer)), [answer])
  const read = dayRead(answer, zone, today)
  const refused = useMemo(() => (answer ? refusedEvents(answer.value) : []), [answer])
  const event = refused.includes(chosen) ? 'started' : chosen
  const choices = DAY_EVENTS.filter((each) => !refused.includes(each))
  const subject = props.player?.name ?? player_id
  const own = useOwnAnnotations({
    account_id: account.id,
    player: { id: player_id, name: subject },
    ...{ period, today },
  })
  const refusedText = refused.map((each) => t(`events.name.${each}`)).join(', ')
  const hasUniques = view === 'table' || basis !== 'events'
  return (
    <Block
      title={t('events.title')}
      tools={
        <>
          {children}
          {view === 'chart' && (
            <>
              <Chooser
                label={t('events.event')}
                value={event}
                choices={choices.map((value) => ({ value, label: t(`events.name.${value}`) }))}
                onChange={setEvent}
              />
              <Chooser
                label={t('events.basis')}
                value={basis}
                choices={BASES.map((value) => ({ value, label: t(`events.basisName.${value}`) }))}
                onChange={setBasis}
              />
            </>
          )}
          <ViewSwitch value={view} onChange={setView} />
        </>
      }
      exported={{ table: 'event_days', account_id: account.id, player_id, period }}
      picture={{ ...{ period, zone, subject }, age: answer }}
      foot={
        <>
          <AnswerAge answer={answer} zone={zone} />
          {hasUniques && <span>{t('events.noSums')}</span>}
          {refused.length > 0 && <span>{t('events.refused', { events: refusedText })}</span>}
        </>
      }
    >
      <Answered query={query} height={240}>
        {() => (
          <>
            {isAllZero(table) && <AllZero isUnknown={!props.player} />}
            {view === 'chart' && table.rows.length > 0 ? (
              <>
                <EventChart {...{ table, event, basis, period, read, own }} />
                <OwnList own={own} />
              </>
            ) : (
              <DaysTable {...{ table, read }} label={t('events.title')} />
            )}
          </>
        )}
      </Answered>
      {own.dialog}
    </Block>
  )
}

// Analytics, What the service does, 7: when every number is zero, the ID should be checked.
export function AllZero({ isUnknown }: { isUnknown: boolean }) {
  const { t } = useTranslation('live')
  return (
    <Text size="sm" mb={8}>
      {t(isUnknown ? 'events.zeros' : 'events.noEvents')}
    </Text>
  )
}
