import type { ProposedChange } from '../../../shared/features/proposals/proposal.ts'
import { type ChangeState, newItemValues } from '../../../shared/features/proposals/review.ts'
import type { Language } from '../../../shared/locales/languages.ts'
import { settingName, type useValueText } from '../../ui/edits/value-text.ts'

interface Shown {
  name: string
  mode: ChangeState['mode']
  language: Language
  textOf: ReturnType<typeof useValueText>
}

/** The name, video, note and values of a change as displayed, for searching. */
export function changeText(change: ProposedChange, shown: Shown): string {
  const { video, video_id, note } = change
  return [shown.name, video, video_id, note, ...valueTexts(change, shown)].join('\n')
}

function valueTexts(change: ProposedChange, { mode, language, textOf }: Shown): string[] {
  const { kind, group, register, base, want, beside, added = [], removed = [] } = change
  if (kind === 'list') return [...added, ...removed]
  if (kind === 'create') {
    return newItemValues(change).flatMap((of) => [
      settingName(group, of.register, language),
      textOf(of.value, of.register, of.mode),
    ])
  }
  const was = textOf(base, register, beside?.base)
  return kind === 'delete' ? [was] : [was, textOf(want, register, beside?.want ?? mode)]
}
