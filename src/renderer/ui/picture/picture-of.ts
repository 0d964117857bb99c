import { createContext, useContext } from 'react'
import { useTranslation } from 'react-i18next'
import type { Aged } from '../../../shared/time/age.ts'
import type { Period } from '../../../shared/time/period.ts'
import { useView } from '../../view.ts'
import { useFormat } from '../format.ts'
import type { SeriesNames } from './legend.ts'
import type { PictureWords } from './picture-svg.ts'

/** Facts displayed in a picture of a block's charts. */
export interface PictureFacts {
  title: string
  /** The player or test. */
  subject: string
  period: Period | null
  comparison?: Period | null
  /** Of its answers; null for none. */
  age: Aged | null | undefined
  zone: string
  /** A note on how to read it. */
  note?: string
}

/** Provided by a block to its charts. */
export const PictureOf = createContext<PictureFacts | null>(null)

interface PictureTexts {
  words: PictureWords
  names: SeriesNames
  /** The text from which the file name is made. */
  file: string
}

/** The texts of a picture. `more` is appended to the title where a block has several charts. */
export function usePictureWords(more: string | undefined): PictureTexts | null {
  const facts = useContext(PictureOf)
  const { t } = useTranslation('picture')
  const { instant, dateRange } = useFormat()
  const range = useRange()
  const account = useAccountName()
  if (!facts) return null
  const { subject, period, comparison, age, zone, note } = facts
  const title = more ? `${facts.title}: ${more}` : facts.title
  const other = comparison && dateRange(comparison)
  const asOfText =
    age && t(age.isSettled ? 'asOfFinal' : 'asOf', { time: instant(age.asOf, zone), zone })
  return {
    words: {
      title,
      subject,
      range: range(facts),
      foot: [note, asOfText, account, 'Cuepoint'].filter(Boolean).join(' · '),
    },
    names: {
      partial: t('partial'),
      growing: t('growing'),
      few: t('few'),
      ...(other && { compared: t('compared', { days: other }) }),
    },
    file: [subject, title, period?.start, period?.end].filter(Boolean).join(' '),
  }
}

function useRange() {
  const { t } = useTranslation('picture')
  const { dateRange } = useFormat()
  return ({ period, comparison, zone }: PictureFacts) => {
    if (!period) return t('zoneOnly', { zone })
    const days = dateRange(period)
    if (!comparison) return t('days', { days, zone })
    return t('daysCompared', { days, comparison: dateRange(comparison), zone })
  }
}

const useAccountName = () =>
  useView(({ info, preferences }) => {
    const { account_id } = preferences.place
    return info.accounts.find(({ id }) => id === account_id)?.name ?? ''
  })
