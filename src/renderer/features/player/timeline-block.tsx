import { Group, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { truncatedRate } from '../../../shared/api/statistics.ts'
import { requestsAbout } from '../../../shared/features/analytics/requests.ts'
import { FEWEST_SESSIONS } from '../../../shared/features/player/curves/curve.ts'
import { combinedAge } from '../../../shared/time/age.ts'
import { useAnalyticsQuery } from '../../analytics-query.ts'
import { Answered, Block, Switch } from '../../ui/block.tsx'
import { ExportButton } from '../../ui/export-button.tsx'
import { useFormat } from '../../ui/format.ts'
import { NotCompared } from '../../ui/not-compared.tsx'
import { type View, ViewSwitch, withChosen } from '../../ui/switches.tsx'
import type { Changes } from './changes/use-changes.ts'
import { useCallTimes, useVideo } from './moments/use-video.ts'
import { OwnAge } from './page-age.tsx'
import { type About, useWithComparison } from './queries.ts'
import { type Curves, type SaleMeasure, type Shown, useCurves } from './timeline-curves.ts'
import { TimelinePicture } from './timeline-picture.tsx'
import { TimelineTable } from './timeline-table.tsx'

/** Retention, clicks, sales and the video's settings on one time axis. */
export function TimelineBlock({ about, changes }: { about: About; changes: Changes }) {
  const { t } = useTranslation('player')
  const { account_id, player, period, comparison, zone } = about
  const curve = useWithComparison(about, ({ userEngagement }) => userEngagement)
  const requests = requestsAbout(player, period, zone)
  const clicks = useAnalyticsQuery(account_id, requests.clicksTimed)
  const sales = useAnalyticsQuery(account_id, requests.conversionsTimed)
  const { note } = useCallTimes(about, useVideo(about).video)
  const [view, setView] = useState<View>('chart')
  const [shown, setShown] = useState<Shown>({ scale: 'percent', measure: 'sales' })
  const answers = { about, clicks, sales, compared: curve.compared.value?.value }
  const curves = useCurves({ ...answers, answer: curve.query.value })
  const summary = useSummary(curves)
  const of = { account_id, player_id: player.id, period }
  const drawnComparison = curve.compared.value ? comparison : null
  const age = combinedAge([curve.query, clicks, sales, curve.compared].map(({ value }) => value))
  return (
    <Block
      title={t('block.timeline')}
      badge={
        curves &&
        curves.sessions > 0 && (
          <Text component="p" size="sm" c="dimmed">
            {summary}
            {curves.sessions < FEWEST_SESSIONS && (
              <strong> {t('fewData', { count: FEWEST_SESSIONS })}</strong>
            )}
          </Text>
        )
      }
      tools={
        <>
          {view === 'chart' && curves && (
            <Switches {...{ about, curves, shown }} onShown={setShown} />
          )}
          <ViewSwitch value={view} onChange={setView} />
          <ExportButton request={{ ...of, table: 'retention', comparison: drawnComparison }} />
          <ExportButton request={{ ...of, table: 'timing' }} />
        </>
      }
      picture={{ ...{ period, comparison, zone, age, note }, subject: player.name }}
      foot={
        <>
          <OwnAge answer={curve.query.value} zone={zone} />
          {curve.query.value && (
            <NotCompared
              {...{ comparison, zone }}
              compared={curve.compared}
              answer={curve.query.value}
            />
          )}
          <span>{note}</span>
          <span>{t('curveNote')}</span>
          <span>{t('saleNote')}</span>
        </>
      }
    >
      {view === 'table' ? (
        <>
          <TimelineTable of="retention" {...{ about, clicks, sales, curve }} />
          <TimelineTable of="timing" {...{ about, clicks, sales, curve }} />
        </>
      ) : (
        <Answered query={curve.query} height={480}>
          {(answer) =>
            curves && (
              <TimelinePicture {...{ ...answers, answer, changes, curves, shown, summary }} />
            )
          }
        </Answered>
      )}
    </Block>
  )
}

interface SwitchesProps {
  about: About
  curves: Curves
  shown: Shown
  onShown: (shown: Shown) => void
}

function Switches({ about: { comparison }, curves, shown, onShown }: SwitchesProps) {
  const { t } = useTranslation('player')
  const { dateRange } = useFormat()
  const measures = withChosen<SaleMeasure>(['sales', ...curves.currencies], shown.measure)
  return (
    <>
      {comparison && curves.compared && (
        <Group gap={6} mih={30} c="dimmed" fz="xs">
          <Text span fz="md" lh={1} style={{ letterSpacing: 1 }} aria-hidden>
            ┄
          </Text>
          {dateRange(comparison)}
        </Group>
      )}
      {measures.length > 1 && (
        <Switch
          label={t('salesMeasure')}
          value={shown.measure}
          choices={measures}
          name={(value) => (value === 'sales' ? t('salesCount') : value.toUpperCase())}
          onChange={(measure) => onShown({ ...shown, measure })}
        />
      )}
      <Switch
        label={t('scale')}
        value={shown.scale}
        choices={['percent', 'sessions'] as const}
        name={(value) => t(`scaleName.${value}`)}
        onChange={(scale) => onShown({ ...shown, scale })}
      />
    </>
  )
}

function useSummary(curves: Curves | null) {
  const { t } = useTranslation('player')
  const { percent, count, videoTime } = useFormat()
  if (!curves) return ''
  const { curve, sessions, duration, pitch } = curves
  const at = (second: number) => percent(truncatedRate(curve[second] ?? 0, sessions) ?? 0)
  const middle = Math.floor(duration / 2)
  const shared = { sessions: count(sessions), end: at(duration) }
  return pitch === null
    ? t('curveSummary', { ...shared, half: at(middle), middle: videoTime(middle) })
    : t('curveSummaryPitch', { ...shared, pitch: at(pitch) })
}
