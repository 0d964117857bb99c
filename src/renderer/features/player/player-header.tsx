import { ActionIcon, Button, Group, Text, Title } from '@mantine/core'
import {
  IconArrowLeft,
  IconChevronDown,
  IconChevronUp,
  IconPencil,
  IconRefresh,
} from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { createdAt, createdDayOf, type Player } from '../../../shared/api/player.ts'
import { hasVideos } from '../../../shared/features/accounts/account.ts'
import type { Age } from '../../../shared/time/age.ts'
import { todayIn } from '../../../shared/time/period.ts'
import { CopyButton, copyText } from '../../ui/copy.tsx'
import { useFormat } from '../../ui/format.ts'
import { FreezeButton, useFrozenPlayer } from '../../ui/freeze-button.tsx'
import { Freshness } from '../../ui/freshness.tsx'
import { GuardedBlocks } from '../../ui/guard.tsx'
import { MissingValue } from '../../ui/missing-value.tsx'
import { PageExportButton } from '../../ui/page-export-button.tsx'
import { PlayerPeriodPicker } from '../../ui/period-picker.tsx'
import { goTo, useReport, useView } from '../../view.ts'
import { Marks } from './marks.tsx'
import { type About, refreshDashboard } from './queries.ts'

interface HeaderProps {
  about: About
  /** Combined age of the first blocks; null while nothing is loaded. */
  age: Age | null
  /** The players before and after this one, by name. */
  neighbours: { previous: Player | undefined; next: Player | undefined }
}

/** Title, facts and freshness in one line; period and actions in another. */
export function PlayerHeader({ about, age, neighbours }: HeaderProps) {
  const isReport = useReport() !== null
  const { account_id, player, zone } = about
  const of = { account_id, player_id: player.id, title: player.name, filters: {} }
  const screen = useFrozenPlayer(zone, { ...of, screen: 'player' })
  return (
    <header>
      <Group gap={8} mb={8} wrap="nowrap" justify="space-between">
        <Group gap="2px 8px" miw={0}>
          {!isReport && <Back />}
          <Title
            order={1}
            size="1.25rem"
            lh={1.4}
            maw="100%"
            lineClamp={1}
            title={about.player.name}
          >
            {about.player.name}
          </Title>
          {!isReport && <Marks about={about} />}
          <Facts about={about} />
        </Group>
        <Group gap={8} wrap="nowrap" flex="none">
          <GuardedBlocks>
            <Freshness
              isBrief
              asOf={age?.asOf ?? null}
              isSettled={age?.isSettled}
              zone={about.zone}
            />
          </GuardedBlocks>
          {!isReport && <Refresh about={about} />}
          {!isReport && (
            <Group gap={0} wrap="nowrap">
              <Neighbour direction="previous" player={neighbours.previous} />
              <Neighbour direction="next" player={neighbours.next} />
            </Group>
          )}
        </Group>
      </Group>
      <Group gap={8} justify="flex-end">
        <PlayerPeriodPicker
          isLeading
          zone={about.zone}
          created={createdDayOf(about.player, about.zone)}
        />
        <Group gap={8}>
          <PageExportButton screen={screen} />
          <FreezeButton screen={screen} />
          {!isReport && <EditVideo about={about} />}
        </Group>
      </Group>
    </header>
  )
}

function Back() {
  const { t } = useTranslation('player')
  return (
    <ActionIcon size={26} aria-label={t('back')} title={t('back')} onClick={() => goTo('overview')}>
      <IconArrowLeft size={17} aria-hidden />
    </ActionIcon>
  )
}

function Refresh({ about }: { about: About }) {
  const { t } = useTranslation('block')
  const [isFetching, setIsFetching] = useState(false)
  const run = () => {
    setIsFetching(true)
    void refreshDashboard(about).finally(() => setIsFetching(false))
  }
  return (
    <Button
      variant="subtle"
      color="gray"
      size="compact-xs"
      loading={isFetching}
      leftSection={<IconRefresh size={15} aria-hidden />}
      onClick={run}
    >
      {t('refresh')}
    </Button>
  )
}

/** Opens the editor of the player's video, which has the same id. */
function EditVideo({ about: { account_id, player } }: { about: About }) {
  const { t } = useTranslation('player')
  const { t: seconds } = useTranslation('seconds')
  const canEdit = useView(({ info }) =>
    info.accounts.some((account) => account.id === account_id && hasVideos(account)),
  )
  return (
    <Button
      variant="filled"
      leftSection={<IconPencil size={15} aria-hidden />}
      // Stays in the tab order, so that the reason in its title can be reached.
      {...(!canEdit && { 'data-disabled': true, title: seconds('noToken') })}
      aria-disabled={!canEdit}
      onClick={() => canEdit && goTo('video', { video_id: player.id })}
    >
      {t('edit')}
    </Button>
  )
}

interface NeighbourProps {
  direction: 'previous' | 'next'
  player: Player | undefined
}

function Neighbour({ direction, player }: NeighbourProps) {
  const { t } = useTranslation('player')
  const Icon = direction === 'previous' ? IconChevronUp : IconChevronDown
  const none = direction === 'previous' ? t('noPrevious') : t('noNext')
  const name = player ? t(direction, { name: player.name }) : none
  return (
    <ActionIcon
      size={24}
      aria-label={name}
      title={name}
      // Stays in the tab order, so that the focus is not lost at the last player.
      {...(!player && { 'data-disabled': true })}
      aria-disabled={!player}
      onClick={() => player && goTo('player', { player_id: player.id })}
    >
      <Icon size={16} aria-hidden />
    </ActionIcon>
  )
}

function Facts({ about: { player, isUnknown, zone } }: { about: About }) {
  const { t } = useTranslation('player')
  const format = useFormat()
  const created = createdAt(player)
  const { id, duration, pitch_time } = player
  return (
    <Text component="div" c="dimmed">
      <Group gap="2px 12px">
        {!isUnknown && (
          <>
            <span title={t('lengthName')}>
              {duration > 0 ? t('length', { time: format.videoTime(duration) }) : t('noLength')}
            </span>
            {pitch_time > 0 ? (
              <span>{t('pitchAt', { time: format.videoTime(pitch_time) })}</span>
            ) : (
              <span>
                {t('noPitch')} <MissingValue why="not-applicable" words={t('noPitchLong')} />
              </span>
            )}
          </>
        )}
        {created !== null && (
          <span title={format.instant(created)}>
            {t('created', { time: format.date(todayIn(zone, created)) })}
          </span>
        )}
        <Group gap={4} wrap="nowrap">
          <span title={id}>{t('id', { id: shortId(id) })}</span>
          <CopyButton label={t('copyId', { id })} copy={() => copyText(id)} />
        </Group>
      </Group>
    </Text>
  )
}

/** The first and last characters distinguish ids. The tooltip and the copy have the whole id. */
const shortId = (id: string) => (id.length > 16 ? `${id.slice(0, 8)}…${id.slice(-4)}` : id)
