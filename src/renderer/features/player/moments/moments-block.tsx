import { Box, Button, Group, Text } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { Failure } from '../../../../shared/failure.ts'
import { requestsAbout } from '../../../../shared/features/analytics/requests.ts'
import { callWindowsTable } from '../../../../shared/features/player/call-windows.ts'
import {
  curveOf,
  FEWEST_SESSIONS,
  sessionsOf,
} from '../../../../shared/features/player/curves/curve.ts'
import {
  FLAT_LEAST_PERCENT,
  keyMoments,
} from '../../../../shared/features/player/curves/moments.ts'
import { marksTable } from '../../../../shared/features/player/marks.ts'
import { type Cell, isMissing, type Table } from '../../../../shared/tables/table.ts'
import { cellText, isCoded, tableName } from '../../../../shared/tables/titles.ts'
import { type AnalyticsResult, known, useAnalyticsQuery } from '../../../analytics-query.ts'
import { Answered, Block } from '../../../ui/block.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { ExportButton } from '../../../ui/export-button.tsx'
import { useFormat } from '../../../ui/format.ts'
import kit from '../../../ui/kit.module.css'
import { NotCompared } from '../../../ui/not-compared.tsx'
import { EmptyState, Notice } from '../../../ui/notice.tsx'
import { goTo, useReport } from '../../../view.ts'
import { OwnAge } from '../page-age.tsx'
import { type About, useWithComparison } from '../queries.ts'
import classes from './moments.module.css'
import { OwnMarks } from './own-marks.tsx'
import { useMarkers, useMomentText } from './use-lanes.ts'
import { type OfVideo, useCallTimes, useVideo } from './use-video.ts'

/** The items at each second of the video: moments of the curve, calls to action, markers. */
export function MomentsBlock({ about }: { about: About }) {
  const { t } = useTranslation('seconds')
  const { query, compared } = useWithComparison(about, ({ userEngagement }) => userEngagement)
  return (
    <Block
      title={t('title')}
      foot={
        <>
          <OwnAge answer={query.value} zone={about.zone} />
          {query.value && (
            <NotCompared
              compared={compared}
              comparison={about.comparison}
              answer={query.value}
              zone={about.zone}
            />
          )}
        </>
      }
    >
      <div className={classes.parts}>
        <Moments about={about} engagement={query} />
        <Metrics {...{ about, compared }} engagement={query} />
        <Calls about={about} engagement={query} />
      </div>
    </Block>
  )
}

function Part({ name, tools, children }: { name: string; tools?: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <section className={classes.part} aria-labelledby={id}>
      <Group gap="4px 8px" justify="space-between" mih={30}>
        <h3 id={id} className={kit.heading}>
          {name}
        </h3>
        {tools}
      </Group>
      {children}
    </section>
  )
}

interface OfEngagement {
  about: About
  engagement: AnalyticsResult<'userEngagement'>
}

function Moments({ about, engagement }: OfEngagement) {
  const { t } = useTranslation('seconds')
  const { t: words } = useTranslation('player')
  const text = useMomentText()
  return (
    <Part name={t('moments')}>
      <Answered query={engagement} height={140}>
        {({ value }) => {
          const curve = curveOf(value.grouped_timed, about.player)
          const sessions = sessionsOf(curve)
          if (sessions === 0) {
            return <EmptyState title={words('curveEmpty')} text={words('curveEmptyText')} />
          }
          return (
            <>
              <Box component="ul" fz="sm" lh={1.6} className={kit.list}>
                {keyMoments(curve).map((moment) => (
                  <li key={`${moment.kind} ${moment.start}`}>
                    <strong>{t(`moment.${moment.kind}`)}:</strong> {text(moment)}
                  </li>
                ))}
              </Box>
              <Text mt={4} c="dimmed">
                {t('momentNote', { percent: FLAT_LEAST_PERCENT, count: FEWEST_SESSIONS })}
                {sessions < FEWEST_SESSIONS && ` ${t('few', { count: FEWEST_SESSIONS })}`}
              </Text>
            </>
          )
        }}
      </Answered>
    </Part>
  )
}

interface MetricsProps extends OfEngagement {
  compared: AnalyticsResult<'userEngagement'>
}

