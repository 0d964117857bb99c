import { Box, Button, Text } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { TrafficFilter } from '../../../../shared/api/settings/index.ts'
import type { Account } from '../../../../shared/features/accounts/account.ts'
import { requestsAbout } from '../../../../shared/features/analytics/requests.ts'
import {
  type DivertedValue,
  dryRun,
  FILTER_FIELDS,
  type FilterField,
  type DryRun as Run,
  type StoredBreakdowns,
  wouldReplace,
} from '../../../../shared/features/videos/dry-run.ts'
import { valueName } from '../../../../shared/model/country.ts'
import { combinedAge } from '../../../../shared/time/age.ts'
import { type Period, presetWithoutToday } from '../../../../shared/time/period.ts'
import { fetchNewest } from '../../../analytics-query.ts'
import { useAccount } from '../../../app-state.ts'
import { useMutation } from '../../../mutation.ts'
import { useToday } from '../../../period.ts'
import { useCall } from '../../../query.ts'
import { Column } from '../../../ui/column.tsx'
import { useFormat } from '../../../ui/format.ts'
import { Freshness } from '../../../ui/freshness.tsx'
import kit from '../../../ui/kit.module.css'
import { EmptyState, Notice } from '../../../ui/notice.tsx'
import { useEditing } from '../editing.tsx'
import classes from './dry-run.module.css'
import { RunTable } from './run-table.tsx'

/** The viewers whom the edited filter would have diverted in a stored period. Typing causes no requests. */
export function DryRun() {
  const { t } = useTranslation('dryRun')
  const account = useAccount()
  if (!account) return null
  return (
    <Column
      component="section"
      gap={8}
      align="flex-start"
      mt={16}
      pt={12}
      className={classes.run}
      aria-label={t('title')}
    >
      <Box component="h3" fz="md" fw={600}>
        {t('title')}
      </Box>
      <FilterTrial account={account} />
    </Column>
  )
}

const FIELDS = Object.values(FILTER_FIELDS)

function FilterTrial({ account }: { account: Account }) {
  const { t } = useTranslation('dryRun')
  const { opened } = useEditing()
  const breakdowns = useBreakdowns(account, opened.shown.id)
  const { stored, storeFailure, players, player, failure, retry } = breakdowns
  if (storeFailure) return <Notice failure={storeFailure} />
  if (players.value && !player) return <Text size="sm">{t('noPlayer')}</Text>
  if (stored === undefined) return null
  return (
    <>
      <Breakdowns {...{ ...breakdowns, stored }} zone={account.timezone} />
      {!players.value && players.failure && (
        <Notice failure={players.failure} onRetry={players.refetch} />
      )}
      {failure && <Notice failure={failure} onRetry={retry} />}
    </>
  )
}

interface BreakdownsProps
  extends Pick<
    ReturnType<typeof useBreakdowns>,
    'player' | 'today' | 'recent' | 'ask' | 'isPending'
  > {
  stored: StoredBreakdowns | null
  zone: string
}

/** What the stored days say, and a button for days that say more, where the video's player is known. */
function Breakdowns({ stored, zone, player, today, recent, ask, isPending }: BreakdownsProps) {
  const { t } = useTranslation('dryRun')
  const { dateRange } = useFormat()
  const { opened } = useEditing()
  const days = dateRange(recent)
  const askAgain = (variant: 'default' | 'subtle') =>
    player && (
      <Button variant={variant} loading={isPending} onClick={() => ask(recent, FIELDS)}>
        {t('askAgain', { days })}
      </Button>
    )
  if (stored === null) {
    const text = t('noneText', { days })
    return <EmptyState title={t('none')} text={text} action={askAgain('default')} />
  }
  return (
    <>
      <OfPeriod
        {...{ stored, zone, isPending }}
        filter={opened.shown.traffic_filter ?? {}}
        onAsk={(fields) => ask(stored.period, fields)}
      />
      {wouldReplace(stored, recent, today) && askAgain('subtle')}
    </>
  )
}

interface OfPeriodProps {
  filter: TrafficFilter
  stored: StoredBreakdowns
  zone: string
  isPending: boolean
  onAsk: (fields: FilterField[]) => void
}

