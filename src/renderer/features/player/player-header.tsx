import { ActionIcon, Button } from '@mantine/core'
import { IconArrowLeft, IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Player } from '../../../shared/api/player.ts'
import { RefreshButton } from '../../ui/block.tsx'
import { CopyButton, copyText } from '../../ui/copy.tsx'
import { useFormat } from '../../ui/format.ts'
import { FreezeButton } from '../../ui/freeze-button.tsx'
import { MissingValue } from '../../ui/missing-value.tsx'
import { PeriodPicker } from '../../ui/period-picker.tsx'
import { ScreenHead } from '../../ui/screen-head.tsx'
import { goTo, prefer, useReport, useView } from '../../view.ts'
import { Marks } from './marks.tsx'
import classes from './player.module.css'
import { type About, refreshDashboard } from './queries.ts'

interface HeaderProps {
  about: About
  /** The players before and after this one, by name. */
  neighbours: { previous: Player | undefined; next: Player | undefined }
}

export function PlayerHeader({ about, neighbours }: HeaderProps) {
  const { t } = useTranslation('player')
  const choice = useView(({ preferences }) => preferences.playerPeriod)
  const isReport = useReport() !== null
  return (
    <ScreenHead
      title={about.player.name}
      above={!isReport && <Ways neighbours={neighbours} />}
      tools={
        <>
          <PeriodPicker
            choice={choice}
            zone={about.zone}
            onChange={(playerPeriod) => prefer({ playerPeriod })}
          />
          {!isReport && (
            <Button variant="default" onClick={() => goTo('traffic')}>
              {t('traffic')}
            </Button>
          )}
          <FreezeButton screen={frozen(about)} />
          <RefreshButton refresh={() => refreshDashboard(about)} />
        </>
      }
    >
      {!isReport && <Marks about={about} />}
      <Facts about={about} />
    </ScreenHead>
  )
}

const frozen = ({ account_id, player, period, comparison }: About) => ({
  screen: 'player' as const,
  title: player.name,
  account_id,
  player_id: player.id,
  player_ids: [player.id],
  group: null,
  period,
  comparison,
  filters: {},
})

function Ways({ neighbours }: Pick<HeaderProps, 'neighbours'>) {
  const { t } = useTranslation('player')
  return (
    <nav className={classes.nav} aria-label={t('back')}>
      <Button
        variant="subtle"
        size="compact-xs"
        leftSection={<IconArrowLeft size={14} aria-hidden="true" />}
        onClick={() => goTo('overview')}
      >
        {t('back')}
      </Button>
      <Neighbour direction="previous" player={neighbours.previous} />
      <Neighbour direction="next" player={neighbours.next} />
    </nav>
  )
}

interface NeighbourProps {
  direction: 'previous' | 'next'
  player: Player | undefined
}

function Neighbour({ direction, player }: NeighbourProps) {
  const { t } = useTranslation('player')
  const Icon = direction === 'previous' ? IconChevronLeft : IconChevronRight
  const none = direction === 'previous' ? t('noPrevious') : t('noNext')
  const name = player ? t(direction, { name: player.name }) : none
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={24}
      aria-label={name}
      title={name}
      // Stays in the tab order, so that the focus is not lost at the last player.
      {...(!player && { 'data-disabled': true })}
      aria-disabled={!player}
      onClick={() => player && goTo('player', { player_id: player.id })}
    >
      <Icon size={16} aria-hidden="true" />
    </ActionIcon>
  )
}

function Facts({ about: { player, isUnknown } }: { about: About }) {
  const { t } = useTranslation('player')
  const format = useFormat()
  const created = Date.parse(`${player.created_at.replace(' ', 'T')}Z`)
  return (
    <div className={classes.facts}>
      {!isUnknown && (
        <>
          <span>
            {player.duration > 0
              ? t('length', { time: format.videoTime(player.duration) })
              : t('noLength')}
          </span>
          {player.pitch_time > 0 ? (
            <span>{t('pitchAt', { time: format.videoTime(player.pitch_time) })}</span>
          ) : (
            <span className={classes.fact}>
              {t('noPitch')} <MissingValue why="not-applicable" words={t('noPitchLong')} />
            </span>
          )}
        </>
      )}
      {Number.isFinite(created) && <span>{t('created', { time: format.instant(created) })}</span>}
      <span className={classes.fact}>
        <span className={classes.code}>{player.id}</span>
        <CopyButton label={t('copyId', { id: player.id })} copy={() => copyText(player.id)} />
      </span>
    </div>
  )
}