function Metrics({ about, engagement, compared }: MetricsProps) {
  const { t } = useTranslation('seconds')
  const { account_id, player: of, period, comparison, zone } = about
  const query = useAnalyticsQuery(account_id, requestsAbout(of, period, zone).customMetrics)
  const own = useMarkers(about)
  const markers = own.value?.markers ?? []
  const isReport = useReport() !== null
  const request = {
    ...{ table: 'marks' as const, account_id, player_id: of.id, period, comparison },
  }
  const rows = (metrics: Parameters<typeof marksTable>[0]['metrics']) => (
    <Rows
      of="marks"
      table={marksTable(
        { metrics, markers, engagement: known(engagement.value) },
        known(compared.value),
      )}
      empty={<EmptyState title={t('metricsNone')} text={t('metricsNoneText')} />}
    />
  )
  return (
    <Part name={t('metrics')} tools={<ExportButton request={request} />}>
      <Answered query={query} height={140}>
        {(answer) => rows(known(answer))}
      </Answered>
      {!query.value && markers.length > 0 && rows(null)}
      {/* The markers themselves are in the table; this changes them. */}
      {!isReport && <OwnMarks about={about} query={own} />}
    </Part>
  )
}

function Calls({ about, engagement }: OfEngagement) {
  const { t } = useTranslation('seconds')
  const { account_id, player: of, period, zone } = about
  const read = useVideo(about)
  const clicks = useAnalyticsQuery(account_id, requestsAbout(of, period, zone).clicksTimed)
  const { windows, note } = useCallTimes(about, read.video)
  const request = { table: 'call_windows' as const, account_id, player_id: of.id, period }
  return (
    <Part
      name={t('calls')}
      tools={<ExportButton request={request} isDisabled={windows.length === 0} />}
    >
      {read.video ? (
        <Answered query={clicks} height={140}>
          {(answer) => (
            <Rows
              of="call_windows"
              table={callWindowsTable(windows, known(engagement.value), known(answer))}
              empty={<EmptyState title={t('callsNone')} text={t('callsNote')} />}
            />
          )}
        </Answered>
      ) : (
        <NoVideo {...read} />
      )}
      {windows.length > 0 && (
        <Text mt={4} c="dimmed">
          {note} {windows.length > 1 && t('callsNote')}
        </Text>
      )}
    </Part>
  )
}

// A player without a video is no failure; a refusal by the service is one.
const NO_FAULT: readonly Failure['kind'][] = ['not-found', 'offline', 'not-in-report']

function NoVideo({ canRead, failure, refetch }: OfVideo) {
  const { t } = useTranslation('seconds')
  const isReport = useReport() !== null
  if (canRead && !failure) return null
  if (failure && !NO_FAULT.includes(failure.kind)) {
    return <Notice failure={failure} onRetry={refetch} />
  }
  const here = canRead ? t('noVideoText') : `${t('noVideoText')} ${t('noToken')}`
  return (
    <EmptyState
      title={t('noVideo')}
      text={isReport ? t('noVideoInReport') : here}
      action={
        !isReport && (
          <Button onClick={() => goTo(canRead ? 'videos' : 'settings')}>
            {canRead ? t('openVideos') : t('openSettings')}
          </Button>
        )
      }
    />
  )
}

interface RowsProps {
  of: 'marks' | 'call_windows'
  table: Table
  empty: ReactNode
}

function Rows({ of, table, empty }: RowsProps) {
  const { t } = useTranslation('seconds')
  const { language, videoTime } = useFormat()
  const shown = (cell: Cell, key: string): Cell => {
    if (key === 'window_end') return isMissing(cell) ? t('toEnd') : videoTime(Number(cell))
    return isCoded(key) && typeof cell === 'string' ? cellText(key, cell, language) : cell
  }
  const rows = table.rows.map((row) =>
    row.map((cell, index) => shown(cell, table.columns[index]?.key ?? '')),
  )
  const columns = table.columns.map((column) =>
    column.key === 'window_end' ? { ...column, kind: 'text' as const } : column,
  )
  return (
    <DataTable
      table={{ ...table, columns, rows }}
      label={tableName(of, language)}
      maxHeight={280}
      empty={empty}
    />
  )
}
