import { ActionIcon } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useAnswer } from '../../answer.ts'
import { useAttempt } from '../../attempt.ts'
import { call } from '../../bridge.ts'
import { Notice } from '../notice.tsx'
import classes from './edits.module.css'
import { undoKey } from './undo-key.ts'

/** All that waits on an account's desk, asked again whenever it changes. */
export const useEdits = (account_id: string) =>
  useAnswer(`edits ${account_id}`, () => call.edits.list({ account_id }), ['edits'])

/** Undo and redo, by button and by key while no text is being typed. */
export function UndoButtons({ account_id }: { account_id: string }) {
  const { t } = useTranslation('edits')
  const { value } = useEdits(account_id)
  const { attempt, failure } = useAttempt()
  const can = { undo: value?.canUndo ?? false, redo: value?.canRedo ?? false }
  const step = (verb: 'undo' | 'redo') => {
    if (can[verb]) void attempt(() => call.edits[verb]({ account_id }))
  }
  useWindowEvent('keydown', (event) => {
    const verb = undoKey(event, event.target)
    if (!verb) return
    event.preventDefault()
    step(verb)
  })
  return (
    <>
      <span className={classes.buttons}>
        {(['undo', 'redo'] as const).map((verb) => {
          const Icon = verb === 'undo' ? IconArrowBackUp : IconArrowForwardUp
          return (
            <ActionIcon
              key={verb}
              variant="default"
              size={30}
              aria-label={t(verb)}
              title={t(verb)}
              // Stays in the tab order, so that the focus is not lost at the last step.
              {...(!can[verb] && { 'data-disabled': true })}
              aria-disabled={!can[verb]}
              onClick={() => step(verb)}
            >
              <Icon size={16} aria-hidden />
            </ActionIcon>
          )
        })}
      </span>
      {failure && <Notice failure={failure} />}
    </>
  )
}
