import { useTranslation } from 'react-i18next'
import { truncatedPercent } from '../../shared/api/statistics.ts'
import {
  type Growth,
  growingIn,
  growthIn,
  SETTLED_AGE,
  type UsualGrowth,
} from '../../shared/features/analytics/growth.ts'
import type { Period } from '../../shared/time/period.ts'
import { useCall } from '../query.ts'
import { useFormat } from './format.ts'
import { shortRange } from './time-text.ts'

interface Days {
  period: Period
  today: string
  /** The day on which the figures were read (`dayRead`). */
  read: string
}

/** How this account's sales usually grow; undefined while unknown. */
export const useGrowth = (account_id: string): Growth | undefined =>
  useCall('overview', 'growth', { account_id }, ['overview', 'analytics']).value

/** Text about which days' sales may still grow, and which are settled. */
export function useGrowingText() {
  const { t } = useTranslation('growth')
  const { dateRange } = useFormat()
  return ({ period, today, read }: Days) => {
    const growing = growingIn(period, today, read)
    if (!growing) return period.end < today ? t('settled') : ''
    const grows = t('grows', { days: dateRange(growing) })
    return growing.start > period.start ? `${grows} ${t('before')}` : grows
  }
}

/** The same text, shortened as a note next to a title, and complete. */
export function useSalesNote() {
  const { t } = useTranslation('overview')
  const { language } = useFormat()
  const long = useGrowingText()
  return (of: Days) => {
    const growing = growingIn(of.period, of.today, of.read)
    const days = growing && shortRange(growing, language, of.period)
    return { short: days ? t('salesNote', { days }) : '', long: long(of) }
  }
}

/**
 * How much the sales of the period's completed days usually still grow; nothing while that is
 * unknown.
 */
export function useUsualGrowth() {
  const { t } = useTranslation('growth')
  const { percent } = useFormat()
  const one = (usual: UsualGrowth) => {
    const size = truncatedPercent(Math.abs(usual.percent))
    const key = size === 0 ? 'stays' : usual.percent > 0 ? 'usual' : 'shrinks'
    return t(key, {
      day: `D-${usual.age}`,
      percent: percent(size),
      time: t('within', { count: SETTLED_AGE - usual.age }),
      rest: t('rests', { count: usual.days }),
    })
  }
  const ages = (
    growth: readonly UsualGrowth[] | undefined,
    { period, read }: Omit<Days, 'today'>,
  ) => growthIn(growth ?? [], period, read).map(one)
  return {
    /** The newest such day. */
    newest: (...of: Parameters<typeof ages>) => ages(...of)[0] ?? null,
    all: (...of: Parameters<typeof ages>) => {
      const known = ages(...of)
      return known.length > 0 ? t('inAccount', { ages: known.join('; ') }) : null
    },
  }
}
