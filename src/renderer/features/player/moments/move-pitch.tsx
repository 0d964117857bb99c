import { Button, TextInput } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readTime } from '../../../../shared/time/time.ts'
import { useFormat } from '../../../ui/format.ts'
import classes from './moments.module.css'

interface MovePitchProps {
  duration: number
  pitch: number | null
  /** The second on trial; null without a trial. */
  trial: number | null
  /** Percent of the sessions that reached a second. */
  shareAt: (second: number) => number
  onTrial: (second: number | null) => void
}

/** Any second as the pitch, dragged on the chart's axis or typed: only ever a trial. */
export function MovePitch({ duration, pitch, trial, shareAt, onTrial }: MovePitchProps) {
  const { t } = useTranslation('seconds')
  const { percent, videoTime } = useFormat()
  const now = trial ?? pitch ?? 0
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || trial === null) return
    event.stopPropagation()
    onTrial(null)
  }
  const said =
    trial === null
      ? t('trialUnset', { time: pitch === null ? t('noTime') : videoTime(pitch) })
      : t('trialAt', { time: videoTime(trial), share: percent(shareAt(trial)) })
  return (
    <div data-screen-only className={classes.trial} role="group" aria-label={t('trial')}>
      <input
        className={classes.track}
        type="range"
        min={1}
        max={Math.max(duration, 1)}
        step={1}
        value={now}
        aria-label={t('trial')}
        aria-valuetext={said}
        onChange={(event) => onTrial(Number(event.currentTarget.value))}
        onKeyDown={onKeyDown}
      />
      <div className={classes.trialTools}>
        <strong>{t('trial')}</strong>
        <TypedTime key={trial ?? 'none'} {...{ duration, trial, onTrial, onKeyDown }} />
        {trial !== null && (
          <Button size="xs" variant="default" onClick={() => onTrial(null)}>
            {t('reset')}
          </Button>
        )}
        <span className={classes.hint}>{t('trialHint')}</span>
      </div>
    </div>
  )
}

interface TypedProps extends Pick<MovePitchProps, 'duration' | 'trial' | 'onTrial'> {
  onKeyDown: (event: KeyboardEvent) => void
}

function TypedTime({ duration, trial, onTrial, onKeyDown }: TypedProps) {
  const { t } = useTranslation('seconds')
  const { videoTime } = useFormat()
  const shown = trial === null ? '' : videoTime(trial)
  const [typed, setTyped] = useState(shown)
  const [isBad, setIsBad] = useState(false)
  const take = () => {
    if (typed === shown) return setIsBad(false)
    const second = readTime(typed)
    const isTime = second === null || (second !== undefined && second >= 1 && second <= duration)
    setIsBad(!isTime)
    if (isTime) onTrial(second)
  }
  return (
    <TextInput
      size="xs"
      w={isBad ? 300 : 110}
      aria-label={t('trialTime')}
      placeholder="5:30"
      value={typed}
      error={isBad && t('trialBad', { end: videoTime(duration) })}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={take}
      onKeyDown={(event) => (event.key === 'Enter' ? take() : onKeyDown(event))}
    />
  )
}
