import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListedReport } from '../../../shared/features/reports/report.ts'
import { useFormat } from '../../ui/format.ts'
import { subjectOf } from './listed.ts'

export type RowWords = ReturnType<typeof useRowWords>

/** The texts of rows, created once for all, because hooks in every row make a list slow. */
export function useRowWords() {
  const { t } = useTranslation('reports')
  const { t: ui } = useTranslation()
  const { t: client } = useTranslation('clientReport')
  const format = useFormat()
  return useMemo(() => {
    const { dateRange, instant, bytes } = format
    return {
      noPicture: t('noPicture'),
      damaged: t('damagedRow'),
      /** `removed` is the number of reports that its button removes. */
      labels({ about: { title }, isFavourite }: ListedReport, removed: number) {
        return {
          select: t('select', { title }),
          favour: t(isFavourite ? 'unfavour' : 'favour', { title }),
          cover: client('cover.openOf', { title }),
          tags: t('editTags', { title }),
          save: t('saveOf', { title }),
          remove: removed > 1 ? t('removeSelected', { count: removed }) : t('removeOf', { title }),
        }
      },
      /** Screen, player or test, and account. */
      about: (report: ListedReport) =>
        [ui(`screen.${report.about.screen}`), subjectOf(report), report.about.account.name]
          .filter(Boolean)
          .join(' · '),
      days({ about: { period, account } }: ListedReport) {
        if (!period) return account.timezone
        return t('zoned', { days: dateRange(period), zone: account.timezone })
      },
      added: ({ addedAt }: ListedReport) => t('addedAt', { when: instant(addedAt) }),
      made: ({ about: { madeAt, account } }: ListedReport) =>
        t('made', { when: instant(madeAt, account.timezone) }),
      asOf: ({ about: { asOf, account } }: ListedReport) =>
        asOf ? t('asOf', { when: instant(asOf.oldest, account.timezone) }) : t('noFigures'),
      from: ({ origin, size }: ListedReport) =>
        t('from', { origin: t(`originName.${origin}`), size: bytes(size) }),
    }
  }, [t, ui, client, format])
}
