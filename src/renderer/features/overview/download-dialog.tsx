import { Box, Button, Checkbox, NativeSelect, Stack } from '@mantine/core'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type {
  DownloadPlan,
  DownloadScope,
  DownloadState,
} from '../../../shared/features/downloads/download.ts'
import { comparesAllByDefault, isInProgress } from '../../../shared/features/downloads/download.ts'
import type { OverviewRow } from '../../../shared/features/overview/overview.ts'
import type { Period } from '../../../shared/time/period.ts'
import { call } from '../../bridge.ts'
import { useMutation } from '../../mutation.ts'
import { type QueryResult, useCall } from '../../query.ts'
import { Column } from '../../ui/column.tsx'
import { Dialog, DialogButtons } from '../../ui/dialog.tsx'
import { useFormat } from '../../ui/format.ts'
import { useNow } from '../../ui/freshness.tsx'
import kit from '../../ui/kit.module.css'
import { Notice } from '../../ui/notice.tsx'
import { Costs } from './download-costs.tsx'
import { DownloadLine, type DownloadLineProps } from './download-line.tsx'
import { choiceOf, type PlayerChoice, playerChoices } from './player-choices.ts'

interface DownloadDialogProps {
  account_id: string
  period: Period
  comparison: Period | null
  download: DownloadState | null
  /** The players to choose from; none until the list is read. */
  rows: readonly OverviewRow[]
  /** The tags that narrow the table. */
  tags: readonly string[]
  onClose: () => void
}

export function DownloadDialog(props: DownloadDialogProps) {
  const { t } = useTranslation('overview')
  const { download, rows, onClose } = props
  const isRunning = download !== null && isInProgress(download)
  const closeButton = useFocusOnChange(isRunning)
  return (
    <Dialog onClose={onClose} title={t('download.title')} size={560}>
      {isRunning ? (
        <Stack gap={14} fz="sm">
          <DownloadLine download={download} rows={rows} />
          <DialogButtons>
            <Button variant="filled" ref={closeButton} onClick={onClose} data-autofocus>
              {t('download.behind')}
            </Button>
          </DialogButtons>
        </Stack>
      ) : (
        <Choice {...props} closeButton={closeButton} />
      )}
    </Dialog>
  )
}

/**
 * Starting and ending a download replace the focused button, so the focus moves to the one that
 * closes.
 */
function useFocusOnChange(isRunning: boolean) {
  const button = useRef<HTMLButtonElement>(null)
  const before = useRef(isRunning)
  useEffect(() => {
    if (before.current !== isRunning) button.current?.focus()
    before.current = isRunning
  }, [isRunning])
  return button
}

interface ChoiceProps extends DownloadDialogProps {
  closeButton: RefObject<HTMLButtonElement | null>
}

function Choice(props: ChoiceProps) {
  const { account_id, period, comparison, download, rows, tags, onClose, closeButton } = props
  const { t } = useTranslation('overview')
  const { mutate, failure, isPending } = useMutation()
  const [withComparison, setWithComparison] = useState(true)
  const [comparesAll, setComparesAll] = useState<boolean | null>(null)
  const [withPlayers, setWithPlayers] = useState(true)
  const [withTraffic, setWithTraffic] = useState(false)
  const [which, setWhich] = useState(() => choiceOf(tags))
  const choices = useMemo(() => playerChoices(rows, tags), [rows, tags])
  const chosen = choices.find(({ value }) => value === which)
  const wantsAllCompared = comparesAll ?? comparesAllByDefault(rows.length)
  const scope: DownloadScope = {
    account_id,
    period,
    comparison: withComparison ? comparison : null,
    comparesDaysOnly: !wantsAllCompared,
    withPlayers,
    withTraffic,
    player_ids: chosen?.player_ids ?? null,
  }
  const plan = useCall('downloads', 'plan', scope, [])
  return (
    <Stack gap={14} fz="sm">
      {download && <LastDownload {...{ download, rows }} />}
      <Scope
        {...{ period, comparison, withComparison, withPlayers, withTraffic, choices }}
        which={chosen?.value ?? 'all'}
        comparesAll={wantsAllCompared}
        onWhich={setWhich}
        onComparison={setWithComparison}
        onComparesAll={setComparesAll}
        onPlayers={setWithPlayers}
        onTraffic={setWithTraffic}
      />
      <Cost {...{ plan, scope }} onCounted={() => closeButton.current?.focus()} />
      {failure && <Notice failure={failure} />}
      <DialogButtons>
        <Button ref={closeButton} onClick={onClose}>
          {t('download.close')}
        </Button>
        <Button
          variant="filled"
          data-autofocus
          disabled={!plan.value}
          loading={isPending}
          onClick={() => mutate(() => call.downloads.start(scope))}
        >
          {t('download.start')}
        </Button>
      </DialogButtons>
    </Stack>
  )
}

