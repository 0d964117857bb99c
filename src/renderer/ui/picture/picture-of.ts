import type { TFunction } from 'i18next'
import { createContext, useContext } from 'react'
import { useTranslation } from 'react-i18next'
import type { Aged } from '../../../shared/time/age.ts'
import type { Period } from '../../../shared/time/period.ts'
import { useView } from '../../view.ts'
import { type Format, useFormat } from '../format.ts'
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
  /** A line for each source that has its own days, zone, age and account, instead of the above. */
  sources?: readonly string[]
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
  const format = useFormat()
  const account = useAccountName()
  return facts && pictureTexts(facts, { t, format, account, more })
}

/** What the texts about days and their age are made with. */
interface Wording {
  t: TFunction<'picture'>
  format: Format
}

interface PictureWording extends Wording {
  /** The name of the selected account. */
  account: string
  more?: string | undefined
}

export function pictureTexts(facts: PictureFacts, wording: PictureWording): PictureTexts {
  const { t, account, more } = wording
  const { subject, period, sources, note } = facts
  const title = more ? `${facts.title}: ${more}` : facts.title
  const compared = comparedText(facts, wording)
  const foot = [note, ...(sources ? [] : [ageText(facts, wording), account]), 'Cuepoint']
  return {
    words: {
      title,
      subject,
      range: sources?.join('\n') ?? daysText(facts, wording),
      foot: foot.filter(Boolean).join(' · '),
    },
    names: {
      partial: t('partial'),
      growing: t('growing'),
      few: t('few'),
      ...(compared && { compared }),
    },
    file: [subject, title, period?.start, period?.end].filter(Boolean).join(' '),
  }
}

type Days = Pick<PictureFacts, 'period' | 'zone'>

export const daysText = ({ period, zone }: Days, { t, format }: Wording): string =>
  period ? t('days', { days: format.dateRange(period), zone }) : t('zoneOnly', { zone })

/** The name of what is drawn or copied of the comparison, which may not be loaded; null without one. */
export const comparedText = (
  { comparison }: Pick<PictureFacts, 'comparison'>,
  { t, format }: Wording,
): string | null => (comparison ? t('compared', { days: format.dateRange(comparison) }) : null)

export function ageText({ age, zone }: Pick<PictureFacts, 'age' | 'zone'>, wording: Wording) {
  const { t, format } = wording
  return (
    age && t(age.isSettled ? 'asOfFinal' : 'asOf', { time: format.instant(age.asOf, zone), zone })
  )
}

const useAccountName = () =>
  useView(({ info, preferences }) => {
    const { account_id } = preferences.place
    return info.accounts.find(({ id }) => id === account_id)?.name ?? ''
  })
