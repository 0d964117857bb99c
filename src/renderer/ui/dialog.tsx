import { Button, type ButtonProps, Group, Modal, type ModalProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { useMutation } from '../mutation.ts'
import classes from './dialog.module.css'
import { useFocusReturn } from './focus-kept.ts'
import { Notice } from './notice.tsx'

interface DialogProps extends Omit<ModalProps, 'opened' | 'closeButtonProps'> {
  closeLabel?: 'close' | 'cancel'
  /** What cannot be stopped is under way: it stays open until that has ended. */
  isBusy?: boolean
}

/** A dialog that is open while it is mounted, and returns the focus afterwards. */
export function Dialog({ closeLabel = 'close', isBusy = false, ...props }: DialogProps) {
  const { t } = useTranslation()
  useFocusReturn()
  return (
    <Modal
      opened
      // A click beside it would drop what was typed; only Escape and its buttons do.
      closeOnClickOutside={false}
      closeOnEscape={!isBusy}
      closeButtonProps={{ 'aria-label': t(closeLabel), disabled: isBusy }}
      {...props}
    />
  )
}

/** The buttons at the end of a dialog. */
export const DialogButtons = ({ children }: { children: ReactNode }) => (
  <Group gap={8} justify="flex-end" className={classes.buttons}>
    {children}
  </Group>
)

type Mutation = Pick<ReturnType<typeof useMutation>, 'failure' | 'isPending'>

interface DialogFootProps extends ButtonProps, Mutation {
  onCancel: () => void
  /** Without it, the button submits the form that contains it. */
  onClick?: () => void
  /**
   * What it does cannot be undone, so the focus starts on the other button, which cannot be used once it is under
   * way.
   */
  isFinal?: boolean
}

/** The failure and the two buttons at the end of a dialog. The other props are those of the second. */
export function DialogFoot(props: DialogFootProps) {
  const { failure, isPending, onCancel, isFinal, ...button } = props
  const { t } = useTranslation()
  return (
    <>
      {failure && <Notice failure={failure} />}
      <DialogButtons>
        <Button
          data-autofocus={isFinal}
          disabled={Boolean(isFinal && isPending)}
          onClick={onCancel}
        >
          {t('cancel')}
        </Button>
        <Button
          variant="filled"
          type={button.onClick ? 'button' : 'submit'}
          loading={isPending}
          {...(isFinal && { color: 'red.9' })}
          {...button}
        />
      </DialogButtons>
    </>
  )
}
