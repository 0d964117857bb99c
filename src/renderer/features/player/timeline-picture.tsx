import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Engagement } from '../../../shared/api/engagement.ts'
import { truncatedRate } from '../../../shared/api/statistics.ts'
import type { Answer } from '../../../shared/features/analytics/answer.ts'
import { MARKS_HEIGHT } from '../../ui/chart-marks.tsx'
import { timelineHeight } from '../../ui/chart-timeline.ts'
import { TimelineChart } from '../../ui/charts-lazy.tsx'
import { EmptyState, Notice } from '../../ui/notice.tsx'
import { ChartPicture, usePicture } from '../../ui/picture/chart-picture.tsx'
import type { Changes } from './changes/use-changes.ts'
import { useSecondMarks } from './changes/use-marks.ts'
import { Lanes } from './moments/lanes.tsx'
import classes from './moments/moments.module.css'
import { PitchHandle } from './moments/pitch-handle.tsx'
import { PitchTable } from './moments/pitch-table.tsx'
import { useLanes } from './moments/use-lanes.ts'
import { spoken } from './reading.tsx'
import { LineAt, SecondCard } from './second-card.tsx'
import type { CurveAnswers, Curves, Shown } from './timeline-curves.ts'
import { useTimelineFigures } from './timeline-figures.ts'
import { useTimeline } from './timeline-panels.ts'
import { useCurvesView } from './use-curves-view.ts'

interface PictureProps extends CurveAnswers {
  answer: Answer<Engagement>
  curves: Curves
  shown: Shown
  changes: Changes
  /** The curve in one sentence. */
  summary: string
}

export function TimelinePicture(props: PictureProps) {
  const { t } = useTranslation('player')
  const { curves, clicks, sales } = props
  if (curves.sessions === 0) {
    return <EmptyState title={t('curveEmpty')} text={t('curveEmptyText')} />
  }
  return (
    <>
      <Figure {...props} />
      {clicks.failure && <Notice failure={clicks.failure} onRetry={clicks.refetch} />}
      {sales.failure && <Notice failure={sales.failure} onRetry={sales.refetch} />}
    </>
  )
}

function Figure({ curves, changes, shown, summary, ...answers }: PictureProps) {
  const { t } = useTranslation('player')
  const [cursor, setCursor] = useState<number | null>(null)
  const { onDrawn, drawn } = usePicture()
  const { marks, lines } = useSecondMarks(changes, curves.duration)
  const { value: trial, set: setTrial, failure } = useTrial(answers.about, curves.duration)
  // The drawing may lag behind a drag; the figures do not.
  const timeline = useTimeline(curves, shown, { changes: lines, trial: useDeferredValue(trial) })
  const lanes = useLanes(answers.about, curves.curve)
  const secondAt = useTimelineFigures(curves, shown, answers.about.comparison)
  const under = cursor === null ? null : secondAt(cursor)
  const height = timelineHeight(timeline.panels)
  const { duration, pitch } = curves
  const above = marks.places.length > 0 ? MARKS_HEIGHT : 0
  const place = { duration, above }
  return (
    <>
      <ChartPicture drawn={drawn} />
      <div className={classes.figure} data-figure>
        <PitchHandle
          {...{ ...place, pitch, trial }}
          shareAt={(second) => truncatedRate(curves.curve[second] ?? 0, curves.sessions) ?? 0}
          onTrial={setTrial}
        />
        <TimelineChart
          timeline={timeline}
          label={`${t('block.timeline')}. ${summary}`}
          reading={spoken(under && [[t('at'), under.time], ...under.figures], summary)}
          height={height}
          cursor={cursor}
          onCursor={setCursor}
          marks={marks}
          onDrawn={onDrawn}
        />
        <Lanes lanes={lanes} duration={duration} />
        {pitch !== null && <LineAt {...place} second={pitch} of="pitch" />}
        {cursor !== null && <LineAt {...place} second={cursor} of="cursor" />}
        {cursor !== null && under && <SecondCard {...place} second={cursor} read={under} />}
      </div>
      {trial !== null && (
        <PitchTable
          {...{ trial, pitch }}
          about={answers.about}
          engagement={answers.answer}
          clicks={answers.clicks.value}
          sales={answers.sales.value}
        />
      )}
      {failure && <Notice failure={failure} />}
    </>
  )
}

/** A tried pitch past the end of a video that has become shorter is ignored. */
function useTrial(about: CurveAnswers['about'], duration: number) {
  const { value, ...kept } = useCurvesView(about, 'trial')
  return { ...kept, value: value !== null && value <= duration ? value : null }
}
