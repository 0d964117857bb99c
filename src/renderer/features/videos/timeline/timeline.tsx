import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Engagement } from '../../../../shared/api/engagement.ts'
import type { Video } from '../../../../shared/api/video.ts'
import type { Failure } from '../../../../shared/failure.ts'
import type { ClicksTimed, ConversionsTimed } from '../../../../shared/features/player/timing.ts'
import type { Change, Edit } from '../../../../shared/features/publishing/edit.ts'
import { thresholdText } from '../../../../shared/features/videos/codec.ts'
import type { Age } from '../../../../shared/time/age.ts'
import { dayCount, elapsedDays, type Period } from '../../../../shared/time/period.ts'
import { useCommitOnLeave } from '../../../commit-on-leave.ts'
import { Column } from '../../../ui/column.tsx'
import { useFormat } from '../../../ui/format.ts'
import { Notice } from '../../../ui/notice.tsx'
import { Curves } from './curves.tsx'
import { changesIn, makeDragStore } from './drag-store.ts'
import { Figures } from './figures.tsx'
import { AxisLane, ItemsLane } from './lanes.tsx'
import { type Axis, type Handle, secondOf } from './move.ts'
import { lengthOf, type TimelineItem, timelineItems } from './placed.ts'
import { type Audience, makeReach, type Reach } from './reach.ts'
import type { Stage, Words } from './stage.ts'
import classes from './timeline.module.css'

export interface TimelineProps {
  /** The video with its edits applied (`OpenVideo.shown`). */
  video: Video
  /** For the marks. */
  edits: readonly Edit[]
  /** From `wrongItems`. Must keep its identity while the problems stay the same. */
  wrong: ReadonlySet<string>
  /** Whether a player has the id of the video; true while the players are unknown. */
  hasPlayer: boolean
  /** The player's length in seconds; 0 without a player or length. */
  playerLength: number
  /** The player's pitch in seconds; null without a player or pitch. */
  pitch: number | null
  /** The stored answer's own object, because a copy would be processed again; null while there is none. */
  engagement: Engagement | null
  /** Like `engagement`. */
  timing: { clicks: ClicksTimed | null; sales: ConversionsTimed | null }
  /** The days of these answers on which the player existed. */
  period: Period
  /** Null when none is stored. */
  age: Age | null
  /** Why some of them are missing; null when none is, or when they are on their way. */
  missing: { failure: Failure; onRetry: () => void } | null
  /** Saves a move. Settles when a `video` was given that was read since, or when saving failed. */
  onChange: (changes: Change[]) => Promise<unknown>
}

/** The settings of a video with a position in time, along with the audience's figures. */
export function Timeline(props: TimelineProps) {
  const { video, edits, wrong, period, age, missing, hasPlayer } = props
  const { t } = useTranslation('videoTimeline')
  const audience = useAudience(props)
  const stage = useStage(props, audience)
  const { length, drag: dragStore } = stage
  useCommitOnLeave(stage.commit)
  const lanes = useMemo(
    () => timelineItems(video, length, { edits, wrong }),
    [video, length, edits, wrong],
  )
  useEffect(() => {
    dragStore.refresh([...lanes.windows, ...lanes.pixels, ...lanes.playback])
  }, [lanes, dragStore])
  return (
    <Column component="section" gap={2} className={classes.timeline} aria-label={t('name')}>
      <Curves audience={audience} stage={stage} />
      <ItemsLane name="windows" items={lanes.windows} stage={stage} />
      <ItemsLane name="pixels" items={lanes.pixels} stage={stage} />
      <ItemsLane name="playback" items={lanes.playback} stage={stage} />
      <AxisLane stage={stage} />
      <Figures {...{ stage, period, age, hasPlayer }} />
      {missing && <Notice {...missing} />}
    </Column>
  )
}

function useAudience({ engagement, timing, period, age }: TimelineProps): Audience {
  const { clicks, sales } = timing
  const { zone } = useFormat()
  const days = age ? elapsedDays(period, zone, age.asOf) : dayCount(period)
  return useMemo(() => ({ engagement, clicks, sales, days }), [engagement, clicks, sales, days])
}

function useStage(props: TimelineProps, audience: Audience): Stage {
  const { video, onChange, playerLength } = props
  const format = useFormat()
  const [dragStore] = useState(makeDragStore)
  const save = useRef(onChange)
  useLayoutEffect(() => {
    save.current = onChange
  })
  const length = lengthOf(video, { playerLength, engagement: audience.engagement })
  const pitch = props.pitch !== null && props.pitch <= length ? props.pitch : null
  const reach = useMemo(() => makeReach(audience, length), [audience, length])
  const axis = useMemo(() => ({ length, pitch }), [length, pitch])
  const words = useWords(reach, axis)
  return useMemo(() => {
    function commit() {
      const move = dragStore.commit()
      if (!move) return
      // Failures are displayed by the caller; the timeline only reverts the item.
      const settle = () => dragStore.settle(move)
      save.current(changesIn(move)).then(settle, settle)
    }
    return { ...axis, drag: dragStore, reach, words, format, commit }
  }, [axis, dragStore, reach, words, format])
}

function useWords(reach: Reach, { length }: Pick<Axis, 'length'>): Words {
  const { t } = useTranslation('videoTimeline')
  const format = useFormat()
  return useMemo(() => {
    const nameOf = ({ kind, label }: TimelineItem) =>
      label === '' ? t(`kind.${kind}`) : `${t(`kind.${kind}`)} ${label}`
    const noteOf = ({ isOff, mark }: TimelineItem) =>
      [isOff ? t('off') : '', mark ? t(`mark.${mark}`) : ''].filter((word) => word !== '')
    const placeOf = (item: TimelineItem, handle: Handle) => {
      const time = format.videoTime(secondOf(item, handle))
      if (item.percent !== null) {
        return t('atPercent', { percent: thresholdText(item.percent, 'percent'), time })
      }
      if (item.kind !== 'window' || handle !== 'whole') return t('at', { time })
      return t('range', { start: time, end: format.videoTime(item.end) })
    }
    const reachedOf = (second: number) => {
      const at = second <= length ? reach.at(second) : null
      if (!at || at.share === null) return []
      const share = format.percent(at.share)
      const sessions = t('sessions', { count: format.count(at.sessions), share } as never)
      return [`${t('reached')}: ${sessions}`]
    }
    return {
      nameOf,
      labelOf: (item, handle) =>
        [t(`handle.${handle}`, { name: nameOf(item) }), ...noteOf(item)].join(', '),
      valueOf: (item, handle) =>
        [placeOf(item, handle), ...reachedOf(secondOf(item, handle))].join('. '),
    }
  }, [t, format, reach, length])
}
