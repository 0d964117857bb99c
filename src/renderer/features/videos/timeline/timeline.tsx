/*
 * `VideoTimeline` (video-screen.tsx) passes all of this but the desk and `onChange`. What to pass,
 * so that the timeline is cheap and its figures are true:
 * - `video`: `VideoDesk.shown`, the video with its edits laid over it.
 * - `edits`: `VideoDesk.edits`, for the marks; `[]` when there are none.
 * - `wrong`: `wrongItems` of what the check says of `video`; the same object until that changes.
 * - `pitch`: the player's `pitch_time` when it is over 0 and the video's id is a player's, else null.
 * - `engagement`, `timing`: the values of `call.analytics.userEngagement`, `clicksTimed` and
 *   `conversionsTimed`, worded by `questionsAbout(player, period, zone)` for the last 30 days, each
 *   null until it is there or when the video is no player's. Pass the answers' own objects: new
 *   ones of the same content are reckoned again.
 * - `days`: how many days that period has.
 * - `onChange`: for `call.edits.save`; its promise, when it gives one, undoes the move on failure.
 * The words are the namespace `videoTimeline`.
 */
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Engagement } from '../../../../shared/api/engagement.ts'
import type { Video } from '../../../../shared/api/video.ts'
import type { ClicksTimed, ConversionsTimed } from '../../../../shared/features/player/timing.ts'
import type { Change, Edit } from '../../../../shared/features/publishing/edit.ts'
import { useFormat } from '../../../ui/format.ts'
import { Curves } from './curves.tsx'
import { Figures } from './figures.tsx'
import { makeHold } from './hold.ts'
import { AxisLane, ItemsLane } from './lanes.tsx'
import { changesOf } from './move.ts'
import { lengthOf, placedOf } from './placed.ts'
import { type Audience, makeReach } from './reach.ts'
import type { Stage } from './stage.ts'
import classes from './timeline.module.css'
import { useWords } from './use-words.ts'

export interface TimelineProps {
  video: Video
  edits: readonly Edit[]
  wrong: ReadonlySet<string>
  pitch: number | null
  engagement: Engagement | null
  timing: { clicks: ClicksTimed | null; sales: ConversionsTimed | null }
  days: number
  onChange: (changes: Change[]) => void | Promise<unknown>
}

/** The settings of a video that have a place in time, over what its audience did. */
export function Timeline(props: TimelineProps) {
  const { video, edits, wrong, days } = props
  const { t } = useTranslation('videoTimeline')
  const audience = useAudience(props)
  const stage = useStage(props, audience)
  const { length, hold } = stage
  const lanes = useMemo(
    () => placedOf(video, length, { edits, wrong }),
    [video, length, edits, wrong],
  )
  useEffect(() => {
    hold.renew([...lanes.windows, ...lanes.pixels, ...lanes.playback])
  }, [lanes, hold])
  return (
    <section className={classes.timeline} aria-label={t('name')}>
      <Curves audience={audience} stage={stage} />
      <ItemsLane name="windows" items={lanes.windows} stage={stage} />
      <ItemsLane name="pixels" items={lanes.pixels} stage={stage} />
      <ItemsLane name="playback" items={lanes.playback} stage={stage} />
      <AxisLane stage={stage} />
      <Figures stage={stage} days={days} />
    </section>
  )
}

function useAudience({ engagement, timing, days }: TimelineProps): Audience {
  const { clicks, sales } = timing
  return useMemo(() => ({ engagement, clicks, sales, days }), [engagement, clicks, sales, days])
}

function useStage(props: TimelineProps, audience: Audience): Stage {
  const { video, onChange } = props
  const format = useFormat()
  const [hold] = useState(makeHold)
  const give = useRef(onChange)
  useLayoutEffect(() => {
    give.current = onChange
  })
  const length = lengthOf(video, audience.engagement)
  const pitch = props.pitch !== null && props.pitch <= length ? props.pitch : null
  const reach = useMemo(() => makeReach(audience, length), [audience, length])
  const axis = useMemo(() => ({ length, pitch }), [length, pitch])
  const words = useWords(reach, axis)
  return useMemo(() => {
    function keep() {
      const held = hold.keep()
      if (!held) return
      // What the window says of a failed save is not the timeline's business; where the item is, is.
      const undo = () => hold.undo(held)
      Promise.resolve(give.current(changesOf(held.origin, held.item))).catch(undo)
    }
    return { ...axis, hold, reach, words, format, keep }
  }, [axis, hold, reach, words, format])
}
