import { useTranslation } from 'react-i18next'
import { call } from '../../bridge.ts'
import { useMutation } from '../../mutation.ts'
import { Notice } from '../notice.tsx'
import { StepButtons } from '../step-buttons.tsx'
import { useEdits } from './use-edits.ts'

interface UndoButtonsProps {
  account_id: string
  /** Runs a step after the changes that still wait to be saved; at once by default. */
  inTurn?: (step: () => Promise<unknown>) => Promise<unknown>
}

/** Buttons for undo and redo, and their shortcuts outside of text fields. */
export function UndoButtons({ account_id, inTurn = (step) => step() }: UndoButtonsProps) {
  const { t } = useTranslation('edits')
  const { value } = useEdits(account_id)
  const { mutate, failure } = useMutation()
  const can = { undo: value?.canUndo ?? false, redo: value?.canRedo ?? false }
  return (
    <>
      <StepButtons
        can={can}
        label={{ undo: t('undo'), redo: t('redo') }}
        onStep={(verb) => void mutate(() => inTurn(() => call.edits[verb]({ account_id })))}
      />
      {failure && <Notice failure={failure} />}
    </>
  )
}
