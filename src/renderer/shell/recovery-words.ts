import type { TFunction } from 'i18next'
import {
  type DeskRecovery,
  type Recovery,
  USER_RECORDS,
} from '../../shared/features/backup/recovery.ts'
import type { Language } from '../../shared/locales/languages.ts'

const OF_FILE = {
  'answers-rebuilt': 'answersRebuilt',
  'answers-missing': 'answersMissing',
  'desk-restored': 'deskRestored',
  'strange-file': 'strangeFile',
} as const

/**
 * Text on what happened to the files, what was restored and what was lost, and where the old file
 * is.
 */
export function recoverySentences(
  t: TFunction<'recovery'>,
  recovery: Recovery,
  language: Language,
): string[] {
  if (recovery.kind !== 'desk-recovered') {
    return [t(OF_FILE[recovery.kind], { file: recovery.keptAs })]
  }
  const { cause, kept, keptAs } = recovery
  const lost = lostParts(t, recovery.lost)
  const list = new Intl.ListFormat(language, { type: 'unit' }).format(lost)
  return [
    t(cause),
    lost.length === 0 ? t('allBack', { kept }) : t('someBack', { kept, lost: list }),
    t('undo'),
    ...(keptAs === null ? [] : [t('keptAs', { file: keptAs })]),
  ]
}

function lostParts(t: TFunction<'recovery'>, lost: DeskRecovery['lost']): string[] {
  return USER_RECORDS.flatMap((name) => {
    const count = lost[name]
    if (count === undefined) return []
    const part = t(`parts.${name}`)
    return [count === null ? t('uncounted', { part }) : t('counted', { part, count })]
  })
}
