import { useTranslation } from 'react-i18next'
import { call } from '../../bridge.ts'
import { useMutation } from '../../mutation.ts'
import { callQuery, sharedQuery, useCall } from '../../query.ts'
import { Notice } from '../notice.tsx'
import { StepButtons } from '../step-buttons.tsx'

export const useEdits = (account_id: string) => useCall('edits', 'list', { account_id })

/** The query of `useEdits`, to wait for its answer. */
export const sharedEdits = (account_id: string) => {
  const [key, fetch, nouns] = callQuery('edits', 'list', { account_id })
  return sharedQuery(key ?? '', fetch, nouns)
}

/** Buttons for undo and redo, and their shortcuts outside of text fields. */
export function UndoButtons({ account_id }: { account_id: string }) {
  const { t } = useTranslation('edits')
  const { value } = useEdits(account_id)
  const { mutate, failure } = useMutation()
  const can = { undo: value?.canUndo ?? false, redo: value?.canRedo ?? false }
  return (
    <>
      <StepButtons
        can={can}
        label={{ undo: t('undo'), redo: t('redo') }}
        onStep={(verb) => void mutate(() => call.edits[verb]({ account_id }))}
      />
      {failure && <Notice failure={failure} />}
    </>
  )
}
