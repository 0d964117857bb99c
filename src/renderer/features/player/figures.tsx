import { useTranslation } from 'react-i18next'
import type { Statistics } from '../../../shared/api/statistics.ts'
import type { Answer } from '../../../shared/features/analytics/answer.ts'
import { growingIn } from '../../../shared/features/analytics/growth.ts'
import { MEASURE_KINDS, MEASURES } from '../../../shared/tables/measures.ts'
import { dayRead } from '../../../shared/time/age.ts'
import { useGrowingText } from '../../ui/growth.ts'
import type { About } from './queries.ts'

/**
 * Whether every count and amount is zero. Rates are ignored: without a pitch one of them is 100.
 */
export function isAllZero(row: Statistics): boolean {
  return MEASURES.every((key) => MEASURE_KINDS[key] === 'percent' || row[key] === 0)
}

interface GrowingNoteProps {
  answer: Answer<unknown> | undefined
  about: About
}

/** Which days' sales may still grow, for the foot of a block with sales; nothing once all are final. */
export function GrowingNote({ answer, about: { period, zone, today } }: GrowingNoteProps) {
  const text = useGrowingText()
  if (!answer) return null
  const read = dayRead(answer, zone, today)
  return growingIn(period, today, read) && <span>{text({ period, today, read })}</span>
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
