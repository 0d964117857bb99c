import { useContext, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Failure } from '../../shared/failure.ts'
import { todayIn } from '../../shared/time/period.ts'
import { clock } from '../clock.ts'
import { IsOffline } from '../desk.ts'
import { useReport } from '../view.ts'
import { useFailureText } from './failure-text.ts'
import { useFormat } from './format.ts'
import classes from './freshness.module.css'
import { ageWord, isJustNow } from './time-text.ts'

interface FreshnessProps {
  /** Epoch ms of the answer, of the oldest when several are behind the figures; null when none is. */
  asOf: number | null
  from?: 'service' | 'store' | undefined
  /** The zone the figures are cut in; its wall clock is shown. */
  zone: string
  /** The zone is said beside it, so it is left out here. */
  isZoneBeside?: boolean
  isSettled?: boolean | undefined
  /** Why the newest try to refresh failed. */
  trouble?: Failure | null | undefined
}

/** How old figures are, as a fact beside them. */
export function Freshness({ asOf, ...of }: FreshnessProps) {
  const { t } = useTranslation('freshness')
  const report = useReport()
  if (asOf === null) return <span className={classes.freshness}>{t('never')}</span>
  return report ? <Frozen {...of} asOf={asOf} /> : <Age {...of} asOf={asOf} />
}

type Known = FreshnessProps & { asOf: number }

/** In a report nothing ages: the instant alone says when its figures were so. */
function Frozen({ asOf, zone, isZoneBeside, isSettled }: Known) {
  const { t } = useTranslation('freshness')
  const { instant } = useFormat()
  const words = t(saidAs(true, isZoneBeside), { time: instant(asOf, zone), zone })
  return (
    <span className={classes.freshness}>
      {words}
      {isSettled && `\u00a0·\u00a0${t('settled')}`}
    </span>
  )
}

function Age({ asOf, from, zone, isSettled = false, trouble, isZoneBeside }: Known) {
  const { t } = useTranslation('freshness')
  const format = useFormat()
  const why = useTrouble(trouble)
  const now = useNow()
  const isOffline = useContext(IsOffline)
  const age = ageWord({ asOf, isSettled }, { now, isOffline })
  const isToday = todayIn(zone, asOf) === todayIn(zone, now)
  const time = isToday ? format.clock(asOf, zone) : format.instant(asOf, zone)
  const meaning = age === 'settled' ? t('settledHint') : age === 'offline' && t('offlineHint')
  const source = from && t(from === 'store' ? 'stored' : 'service')
  const hint = [format.instant(asOf, zone), source, meaning, why.hint]
  const said = saidAs(isOffline && isJustNow(asOf, now), isZoneBeside)
  return (
    <span
      className={classes.freshness}
      data-age={age}
      data-kept={t(saidAs(true, isZoneBeside), { time: format.instant(asOf, zone), zone })}
      title={hint.filter(Boolean).join('\n')}
    >
      <span className={classes.dot} aria-hidden />
      <span>
        {t(said, { time, ago: format.ago(asOf, now), zone })}
        {/* Never alone on a line. */}
        {`\u00a0·\u00a0${t(age)}`}
        {why.said}
      </span>
    </span>
  )
}

function saidAs(isTimeAlone: boolean, isZoneBeside = false) {
  if (isTimeAlone) return isZoneBeside ? 'keptShort' : 'kept'
  return isZoneBeside ? 'asOfShort' : 'asOf'
}

/** Why an answer could not be refreshed: all of it in the hint, in short beside the age. */
function useTrouble(trouble: Failure | null | undefined) {
  const { t } = useTranslation('freshness')
  const failureText = useFailureText()
  if (!trouble) return { hint: null, said: null }
  const { title, why, next } = failureText(trouble)
  const said = ` · ${t('notNewer')}`
  return {
    hint: `${title}. ${why} ${next}`,
    // What the other kinds are about, such as being offline, the window says once for all answers.
    said: ['malformed', 'incomplete'].includes(trouble.kind) ? `${said}: ${title}. ${why}` : said,
  }
}

/** Now, told again every half minute so that ages on screen stay true; in a report when it was made. */
export function useNow(everyMs = 30_000): number {
  const report = useReport()
  const [now, setNow] = useState(clock.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(clock.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return report ? report.about.madeAt : now
}
