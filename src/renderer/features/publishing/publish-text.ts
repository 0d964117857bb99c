import { useTranslation } from 'react-i18next'
import type { Failure } from '../../../shared/failure.ts'
import {
  CHANGE_KINDS,
  type KindCounts,
  type PublishedVideo,
  sumOf,
} from '../../../shared/features/publishing/publish.ts'
import { ruleSentences, useProblemText } from '../../ui/edits/problem-text.ts'
import { useFailureText } from '../../ui/failure-text.ts'

/** Changes by kind, as in "2 URLs, 1 pixel removed". */
export function useKindsText() {
  const { t } = useTranslation('publish')
  return (counts: KindCounts) =>
    CHANGE_KINDS.filter((kind) => counts[kind])
      .map((kind) => t(`kind.${kind}`, { count: counts[kind] ?? 0 }))
      .join(', ')
}

/** Why a change was refused: by a rule of the check, or as text for the service's answer. */
export function useReason() {
  const sentence = useProblemText()
  const failureText = useFailureText()
  return (failure: Failure) => {
    const sentences = ruleSentences(failure).map(sentence)
    if (sentences.length > 0) return sentences.join(' ')
    const { title, why } = failureText(failure)
    return `${title}. ${why}`
  }
}

/** The result for a video, in two parts: the important word, and the rest. */
export function useStateText() {
  const { t } = useTranslation('publish')
  const reason = useReason()
  const how = ({ requests, overwritten }: PublishedVideo) => {
    if (overwritten > 0) return t('state.overwritten', { count: overwritten })
    return requests > 1 ? t('state.onTry', { count: requests }) : t('state.readBack')
  }
  const word = ({ state, changes, published, failure }: PublishedVideo) => {
    const [total, done] = [sumOf(changes), sumOf(published)]
    if (state === 'sending' && total > 1) {
      return t('state.sendingOf', { done: Math.min(done + 1, total), total })
    }
    if (state === 'conflict' && done > 0) return t('state.conflictOf', { count: done })
    if (state !== 'refused') return t(`state.${state}`)
    return t('state.refused', { reason: failure ? reason(failure) : '' })
  }
  return (video: PublishedVideo): [word: string, rest: string] => [
    word(video),
    video.state === 'published' ? how(video) : '',
  ]
}