interface CostProps {
  plan: QueryResult<DownloadPlan>
  scope: DownloadScope
  /** The focused button disappears. */
  onCounted: () => void
}

function Cost({ plan, scope, onCounted }: CostProps) {
  const { t } = useTranslation('overview')
  const { mutate, failure, isPending } = useMutation()
  const { account_id } = scope
  useEffect(
    () => () => {
      // If this fails, the requests go on for a minute at most.
      call.downloads.cancelCount({ account_id }).catch(() => undefined)
    },
    [account_id],
  )
  const count = plan.value?.idleRequests ?? 0
  return (
    <section aria-live="polite">
      <Box component="h3" mb={8} className={kit.heading}>
        {t('download.cost')}
      </Box>
      {plan.value && <Costs plan={plan.value} />}
      {!plan.value && !plan.failure && (
        <Box component="p" fz="sm" c="dimmed">
          {t('download.asking')}
        </Box>
      )}
      {plan.failure && <Notice failure={plan.failure} onRetry={plan.refetch} />}
      {count > 0 && (
        <Button
          variant="subtle"
          size="compact-xs"
          px={0}
          loading={isPending}
          onClick={() =>
            mutate(async () => {
              await call.downloads.count(scope)
              plan.refetch()
              onCounted()
            })
          }
        >
          {t('download.exact', { count })}
        </Button>
      )}
      {failure && <Notice failure={failure} />}
    </section>
  )
}

/** When the newest download ended, and what the user must know of its result. */
function LastDownload({ download, rows }: DownloadLineProps) {
  const { t } = useTranslation('overview')
  const { ago } = useFormat()
  const now = useNow()
  return (
    <>
      {download.status === 'done' && download.endedAt !== null && (
        <Box component="p" fz="sm" c="dimmed" role="status">
          {t('download.done', { when: ago(download.endedAt, now) })}
        </Box>
      )}
      <DownloadLine {...{ download, rows }} />
    </>
  )
}

interface ScopeProps {
  period: Period
  comparison: Period | null
  withComparison: boolean
  comparesAll: boolean
  withPlayers: boolean
  withTraffic: boolean
  choices: readonly PlayerChoice[]
  which: string
  onWhich: (which: string) => void
  onComparison: (withComparison: boolean) => void
  onComparesAll: (comparesAll: boolean) => void
  onPlayers: (withPlayers: boolean) => void
  onTraffic: (withTraffic: boolean) => void
}

const HINT = { description: { fontSize: 'var(--mantine-font-size-xs)' } }

function Scope(props: ScopeProps) {
  const { t } = useTranslation('overview')
  const { dateRange } = useFormat()
  const { period, comparison, withComparison, withPlayers } = props
  return (
    <Column component="fieldset" gap={8}>
      <Box component="legend" mb={8} className={kit.heading}>
        {t('download.what')}
      </Box>
      <span>{t('download.period', { days: dateRange(period) })}</span>
      <NativeSelect
        label={t('download.which')}
        description={t('download.whichHint')}
        value={props.which}
        data={props.choices.map(({ value, kind, tag, count }) => ({
          value,
          label: t(`download.${kind}Players`, { count, tag }),
        }))}
        onChange={({ currentTarget }) => props.onWhich(currentTarget.value)}
      />
      {comparison && (
        <Checkbox
          label={t('download.comparison', { days: dateRange(comparison) })}
          checked={withComparison}
          onChange={({ currentTarget }) => props.onComparison(currentTarget.checked)}
        />
      )}
      {comparison && withComparison && (
        <Checkbox
          ml={28}
          label={t('download.comparesAll')}
          description={t('download.comparesAllHint')}
          styles={HINT}
          checked={props.comparesAll}
          onChange={({ currentTarget }) => props.onComparesAll(currentTarget.checked)}
        />
      )}
      <Checkbox
        label={t('download.withPlayers')}
        description={t('download.withPlayersHint')}
        styles={HINT}
        checked={withPlayers}
        onChange={({ currentTarget }) => props.onPlayers(currentTarget.checked)}
      />
      <Checkbox
        label={t('download.withTraffic')}
        description={t('download.withTrafficHint')}
        styles={HINT}
        checked={props.withTraffic}
        onChange={({ currentTarget }) => props.onTraffic(currentTarget.checked)}
      />
    </Column>
  )
}
