import { Box, Button, Stack, Text } from '@mantine/core'
import { IconDownload, IconRefresh } from '@tabler/icons-react'
import {
  type ComponentProps,
  memo,
  type ReactNode,
  Suspense,
  useCallback,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import type { Account } from '../../../shared/features/accounts/account.ts'
import { type DownloadState, isInProgress } from '../../../shared/features/downloads/download.ts'
import type { TableRequest } from '../../../shared/features/exports/request.ts'
import type { Overview, OverviewRow } from '../../../shared/features/overview/overview.ts'
import { overviewTable, youngIn } from '../../../shared/features/overview/table.ts'
import { tagsInUse } from '../../../shared/features/player-marks/player-mark.ts'
import { dayRead } from '../../../shared/time/age.ts'
import { useAnalyticsQuery } from '../../analytics-query.ts'
import { useAccount } from '../../app-state.ts'
import { KeyBuffer } from '../../keys.ts'
import { lazyNamed } from '../../lazy-named.ts'
import { type ChosenPeriod, dayLeftOut, useChosenPeriod, useToday } from '../../period.ts'
import { isLoading, useCall, useQuery } from '../../query.ts'
import { ExportButton } from '../../ui/export-button.tsx'
import { FreezeButton } from '../../ui/freeze-button.tsx'
import { useSalesNote } from '../../ui/growth.ts'
import { EmptyState, Notice } from '../../ui/notice.tsx'
import { PeriodPicker } from '../../ui/period-picker.tsx'
import { ScreenHead } from '../../ui/screen-head.tsx'
import { TodayApart } from '../../ui/today-apart.tsx'
import { prefer, useOpenedPart, useReport, useView } from '../../view.ts'
import { coverageOf, hasFigures, newestDownload } from './coverage.ts'
import { FiguresAge, Note, NothingStored } from './coverage-line.tsx'
import { DownloadLine } from './download-line.tsx'
import { FirstDownload } from './first-download.tsx'
import { PlayerTable } from './player-table.tsx'
import { overviewRequest, todayRequest } from './queries.ts'
import { KeyFigures } from './tiles.tsx'
import { useChosenTags, useTableView } from './use-table-view.ts'

const DownloadDialog = lazyNamed(() => import('./download-dialog.tsx'), 'DownloadDialog')

/** The screen of all players of the current account: key figures, and the table of players. */
export function OverviewScreen() {
  const account = useAccount()
  return account ? <AccountOverview key={account.id} account={account} /> : null
}

const DOWNLOAD = ['download'] as const

function AccountOverview({ account }: { account: Account }) {
  const { t } = useTranslation('overview')
  const choice = useView(({ preferences }) => preferences.overviewPeriod)
  const chosen = useChosenPeriod(choice, account.timezone)
  const { period, comparison } = chosen
  const { overview, failure, refetch } = useOverview(account.id, chosen)
  const { rows, age, compared } = useCoverage(overview)
  const [isChoosing, setIsChoosing] = useState(false)
  const choose = useCallback(() => setIsChoosing(true), [])
  const [tags] = useChosenTags()
  useOpenedPart(DOWNLOAD, choose)
  return (
    <Stack gap={12} h="100%">
      <ScreenHead
        title={t('title')}
        tools={
          <>
            <PeriodPicker
              choice={choice}
              onChange={(overviewPeriod) => prefer({ overviewPeriod })}
              zone={account.timezone}
            />
            {age && <FreezeButton screen={frozen(account, chosen)} />}
          </>
        }
      >
        {overview && <FiguresAge {...{ age, compared }} zone={account.timezone} />}
        <Downloading account_id={account.id} rest={age && <RefreshButton onClick={choose} />}>
          {(download) =>
            isChoosing && (
              <DownloadDialog
                {...{ account_id: account.id, period, comparison, download, rows, tags }}
                onClose={() => setIsChoosing(false)}
              />
            )
          }
        </Downloading>
        {age && <Today account={account} />}
      </ScreenHead>
      <DownloadRow account={account} rows={rows} />
      {failure && <Notice failure={failure} onRetry={refetch} />}
      {overview ? (
        <Stored {...{ overview, account, chosen, choose }} readAgain={refetch} />
      ) : (
        !failure && (
          <Box component="p" mt={6} fz="sm" c="dimmed">
            {t('loading')}
          </Box>
        )
      )}
    </Stack>
  )
}

const frozen = ({ id, name }: Account, { period, comparison }: ChosenPeriod) => ({
  screen: 'overview' as const,
  title: name,
  account_id: id,
  player_id: null,
  player_ids: [],
  group: null,
  period,
  comparison,
  filters: {},
})

function ChooseButton({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation('overview')
  return (
    <Button variant="filled" leftSection={<IconDownload size={15} />} onClick={onClick}>
      {t('download.button')}
    </Button>
  )
}

/** Tells the cost before anything is requested. */
function RefreshButton({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation('overview')
  return useReport() ? null : (
    <Button
      variant="subtle"
      color="gray"
      c="var(--desk-second)"
      size="compact-xs"
      fw={500}
      leftSection={<IconRefresh size={14} aria-hidden />}
      onClick={onClick}
    >
      {t('download.refresh')}
    </Button>
  )
}

interface DownloadingProps {
  account_id: string
  /** Rendered while no download is running. */
  rest: ReactNode
  children: (download: DownloadState | null) => ReactNode
}

/**
 * Subscribes to the download separately: its progress changes several times a second, the figures
 * do not.
 */
function Downloading({ account_id, rest, children }: DownloadingProps) {
  const download = useNewestDownload(account_id)
  return (
    <>
      {!(download && isInProgress(download)) && rest}
      <Suspense fallback={<KeyBuffer />}>{children(download)}</Suspense>
    </>
  )
}

/** The account's newest download, updated while it runs. */
function useNewestDownload(account_id: string): DownloadState | null {
  const { value } = useCall('downloads', 'list')
  return value ? newestDownload(value, account_id) : null
}

/** The demo is shown as downloaded: what comes in behind it is told by the header alone. */
function DownloadRow({ account, rows }: { account: Account; rows: readonly OverviewRow[] }) {
  const download = useNewestDownload(account.id)
  const isShown = download && !(account.isDemo && isInProgress(download))
  return isShown && <DownloadLine download={download} rows={rows} />
}

const NO_ROWS: readonly OverviewRow[] = []

function useCoverage(overview: Overview | undefined) {
  return useMemo(
    () => ({ ...coverageOf(overview ?? { rows: NO_ROWS }), rows: overview?.rows ?? NO_ROWS }),
    [overview],
  )
}

/** The newest figures of this query. Deferred, so that more urgent renderings come first. */
function useOverview(account_id: string, { period, comparison }: ChosenPeriod) {
  const query = overviewRequest(account_id, { period, comparison })
  const { value, failure, refetch } = useQuery(...query)
  const [request] = query
  const newest = useMemo(() => ({ request, value }), [request, value])
  const shown = useDeferredValue(newest)
  const isSame = shown.request === request && shown.value !== undefined
  return { overview: isSame && value ? shown.value : value, failure, refetch }
}

interface StoredProps {
  overview: Overview
  account: Account
  chosen: ChosenPeriod
  /** Opens the dialog of the download. */
  choose: () => void
  readAgain: () => void
}

/** The stored figures, or a message that there are none. */
const Stored = memo(function Stored(props: StoredProps) {
  const { overview, account, chosen, choose, readAgain } = props
  const button = <ChooseButton onClick={choose} />
  const { period, comparison } = chosen
  const today = useToday(account.timezone)
  const coverage = useMemo(() => coverageOf(overview), [overview])
  const read = dayRead(coverage.age, account.timezone, today)
  const growing = useSalesNote()({ period, today, read })
  const partial = useMemo(() => {
    const rows = overview.rows.filter(({ current }) => current.unfinished?.end === period.end)
    return new Set(rows.map(({ player }) => player.id))
  }, [overview, period])
  const isPartial = chosen.isPartial || partial.size > 0
  const [wasEmpty] = useState(overview.rows.length === 0)
  const isFilled = hasFigures(coverage)
  if (overview.rows.length === 0 && overview.playersAsOf === null) {
    return <NothingRead account_id={account.id} onRead={readAgain} action={button} />
  }
  return (
    <>
      {!isFilled && overview.rows.length > 0 && (
        <Nothing {...{ account, period, comparison, choose }} players={overview.rows.length} />
      )}
      {isFilled && (
        <KeyFigures
          {...{ overview, period, comparison, isPartial, today, read }}
          account_id={account.id}
        />
      )}
      {isFilled && <LeftOut overview={overview} />}
      <Players
        {...{ overview, account, period, comparison, partial, readAgain }}
        isPartial={chosen.isPartial}
        isLate={wasEmpty}
        note={isFilled && <Note {...{ coverage, growing, today }} />}
      />
    </>
  )
})

/** Says that figures of players that left the list are stored, but in no total. */
export function LeftOut({
  overview: { leftOut = 0, comparedLeftOut = 0 },
}: {
  overview: Pick<Overview, 'leftOut' | 'comparedLeftOut'>
}) {
  const { t } = useTranslation('overview')
  if (leftOut + comparedLeftOut === 0) return null
  return (
    <Text c="dimmed" role="note">
      {leftOut > 0 && t('stored.leftOut', { count: leftOut })}{' '}
      {comparedLeftOut > 0 && t('stored.comparedLeftOut', { count: comparedLeftOut })}
    </Text>
  )
}

interface NothingProps extends Omit<ComponentProps<typeof FirstDownload>, 'account_id'> {
  account: Account
}

/** No data for these days; an account's first download can be started here. */
function Nothing({ account, ...props }: NothingProps) {
  const { period, choose } = props
  const download = useNewestDownload(account.id)
  // The list of downloads arrives later than the account.
  return account.downloadedAt === null && !download ? (
    <FirstDownload {...props} account_id={account.id} />
  ) : (
    <NothingStored period={period} action={<ChooseButton onClick={choose} />} />
  )
}

/** Today's figures, shown separately when the chosen days end before today. */
function Today({ account }: { account: Account }) {
  const choice = useView(({ preferences }) => preferences.overviewPeriod)
  const day = dayLeftOut(choice, useToday(account.timezone))
  return day && <TodayFigures account={account} today={day} />
}

function TodayFigures({ account, today }: { account: Account; today: string }) {
  const [request, ask, nouns] = todayRequest(account.id, today)
  const query = useQuery(request, ask, nouns)
  const overview = query.value
  const age = overview && coverageOf(overview).age
  const of = { today, zone: account.timezone, overview, isLoading: isLoading(query), age }
  return <TodayApart {...of} onInclude={includeToday} isFolded />
}

function includeToday() {
  const { overviewPeriod } = useView.getState().preferences
  prefer({ overviewPeriod: { ...overviewPeriod, excludesToday: false } })
}

interface NothingReadProps {
  account_id: string
  onRead: () => void
  action: ReactNode
}

/**
 * Shown before the list of players was read. Requests the list first, because an account without
 * players needs no download.
 */
function NothingRead({ account_id, onRead, action }: NothingReadProps) {
  const { t } = useTranslation('overview')
  const asOf = useAnalyticsQuery(account_id, { name: 'players', input: {} }).value?.asOf
  useEffect(() => {
    if (asOf !== undefined) onRead()
  }, [asOf, onRead])
  return <EmptyState title={t('stored.nothing')} text={t('stored.firstText')} action={action} />
}

interface PlayersProps extends Pick<ChosenPeriod, 'period' | 'comparison' | 'isPartial'> {
  overview: Overview
  account: Account
  /** Players whose last day was read before it was over. */
  partial: ReadonlySet<string>
  isLate: boolean
  /** A note above the table about all of its figures. */
  note: ReactNode
  readAgain: () => void
}

const Players = memo(function Players(props: PlayersProps) {
  const { overview, account, period, comparison, isLate, note, readAgain } = props
  useReadableMark()
  const view = useTableView(overview)
  const { search, activeOnly, tags, columns, sort } = view
  const knownTags = useMemo(() => tagsInUse(overview.rows, tags), [overview, tags])
  const table = useMemo(
    () => overviewTable(overview, { search, activeOnly, tags, columns, sort }),
    [overview, search, activeOnly, tags, columns, sort],
  )
  const young = useMemo(
    () => youngIn(overview, comparison, account.timezone),
    [overview, comparison, account.timezone],
  )
  const action = useMemo(() => {
    const request: TableRequest = {
      table: 'overview',
      account_id: account.id,
      ...{ period, comparison, search, activeOnly, tags, columns, sort },
    }
    return <ExportButton request={request} />
  }, [account.id, period, comparison, search, activeOnly, tags, columns, sort])
  return (
    <>
      {tags.length > 0 && <TagNote players={overview.rows.length} />}
      <PlayerTable
        {...{ table, view, period, isLate, knownTags, note, action, young }}
        isPartial={props.isPartial}
        partial={props.partial}
        players={overview.rows.length}
        onRead={readAgain}
        account_id={account.id}
        stamp={overview}
      />
    </>
  )
})

/** What a tag does not narrow: a client's report would have the players of other clients. */
function TagNote({ players }: { players: number }) {
  const { t } = useTranslation('overview')
  return (
    <Text c="dimmed" role="note">
      {t('tagScope', { count: players })}
    </Text>
  )
}

/**
 * Marks the time when the figures respond to input, and the time when they can be read unless the
 * last page showed them already (`after-first-frame.js`): `npm run bench` measures the start to
 * both.
 */
function useReadableMark() {
  useLayoutEffect(() => {
    if (performance.getEntriesByName('answering').length > 0) return
    // The page's current content is painted by the end of the first frame, so before the second
    // one.
    requestAnimationFrame(() => requestAnimationFrame(mark))
  }, [])
}

function mark() {
  performance.mark('answering')
  if (performance.getEntriesByName('readable').length === 0) performance.mark('readable')
}