function OfPeriod({ filter, stored, zone, isPending, onAsk }: OfPeriodProps) {
  const { t } = useTranslation('dryRun')
  const { dateRange } = useFormat()
  const run = useMemo(() => {
    const { country, device_type } = stored.fields
    return dryRun(filter, {
      ...(country && { country: country.rows }),
      ...(device_type && { device_type: device_type.rows }),
    })
  }, [filter, stored])
  return (
    <>
      <Text size="sm">{t('text', { days: dateRange(stored.period) })}</Text>
      <Age stored={stored} zone={zone} />
      {filter.enabled !== true && !run.isOpen && <Text size="sm">{t('off')}</Text>}
      <Result run={run} stored={stored} />
      {run.missing.length > 0 && (
        <Button
          loading={isPending}
          onClick={() => onAsk(run.missing.map((list) => FILTER_FIELDS[list]))}
        >
          {t('ask')}
        </Button>
      )}
    </>
  )
}

function Result({ run, stored }: { run: Run; stored: StoredBreakdowns }) {
  const { t } = useTranslation('dryRun')
  if (run.isOpen) return <Text size="sm">{t('open')}</Text>
  if (!run.all) return null
  return (
    <>
      <RunTable run={run} all={run.all} />
      <RunNotes run={run} stored={stored} />
    </>
  )
}

function Age({ stored, zone }: { stored: StoredBreakdowns; zone: string }) {
  const age = combinedAge(Object.values(stored.fields))
  if (!age) return null
  return (
    <div className={kit.quiet}>
      <Freshness {...age} zone={zone} />
    </div>
  )
}

const MOST_NAMED = 5

/** The limits of the simulated figures, and their reasons. */
function RunNotes({ run, stored }: { run: Run; stored: StoredBreakdowns }) {
  const { t } = useTranslation('dryRun')
  const valuesText = useValuesText()
  const sure = run.values.filter(({ isUnclear }) => !isUnclear)
  const unclear = run.values.filter(({ isUnclear }) => isUnclear)
  const ruleNames = run.unknown.flatMap((rule) =>
    rule === 'empty-list' ? [] : [t(`rules.${rule}`)],
  )
  const lists = run.missing.map((list) => t(`rules.${list}`))
  const isGrowing = Object.values(stored.fields).some(({ isSettled }) => !isSettled)
  const notes = [
    sure.length > 0 && t('values', { values: valuesText(sure) }),
    run.lists.length > 1 && t('note.crossed'),
    lists.length > 0 && t('note.missing', { lists: lists.join(', ') }),
    ruleNames.length > 0 && t('note.unknown', { rules: ruleNames.join(', ') }),
    run.unknown.includes('empty-list') && t('note.emptyList'),
    run.hasToken && t('note.token'),
    unclear.length > 0 && t('note.unclear', { values: valuesText(unclear) }),
    isGrowing && t('note.late'),
    t('note.loosening'),
  ].filter((note) => note !== false)
  return (
    <Column component="ul" gap={4} lh={1.45} className={`${kit.quiet} ${kit.list}`}>
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </Column>
  )
}

function useValuesText() {
  const { t } = useTranslation('dryRun')
  const { count, language } = useFormat()
  return (values: readonly DivertedValue[]) => {
    const nameOf = ({ field, value }: DivertedValue) => valueName(field, value, language)
    const named = values
      .slice(0, MOST_NAMED)
      .map((one) => t('value', { value: nameOf(one), views: count(one.figures.total_viewed) }))
    const more = values.length - MOST_NAMED
    const text = named.join(', ')
    return more > 0 ? t('more', { values: text, count: more }) : text
  }
}

/** The stored breakdowns of a video's audience by session field, and a function to request missing ones. */
function useBreakdowns({ id: account_id, timezone }: Account, video_id: string) {
  const players = useCall('analytics', 'players', { account_id })
  const player = players.value?.value.find(({ id }) => id === video_id)
  const stored = useCall('videos', 'breakdowns', { account_id, video_id }, ['analytics'])
  const today = useToday(timezone)
  const recent = useMemo(() => presetWithoutToday('last30', today), [today])
  const { mutate, retry, failure, isPending } = useMutation()
  const ask = (period: Period, fields: readonly FilterField[]) =>
    void mutate(async () => {
      if (!player) return
      const { statsByField } = requestsAbout(player, period, timezone)
      for (const field of fields) {
        await fetchNewest(account_id, statsByField(field))
      }
      stored.refetch()
    })
  return {
    stored: stored.value,
    storeFailure: stored.failure,
    ...{ players, player },
    ...{ today, recent },
    ask,
    retry,
    failure,
    isPending,
  }
}
