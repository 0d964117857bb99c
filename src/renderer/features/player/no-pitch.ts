import { useTranslation } from 'react-i18next'
import { type About } from './question.ts'

export interface NoPitch {
  short: string
  long: string
}

/**
 * Why figures of the pitch do not apply. Analytics, POST /sessions/stats_by_day: without a pitch
 * every session counts as over it, which would read as 100 %.
 */
export function useNoPitch({ isUnknown }: About): NoPitch {
  const { t } = useTranslation('player')
  return isUnknown
    ? { short: t('pitchUnknown'), long: t('pitchUnknownLong') }
    : { short: t('noPitch'), long: t('noPitchLong') }
}
