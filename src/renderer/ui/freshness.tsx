import { useContext, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Failure } from '../../shared/failure.ts'
import { todayIn } from '../../shared/time/period.ts'
import { IsOffline } from '../app-state.ts'
import { clock } from '../clock.ts'
import { useReport } from '../view.ts'
import { useFailureText } from './failure-text.ts'
import { useFormat } from './format.ts'
import classes from './freshness.module.css'
import { ageWord, isJustNow } from './time-text.ts'

interface FreshnessProps {
  /** Epoch ms of the answer, or of the oldest of several; null when there is none. */
  asOf: number | null
  from?: 'service' | 'store' | undefined
  /** The zone in which the days are cut, and in which the time is shown. */
  zone: string
  /** The zone is displayed next to this component, so it is left out here. */
  isZoneBeside?: boolean
  isSettled?: boolean | undefined
  /** Short form without the time zone, for a whole page. */
  isBrief?: boolean
  /** Why the last refresh failed. */
  trouble?: Failure | null | undefined
}

export function Freshness({ asOf, ...of }: FreshnessProps) {
  const { t } = useTranslation('freshness')
  const report = useReport()
  if (asOf === null) return <span className={classes.freshness}>{t('never')}</span>
  return report ? <Frozen {...of} asOf={asOf} /> : <Age {...of} asOf={asOf} />
}

type Known = FreshnessProps & { asOf: number }

/** In a report there is no age, only the time of the figures. */
function Frozen({ asOf, zone, isZoneBeside, isSettled }: Known) {
  const { t } = useTranslation('freshness')
  const { instant } = useFormat()
  const words = t(textKey(true, isZoneBeside), { time: instant(asOf, zone), zone })
  return (
    <span className={classes.freshness}>
      {words}
      {isSettled && `\u00a0·\u00a0${t('settled')}`}
    </span>
  )
}

function Age({ asOf, from, zone, isSettled = false, isBrief = false, trouble, ...of }: Known) {
  const { isZoneBeside } = of
  const { t } = useTranslation('freshness')
  const format = useFormat()
  const why = useTrouble(trouble)
  const now = useNow()
  const isOffline = useContext(IsOffline)
  const age = ageWord({ asOf, isSettled }, { now, isOffline })
  const time = format.recent(asOf, todayIn(zone, now), zone)
  const meaning = age === 'settled' ? t('settledHint') : age === 'offline' && t('offlineHint')
  const source = from && t(from === 'store' ? 'stored' : 'service')
  const hint = [format.instant(asOf, zone), source, meaning, why.hint]
  const key = textKey(isOffline && isJustNow(asOf, now), isZoneBeside)
  return (
    <span
      className={classes.freshness}
      data-age={age}
      data-kept={t(textKey(true, isZoneBeside), { time: format.instant(asOf, zone), zone })}
      title={hint.filter(Boolean).join('\n')}
    >
      <span className={classes.dot} aria-hidden />
      <span>
        {isBrief ? (
          t(`brief.${age}`, { time })
        ) : (
          <>
            {t(key, { time, ago: format.ago(asOf, now), zone })}
            {/* Non-breaking, so that it is never alone on a line. */}
            {`\u00a0·\u00a0${t(age)}`}
          </>
        )}
        {why.short}
      </span>
    </span>
  )
}

function textKey(isTimeAlone: boolean, isZoneBeside = false) {
  if (isTimeAlone) return isZoneBeside ? 'keptShort' : 'kept'
  return isZoneBeside ? 'asOfShort' : 'asOf'
}

/** Why a refresh failed: complete in the tooltip, short next to the age. */
function useTrouble(trouble: Failure | null | undefined) {
  const { t } = useTranslation('freshness')
  const failureText = useFailureText()
  if (!trouble) return { hint: null, short: null }
  const { title, why, next } = failureText(trouble)
  const prefix = ` · ${t('notNewer')}`
  return {
    hint: `${title}. ${why} ${next}`,
    // Other kinds, such as being offline, are displayed once for the whole window.
    short: ['malformed', 'incomplete'].includes(trouble.kind)
      ? `${prefix}: ${title}. ${why}`
      : prefix,
  }
}

/**
 * The current time in epoch ms, updated every half minute to keep displayed ages correct; in a report, the
 * time when it was made.
 */
export function useNow(everyMs = 30_000): number {
  const report = useReport()
  const [now, setNow] = useState(clock.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(clock.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return report ? report.about.madeAt : now
}
