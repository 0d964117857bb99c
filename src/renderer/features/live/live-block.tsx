import { Box, Group, MultiSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useId, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { MOST_LIVE_PLAYERS } from '../../../shared/api/event-counts.ts'
import type { Player } from '../../../shared/api/player.ts'
import type { Account } from '../../../shared/features/accounts/account.ts'
import { livePlayersTable } from '../../../shared/features/live/live-players.ts'
import { combinedAge } from '../../../shared/time/age.ts'
import { Answered, Block, RefreshButton } from '../../ui/block.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { ExportButton } from '../../ui/export-button.tsx'
import { Freshness } from '../../ui/freshness.tsx'
import kit from '../../ui/kit.module.css'
import { MinutesField } from '../../ui/minutes-field.tsx'
import { EmptyState, Notice } from '../../ui/notice.tsx'
import { playerChoices } from '../../ui/player-select.tsx'
import { prefer, useView } from '../../view.ts'
import classes from './live.module.css'
import { type LiveAnswers, useLive } from './use-live.ts'

export function LiveBlock({ account, players }: { account: Account; players: readonly Player[] }) {
  const { t } = useTranslation('live')
  const live = useView(({ preferences }) => preferences.live)
  const chosen = useMemo(
    () => players.filter(({ id }) => live.player_ids.includes(id)).slice(0, MOST_LIVE_PLAYERS),
    [players, live.player_ids],
  )
  // The request is debounced; the typed value is stored at once.
  const [minutes] = useDebouncedValue(live.minutes, 400)
  const query = useLive({ account_id: account.id, players: chosen, minutes })
  const answered = query.value?.answered.map(({ player }) => player.id) ?? []
  return (
    <Block
      title={t('live.title')}
      tools={
        <>
          <ChosenMinutes minutes={live.minutes} />
          {chosen.length > 0 && <RefreshButton refresh={query.refresh} />}
          <ExportButton
            isDisabled={answered.length === 0}
            request={{
              table: 'live_players',
              account_id: account.id,
              player_ids: answered,
              minutes,
            }}
          />
        </>
      }
      foot={
        <>
          {query.value && <LiveAge answers={query.value.answered} zone={account.timezone} />}
          <span>{t('live.note', { seconds: query.everyMs / 1000 })}</span>
        </>
      }
    >
      <div className={classes.players}>
        <MultiSelect
          className={classes.playersField}
          searchable
          limit={60}
          maxValues={MOST_LIVE_PLAYERS}
          label={t('live.players', { most: MOST_LIVE_PLAYERS })}
          placeholder={chosen.length === 0 ? t('live.choose') : undefined}
          data={playerChoices(players)}
          value={chosen.map(({ id }) => id)}
          onChange={(ids) => choose(players, ids)}
        />
      </div>
      {chosen.length === 0 ? (
        <EmptyState title={t('live.noneChosen')} text={t('live.noneChosenText')} />
      ) : (
        <Answered query={query} height={160}>
          {(answers) => <Domains {...{ answers, minutes }} onRetry={() => void query.refresh()} />}
        </Answered>
      )}
    </Block>
  )
}

/** Keeps the chosen players of other accounts. */
function choose(players: readonly Player[], ids: readonly string[]) {
  const { live } = useView.getState().preferences
  const here = new Set(players.map(({ id }) => id))
  const elsewhere = live.player_ids.filter((id) => !here.has(id))
  prefer({ live: { ...live, player_ids: [...ids, ...elsewhere].slice(0, 200) } })
}

function ChosenMinutes({ minutes }: { minutes: number }) {
  const { t } = useTranslation('live')
  const id = useId()
  const choose = (wanted: number) => {
    const { live } = useView.getState().preferences
    if (wanted !== live.minutes) prefer({ live: { ...live, minutes: wanted } })
  }
  return (
    <Group gap={6} wrap="nowrap" fz="xs">
      <label htmlFor={id}>{t('live.minutes')}</label>
      <MinutesField id={id} w={92} minutes={minutes} onMinutes={choose} />
    </Group>
  )
}

interface LiveAgeProps {
  answers: readonly {
    live: Pick<LiveAnswers['answered'][number]['live'], 'asOf' | 'from' | 'trouble'>
  }[]
  zone: string
}

/** The age of the oldest answer, and why one of them could not be refreshed. */
export function LiveAge({ answers, zone }: LiveAgeProps) {
  const all = answers.map(({ live }) => live)
  const age = combinedAge(all)
  if (!age) return null
  const from = all.some((live) => live.from === 'store') ? 'store' : 'service'
  const trouble = all.find((live) => live.trouble)?.trouble
  return <Freshness {...age} {...{ from, trouble, zone }} />
}

interface DomainsProps {
  answers: LiveAnswers
  minutes: number
  onRetry: () => void
}

function Domains({ answers, minutes, onRetry }: DomainsProps) {
  const { t } = useTranslation('live')
  const table = useMemo(() => livePlayersTable(answers.answered), [answers])
  return (
    <>
      {answers.failed.map(({ player, failure }) => (
        <section key={player.id} aria-label={player.name}>
          <Box component="p" mb={4} className={kit.heading}>
            {player.name}
          </Box>
          <Notice failure={failure} onRetry={onRetry} />
        </section>
      ))}
      {answers.answered.length > 0 && (
        <DataTable
          table={table}
          label={t('live.title')}
          maxHeight={320}
          empty={
            <EmptyState title={t('live.nobody')} text={t('live.nobodyText', { count: minutes })} />
          }
        />
      )}
    </>
  )
}
