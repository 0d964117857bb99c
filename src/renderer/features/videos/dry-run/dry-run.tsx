import { Box, Button, Text } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { TrafficFilter } from '../../../../shared/api/settings/index.ts'
import type { Account } from '../../../../shared/features/accounts/account.ts'
import {
  dryRun,
  FILTER_FIELDS,
  type FilterField,
  type DryRun as Run,
  type StoredBreakdowns,
} from '../../../../shared/features/videos/dry-run.ts'
import { combinedAge } from '../../../../shared/time/age.ts'
import { useAccount } from '../../../app-state.ts'
import { Column } from '../../../ui/column.ts'
import { useFormat } from '../../../ui/format.ts'
import { Freshness } from '../../../ui/freshness.tsx'
import kit from '../../../ui/kit.module.css'
import { EmptyState, Notice } from '../../../ui/notice.tsx'
import { useEditing } from '../editing.tsx'
import classes from './dry-run.module.css'
import { RunNotes } from './run-notes.tsx'
import { RunTable } from './run-table.tsx'
import { useBreakdowns } from './use-breakdowns.ts'

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
      <OfAccount account={account} />
    </Column>
  )
}

const FIELDS = Object.values(FILTER_FIELDS)

function OfAccount({ account }: { account: Account }) {
  const { t } = useTranslation('dryRun')
  const { dateRange } = useFormat()
  const { opened } = useEditing()
  const breakdowns = useBreakdowns(account, opened.shown.id)
  const { stored, storeFailure, hasPlayer, recent, ask, failure, isPending } = breakdowns
  const filter = opened.shown.traffic_filter
  if (storeFailure) return <Notice failure={storeFailure} />
  if (!hasPlayer) return <Text size="sm">{t('noPlayer')}</Text>
  if (stored === undefined) return null
  return (
    <>
      {stored === null ? (
        <EmptyState
          title={t('none')}
          text={t('noneText', { days: dateRange(recent) })}
          action={
            <Button loading={isPending} onClick={() => ask(recent, FIELDS)}>
              {t('askAgain', { days: dateRange(recent) })}
            </Button>
          }
        />
      ) : (
        <OfPeriod
          filter={filter ?? {}}
          stored={stored}
          zone={account.timezone}
          isPending={isPending}
          onAsk={(fields) => ask(stored.period, fields)}
        />
      )}
      {stored && stored.period.end < recent.end && (
        <Button variant="subtle" loading={isPending} onClick={() => ask(recent, FIELDS)}>
          {t('askAgain', { days: dateRange(recent) })}
        </Button>
      )}
      {failure && <Notice failure={failure} />}
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
