import { Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { useMutation } from '../../mutation.ts'
import type { QueryResult } from '../../query.ts'
import { Dialog, DialogFoot } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import classes from './publish.module.css'

interface DraftsDialogProps {
  title: string
  text: string
  size: number
  /** The explanation of which drafts would be created. */
  query: Pick<QueryResult<unknown>, 'failure' | 'refetch'>
  making: ReturnType<typeof useMutation>
  /** The number of drafts; with 0 nothing can be created. */
  count: number
  /** The text of the button, by default that this many drafts are made. */
  action?: string
  onMake: () => Promise<void>
  onClose: () => void
  children: ReactNode
}

/** A preview of the drafts that would restore something. */
export function DraftsDialog(props: DraftsDialogProps) {
  const { title, text, size, query, making, count, action, onMake, onClose, children } = props
  const { t } = useTranslation('publish')
  return (
    <Dialog onClose={onClose} title={title} size={size} closeLabel="cancel">
      <Stack gap={12} miw={0} fz="sm" className={classes.dialog}>
        <Text inherit>{text}</Text>
        {query.failure && <Notice failure={query.failure} onRetry={query.refetch} />}
        {children}
        <DialogFoot
          failure={making.failure}
          isPending={making.isPending}
          data-autofocus
          disabled={count === 0}
          onCancel={onClose}
          onClick={() => void making.mutate(onMake)}
        >
          {action ?? t('back.button', { count })}
        </DialogFoot>
      </Stack>
    </Dialog>
  )
}
