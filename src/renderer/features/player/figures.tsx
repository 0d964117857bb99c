import { useTranslation } from 'react-i18next'
import type { Statistics } from '../../../shared/api/statistics.ts'
import { CURRENCIES, type Currency } from '../../../shared/model/money.ts'
import { MEASURE_KINDS, MEASURES } from '../../../shared/tables/measures.ts'
import { BasisSwitch as Shared } from '../../ui/switches.tsx'
import type { About } from './queries.ts'

/** The name of what is counted once, on this screen. */
export function BasisSwitch() {
  const { t } = useTranslation('player')
  return <Shared label={t('basis')} name={(basis) => t(`basisName.${basis}`)} />
}

/**
 * Whether every count and amount is zero. Rates are ignored: without a pitch one of them is 100.
 */
export function isAllZero(row: Statistics): boolean {
  return MEASURES.every((key) => MEASURE_KINDS[key] === 'percent' || row[key] === 0)
}

/** The currencies with any sales. */
export function soldIn(...rows: readonly (Statistics | undefined)[]): Currency[] {
  return CURRENCIES.filter((currency) =>
    rows.some((row) => row && row[`total_amount_${currency}`] !== 0),
  )
}

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
