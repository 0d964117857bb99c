import { Skeleton } from '@mantine/core'
import { Suspense, useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { truncatedRate } from '../../../shared/api/statistics.ts'
import { FEWEST_SESSIONS } from '../../../shared/features/player/curves/curve.ts'
import { Switch } from '../../ui/block.tsx'
import { timelineHeight } from '../../ui/chart-timeline.ts'
import { TimelineChart } from '../../ui/charts-lazy.ts'
import { useFormat } from '../../ui/format.ts'
import { EmptyState, Notice } from '../../ui/notice.tsx'
import { PictureHead, usePicture } from '../../ui/picture/chart-picture.tsx'
import type { Changes } from './changes/use-changes.ts'
import { useSecondMarks } from './changes/use-marks.ts'
import { Lanes } from './moments/lanes.tsx'
import { MovePitch } from './moments/move-pitch.tsx'
import { PitchTable } from './moments/pitch-table.tsx'
import { useLanes } from './moments/use-lanes.ts'
import classes from './player.module.css'
import { Reading, spoken } from './reading.tsx'
import {
  type CurveAnswers,
  type Curves,
  type SaleMeasure,
  type Scale,
  useCurves,
} from './timeline-curves.ts'
import { useTimelineFigures } from './timeline-figures.ts'
import { useTimeline } from './timeline-panels.ts'
import { useCurvesView } from './use-curves-view.ts'

export function TimelinePicture(props: CurveAnswers & { changes: Changes }) {
  const { t } = useTranslation('player')
  const curves = useCurves(props)
  if (curves.sessions === 0) {
    return <EmptyState title={t('curveEmpty')} text={t('curveEmptyText')} />
  }
  return (
    <>
      <Panels {...props} curves={curves} />
      {props.clicks.failure && (
        <Notice failure={props.clicks.failure} onRetry={props.clicks.refetch} />
      )}
      {props.sales.failure && (
        <Notice failure={props.sales.failure} onRetry={props.sales.refetch} />
      )}
    </>
  )
}

interface PanelsProps extends CurveAnswers {
  curves: Curves
  changes: Changes
}

function Panels({ curves, changes, ...answers }: PanelsProps) {
  const { t } = useTranslation('player')
  const [scale, setScale] = useState<Scale>('percent')
  const [measure, setMeasure] = useState<SaleMeasure>('sales')
  const [cursor, setCursor] = useState<number | null>(null)
  const { onDrawn, drawn } = usePicture()
  const shown = { scale, measure }
  const { marks, lines } = useSecondMarks(changes, curves.duration)
  const { value: trial, set: setTrial, failure } = useTrial(answers.about, curves.duration)
  // The drawing may lag behind a drag; the figures never do.
  const timeline = useTimeline(curves, shown, { changes: lines, trial: useDeferredValue(trial) })
  const lanes = useLanes(answers.about, { reached: curves.curve, pitch: curves.pitch })
  const figures = useTimelineFigures(curves, shown)
  const under = cursor === null ? null : figures(cursor)
  const summary = useSummary(curves)
  const height = timelineHeight(timeline.panels)
  return (
    <>
      <PictureHead
        drawn={drawn}
        tools={<Switches {...{ curves, ...shown }} onScale={setScale} onMeasure={setMeasure} />}
      >
        <p className={classes.summary}>
          {summary}
          {curves.sessions < FEWEST_SESSIONS && (
            <strong> {t('fewData', { count: FEWEST_SESSIONS })}</strong>
          )}
        </p>
      </PictureHead>
      <Reading isLong figures={under} />
      <Suspense fallback={<Skeleton height={height} animate={false} />}>
        <TimelineChart
          timeline={timeline}
          label={`${t('block.timeline')}. ${summary}`}
          reading={spoken(under, summary)}
          height={height}
          cursor={cursor}
          onCursor={setCursor}
          marks={marks}
          onDrawn={onDrawn}
        />
      </Suspense>
      <MovePitch
        {...{ trial }}
        duration={curves.duration}
        pitch={curves.pitch}
        shareAt={(second) => truncatedRate(curves.curve[second] ?? 0, curves.sessions) ?? 0}
        onTrial={setTrial}
      />
      {trial !== null && (
        <PitchTable
          {...{ trial }}
          about={answers.about}
          engagement={answers.answer}
          pitch={curves.pitch}
          clicks={answers.clicks.value}
          sales={answers.sales.value}
        />
      )}
      {failure && <Notice failure={failure} />}
      <Lanes lanes={lanes} duration={curves.duration} />
    </>
  )
}

/** One past the end of a video that has become shorter is no trial of it. */
function useTrial(about: CurveAnswers['about'], duration: number) {
  const { value, ...kept } = useCurvesView(about, 'trial')
  return { ...kept, value: value !== null && value <= duration ? value : null }
}

interface SwitchesProps {
  curves: Curves
  scale: Scale
  measure: SaleMeasure
  onScale: (scale: Scale) => void
  onMeasure: (measure: SaleMeasure) => void
}

function Switches({ curves, scale, measure, onScale, onMeasure }: SwitchesProps) {
  const { t } = useTranslation('player')
  return (
    <>
      <Switch
        label={t('scale')}
        value={scale}
        choices={(['percent', 'sessions'] as const).map((value) => ({
          value,
          label: t(`scaleName.${value}`),
        }))}
        onChange={onScale}
      />
      {curves.currencies.length > 0 && (
        <Switch<SaleMeasure>
          label={t('salesMeasure')}
          value={measure}
          choices={[
            { value: 'sales', label: t('salesCount') },
            ...curves.currencies.map((value) => ({ value, label: value.toUpperCase() })),
          ]}
          onChange={onMeasure}
        />
      )}
    </>
  )
}

function useSummary({ curve, sessions, duration, pitch }: Curves) {
  const { t } = useTranslation('player')
  const { percent, count, videoTime } = useFormat()
  const at = (second: number) => percent(truncatedRate(curve[second] ?? 0, sessions) ?? 0)
  const middle = Math.floor(duration / 2)
  const shared = { sessions: count(sessions), end: at(duration) }
  return pitch === null
    ? t('curveSummary', { ...shared, half: at(middle), middle: videoTime(middle) })
    : t('curveSummaryPitch', { ...shared, pitch: at(pitch), time: videoTime(pitch) })
}
