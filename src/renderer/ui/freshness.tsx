import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Failure } from '../../shared/failure.ts'
import { todayIn } from '../../shared/model/period.ts'
import { ageOf } from './age.ts'
import { useFailureText } from './failure-text.ts'
import { useFormat } from './format.ts'
import classes from './freshness.module.css'

interface FreshnessProps {
  /** Epoch ms of the answer, of the oldest when several are behind the figures; null when none is. */
  asOf: number | null
  from?: 'service' | 'store' | undefined
  /** The zone the figures are cut in; its wall clock is shown. */
  zone: string
  isSettled?: boolean | undefined
  /** Why the newest try to refresh failed. */
  trouble?: Failure | null | undefined
}

/** How old figures are, as a fact beside them. */
export function Freshness({ asOf, from, zone, isSettled = false, trouble }: FreshnessProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const failureText = useFailureText()
  const now = useNow()
  if (asOf === null) return <span className={classes.freshness}>{t('freshness.never')}</span>
  const age = ageOf(asOf, isSettled, now)
  const why = trouble ? failureText(trouble) : null
  const isToday = todayIn(zone, asOf) === todayIn(zone, now)
  const time = isToday ? format.clock(asOf, zone) : format.instant(asOf, zone)
  const hint = [
    format.instant(asOf, zone),
    from && t(from === 'store' ? 'freshness.stored' : 'freshness.service'),
    isSettled && t('freshness.settledHint'),
    why && `${why.title}. ${why.why} ${why.next}`,
  ]
  return (
    <span
      className={classes.freshness}
      data-age={age}
      data-kept={t('freshness.kept', { time: format.instant(asOf, zone), zone })}
      title={hint.filter(Boolean).join('\n')}
    >
      <span className={classes.dot} aria-hidden />
      <span>
        {t('freshness.asOf', { time, ago: format.ago(asOf, now), zone })}
        {` · ${t(`freshness.${age}`)}`}
        {why && ` · ${t('freshness.notNewer')}`}
      </span>
    </span>
  )
}

/** Now, told again every half minute so that ages on screen stay true. */
export function useNow(everyMs = 30_000): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
