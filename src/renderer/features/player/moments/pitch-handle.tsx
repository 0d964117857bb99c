import { Button, TextInput } from '@mantine/core'
import { IconGripVertical } from '@tabler/icons-react'
import { type KeyboardEvent, type PointerEvent, type RefObject, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readTime } from '../../../../shared/time/time.ts'
import { TIMELINE } from '../../../ui/chart-timeline.ts'
import { useFormat } from '../../../ui/format.ts'
import { leftOf } from '../second-card.tsx'
import classes from './moments.module.css'

interface PitchHandleProps {
  duration: number
  /** Height of the row above the chart, in pixels. */
  above: number
  pitch: number | null
  /** The second being tried; null for none. */
  trial: number | null
  /** Percent of the sessions that reached a second. */
  shareAt: (second: number) => number
  onTrial: (second: number | null) => void
}

/** Share of the width: closer to an end, the label is on one side of its line. */
const NEAR_END = 0.12
/** Share of the width after which there is more space left of the label. */
const FAR = 0.4

function sideOf(part: number) {
  if (part < NEAR_END) return 'start'
  return part > 1 - NEAR_END ? 'end' : 'middle'
}

/** The pitch's label, a handle to try any second as the pitch by dragging, by keyboard, or by typing. */
export function PitchHandle({ above, ...props }: PitchHandleProps) {
  const { duration, pitch, trial, onTrial } = props
  const { t } = useTranslation('seconds')
  const [isTyping, setIsTyping] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const now = trial ?? pitch ?? 1
  const part = now / Math.max(duration, 1)
  const stop = (isBack: boolean) => {
    setIsTyping(false)
    if (isBack) input.current?.focus()
  }
  return (
    <div
      data-screen-only
      className={classes.handle}
      data-side={sideOf(part)}
      data-tried={trial !== null || undefined}
      style={{ top: above, left: leftOf(now, duration) }}
    >
      <Label {...props} {...{ input, now }} onType={() => setIsTyping(true)} />
      <span className={classes.beside} data-before={part > FAR || undefined}>
        {isTyping ? (
          <TypedTime {...{ duration, trial, onTrial }} onDone={stop} />
        ) : trial === null ? (
          t('trialHint')
        ) : (
          <Button size="compact-xs" onClick={() => onTrial(null)}>
            {t('reset')}
          </Button>
        )}
      </span>
    </div>
  )
}

interface LabelProps extends Omit<PitchHandleProps, 'above'> {
  input: RefObject<HTMLInputElement | null>
  now: number
  onType: () => void
}

function Label({ input, now, onType, ...props }: LabelProps) {
  const { duration, trial, onTrial } = props
  const { t } = useTranslation('seconds')
  const { shown, spoken } = useWords({ ...props, now })
  const drag = useDrag(props)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') onType()
    if (event.key !== 'Escape' || trial === null) return
    event.stopPropagation()
    onTrial(null)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its input has the keys
    <label className={classes.pitch} title={t('trialKeys')} {...drag} onDoubleClick={onType}>
      <input
        ref={input}
        type="range"
        min={1}
        max={Math.max(duration, 1)}
        step={1}
        value={now}
        aria-label={t('trial')}
        title={t('trialKeys')}
        aria-valuetext={spoken}
        onChange={(event) => onTrial(Number(event.currentTarget.value))}
        onKeyDown={onKeyDown}
      />
      <IconGripVertical size={13} aria-hidden />
      {shown}
    </label>
  )
}

function useWords({ pitch, trial, shareAt, now }: Omit<LabelProps, 'input' | 'onType'>) {
  const { t } = useTranslation('seconds')
  const { t: words } = useTranslation('player')
  const { percent, videoTime } = useFormat()
  const at = { time: videoTime(now), share: percent(shareAt(now)) }
  if (trial !== null) return { shown: t('trialLabel', at), spoken: t('trialAt', at) }
  return pitch === null
    ? { shown: t('trial'), spoken: t('trialUnset', { time: t('noTime') }) }
    : { shown: words('pitchLabel', at), spoken: t('trialUnset', { time: videoTime(pitch) }) }
}

/** Pointer handlers that follow the pointer along the figure's time axis. */
function useDrag({ duration, onTrial }: Pick<PitchHandleProps, 'duration' | 'onTrial'>) {
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      event.currentTarget.setPointerCapture(event.pointerId)
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const { currentTarget, pointerId, clientX } = event
      const figure = currentTarget.closest('[data-figure]')?.getBoundingClientRect()
      if (!figure || !currentTarget.hasPointerCapture(pointerId)) return
      const width = figure.width - TIMELINE.left - TIMELINE.right
      const second = Math.round(((clientX - figure.left - TIMELINE.left) / width) * duration)
      onTrial(Math.min(Math.max(second, 1), Math.max(duration, 1)))
    },
  }
}

interface TypedProps extends Pick<PitchHandleProps, 'duration' | 'trial' | 'onTrial'> {
  /** Whether the focus returns to the handle. */
  onDone: (isBack: boolean) => void
}

function TypedTime({ duration, trial, onTrial, onDone }: TypedProps) {
  const { t } = useTranslation('seconds')
  const { videoTime } = useFormat()
  const shown = trial === null ? '' : videoTime(trial)
  const [typed, setTyped] = useState(shown)
  const [isBad, setIsBad] = useState(false)
  // Moving the focus away blurs the field once more.
  const isDone = useRef(false)
  const end = (isBack: boolean) => {
    isDone.current = true
    onDone(isBack)
  }
  const take = (isBack: boolean) => {
    if (isDone.current) return
    const second = readTime(typed)
    const isTime = second === null || (second !== undefined && second >= 1 && second <= duration)
    setIsBad(!isTime)
    if (!isTime) return
    if (typed !== shown) onTrial(second)
    end(isBack)
  }
  return (
    <TextInput
      autoFocus
      w={isBad ? 300 : 110}
      aria-label={t('trialTime')}
      placeholder="5:30"
      value={typed}
      error={isBad && t('trialBad', { end: videoTime(duration) })}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={() => take(false)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') take(true)
        if (event.key === 'Escape') end(true)
      }}
    />
  )
}
