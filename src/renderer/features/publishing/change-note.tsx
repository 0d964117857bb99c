import { ActionIcon, Box, Button, Group, Popover, Text, Textarea } from '@mantine/core'
import { IconNote } from '@tabler/icons-react'
import {
  type FormEvent,
  type KeyboardEvent,
  type Ref,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { type Edit, isInFlight, LONGEST_NOTE } from '../../../shared/features/publishing/edit.ts'
import { call } from '../../bridge.ts'
import { useCommitOnLeave } from '../../commit-on-leave.ts'
import { useMutation } from '../../mutation.ts'
import { Notice } from '../../ui/notice.tsx'

interface ChangeNoteProps {
  account_id: string
  edit: Edit
  /** Of the change. */
  name: string
}

/** A button to write why a change is made. */
export function ChangeNote(props: ChangeNoteProps) {
  const { t } = useTranslation('outbox')
  const { edit, name } = props
  const [isOpen, setIsOpen] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  // What was typed is saved when the form is left, as in any field; only Escape and Cancel drop it.
  const submit = () => form.current?.requestSubmit()
  const title = t(edit.note === undefined ? 'note.write' : 'note.change')
  return (
    <Popover
      opened={isOpen}
      onChange={submit}
      closeOnEscape={false}
      position="bottom-end"
      width={340}
      trapFocus
      returnFocus
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>
        <ActionIcon
          size={26}
          aria-label={`${title}: ${name}`}
          title={title}
          onClick={() => (isOpen ? submit() : setIsOpen(true))}
        >
          <IconNote size={15} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <NoteForm {...props} form={form} onClose={() => setIsOpen(false)} />
      </Popover.Dropdown>
    </Popover>
  )
}

interface NoteFormProps extends ChangeNoteProps {
  form: Ref<HTMLFormElement>
  onClose: () => void
}

function NoteForm({ account_id, edit, form, onClose }: NoteFormProps) {
  const { t } = useTranslation('outbox')
  const { group, item_id, register, video_id } = edit
  const [note, setNote] = useState(edit.note ?? '')
  const isChanged = note !== (edit.note ?? '')
  const isClosed = useRef(false)
  const { mutate, failure, isPending } = useMutation()
  const write = async () => {
    const changes = [{ kind: 'note' as const, group, item_id, register, note }]
    await call.edits.save({ account_id, edits: [{ video_id, changes }] })
  }
  const close = () => {
    isClosed.current = true
    onClose()
  }
  const save = () => mutate(() => write().then(close))
  useCommitOnLeave(() => {
    if (isChanged && !isClosed.current) void mutate(write)
  })
  const onSent = useEffectEvent(() => {
    if (isChanged) void mutate(write)
  })
  const isSent = isInFlight(edit)
  // Its outcome removes the change, and the form with it.
  useEffect(() => {
    if (isSent) onSent()
  }, [isSent])
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!isChanged) close()
    else if (!isPending) void save()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void save()
    if (event.key === 'Escape') close()
  }
  return (
    <Box component="form" ref={form} onSubmit={onSubmit} onKeyDown={onKeyDown}>
      <Textarea
        data-autofocus
        label={t('note.label')}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={LONGEST_NOTE}
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
      <Text c="dimmed" mt={6}>
        {t('note.hint')}
      </Text>
      {failure && <Notice failure={failure} />}
      <Group justify="flex-end" gap={8} mt={8}>
        <Button onClick={close}>{t('note.cancel')}</Button>
        <Button variant="filled" type="submit" loading={isPending}>
          {t('note.save')}
        </Button>
      </Group>
    </Box>
  )
}
