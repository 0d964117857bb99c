import { Box, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Video } from '../../../shared/api/video.ts'
import type { ListedProblem } from '../../../shared/features/problems/calls.ts'
import type { Change } from '../../../shared/features/publishing/edit.ts'
import { itemAt } from '../../../shared/features/publishing/lay.ts'
import { secondAt, textAt } from '../../../shared/features/videos/check/values.ts'
import { secondOfPercent, timeStep, videoTime } from '../../../shared/time/time.ts'
import { useCall } from '../../query.ts'
import kit from '../../ui/kit.module.css'
import classes from './problems.module.css'

interface ShownSpan {
  start: number
  end: number
}

interface ProblemTimelineProps {
  account_id: string
  problem: ListedProblem
}

/**
 * The timeline of a problem's video: its length, its pitch, and when the item is shown now and
 * after the fix.
 */
export function ProblemTimeline({ account_id, problem }: ProblemTimelineProps) {
  const { t } = useTranslation('problems')
  const { video_id, video: name, duration, pitch } = problem
  const { value: opened } = useCall('videos', 'open', { account_id, video_id }, ['videos', 'edits'])
  const now = opened && shownSpanOf(opened.shown, problem)
  if (duration === null || !now) return null
  const then = fixedSpan(now, problem.fix)
  const pitchText = pitch === null ? 'drawing.noPitch' : 'drawing.pitch'
  return (
    <Box component="section" px={16} pt={16} pb={12}>
      <Group gap={12} align="baseline" justify="space-between" wrap="nowrap" mb={6}>
        <h3 className={kit.cut}>{t('drawing.title', { name })}</h3>
        <Box component="span" className={kit.quiet} flex="none">
          {t(pitchText, { time: videoTime(pitch ?? 0) })}
          {' · '}
          {t('drawing.ends', { time: videoTime(duration) })}
        </Box>
      </Group>
      <TimelineBars {...{ duration, pitch, now, then }} />
    </Box>
  )
}

interface TimelineBarsProps {
  duration: number
  pitch: number | null
  now: ShownSpan
  then: ShownSpan | null
}

/** Leaves space after the end for items that are set beyond it. */
const BEYOND = 1.02

function TimelineBars({ duration, pitch, now, then }: TimelineBarsProps) {
  const { t } = useTranslation('problems')
  const last = Math.max(duration, now.end, then?.end ?? 0)
  const whole = last > duration ? last * BEYOND : duration
  const at = (second: number) => `${(100 * Math.max(0, second)) / whole}%`
  const box = ({ start, end }: ShownSpan) => ({ left: at(start), width: at(end - start) })
  const step = timeStep(whole, 6)
  const marks = Array.from({ length: Math.floor(whole / step) + 1 }, (_, index) => index * step)
  return (
    <>
      <div className={classes.stage} aria-hidden>
        <div className={classes.length} style={{ width: at(duration) }} />
        <Bar kind="now" style={box(now)} text={t('drawing.now', { time: videoTime(now.start) })} />
        {then && (
          <Bar
            kind="then"
            style={box(then)}
            text={`Δ ${t('drawing.then', { time: videoTime(then.start) })}`}
          />
        )}
        {pitch !== null && <div className={classes.pitch} style={{ left: at(pitch) }} />}
      </div>
      <div className={classes.axis} aria-hidden>
        {marks.map((second) => (
          <span key={second} style={{ left: at(second) }}>
            {videoTime(second)}
          </span>
        ))}
      </div>
    </>
  )
}

interface BarProps {
  kind: 'now' | 'then'
  style: { left: string; width: string }
  text: string
}

/** In percent of the stage: a narrower bar has its text next to it. */
const ROOM_FOR_TEXT = 20

/** A bar, with its text where there is space. */
function Bar({ kind, style, text }: BarProps) {
  const beside = Number.parseFloat(style.left) > 60 ? 'before' : 'after'
  const place = Number.parseFloat(style.width) < ROOM_FOR_TEXT ? beside : 'inside'
  return (
    <div className={classes.bar} data-kind={kind} data-text={place} style={style}>
      <span>{text}</span>
    </div>
  )
}

/** When an item is shown; a pixel fires at once. */
function shownSpanOf(video: Video, { group, item_id, duration }: ListedProblem): ShownSpan | null {
  const item = group === null ? undefined : itemAt(video, { group, item_id })
  if (group === 'call_actions') {
    const start = secondAt(item, 'window.start')
    if (start === null) return null
    return { start, end: Math.max(secondAt(item, 'window.end') ?? duration ?? start, start) }
  }
  const threshold = secondAt(item, 'dispatch.threshold')
  if (group !== 'pixels' || threshold === null) return null
  const isPercent = textAt(item, 'dispatch.mode') === 'percent'
  const second = isPercent ? secondOfPercent(threshold, duration ?? 0) : threshold
  return { start: second, end: second }
}

/** The moments after a fix; null when the fix does not change them. */
function fixedSpan(now: ShownSpan, fix: readonly Change[] = []): ShownSpan | null {
  const of = (register: string) => {
    const change = fix.find((one) => one.kind === 'set' && one.register === register)
    return change?.kind === 'set' && typeof change.value === 'number' ? change.value : null
  }
  const start = of('window.start')
  const end = of('window.end')
  return start === null && end === null ? null : { start: start ?? now.start, end: end ?? now.end }
}
