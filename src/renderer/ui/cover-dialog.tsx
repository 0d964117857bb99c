import { Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  coverText,
  hasTooManyLines,
  LONGEST_COVER,
  type ReportCover,
} from '../../shared/features/reports/cover.ts'
import { call } from '../bridge.ts'
import { useMutation } from '../mutation.ts'
import { Form } from './column.tsx'
import { Dialog, DialogFoot } from './dialog.tsx'

interface CoverDialogProps {
  id: string
  /** The report's own title, or the one that its cover has. */
  title: string
  cover: ReportCover
  onClose: () => void
}

/** Edits the title and note of a report for its reader. The report itself is not changed. */
export function CoverDialog(props: CoverDialogProps) {
  const { t } = useTranslation('clientReport')
  return (
    <Dialog onClose={props.onClose} title={t('cover.openOf', { title: props.title })} size={520}>
      <CoverForm {...props} />
    </Dialog>
  )
}

function CoverForm({ id, title, cover, onClose }: CoverDialogProps) {
  const { t } = useTranslation('clientReport')
  const [typed, setTyped] = useState<ReportCover>({ ...cover, title: cover.title || title })
  const { mutate, failure, isPending } = useMutation()
  const note = coverText(typed.note, { isOneLine: false }).trim()
  const isTooLong = hasTooManyLines(note)
  const keep = () => {
    if (isTooLong) return
    void mutate(async () => {
      const changed = {
        title: coverText(typed.title, { isOneLine: true }).trim(),
        note,
        signature: coverText(typed.signature, { isOneLine: true }).trim(),
      }
      await call.reports.mark({ id, marks: { cover: changed } })
      onClose()
    })
  }
  const set = (change: Partial<ReportCover>) => setTyped((known) => ({ ...known, ...change }))
  return (
    <Form gap={12} isPending={isPending} onSubmit={keep}>
      <TextInput
        data-autofocus
        label={t('cover.title')}
        maxLength={LONGEST_COVER.title}
        value={typed.title}
        onChange={({ currentTarget }) => set({ title: currentTarget.value })}
      />
      <Textarea
        label={t('cover.note')}
        description={t('cover.noteHint')}
        error={isTooLong && t('cover.tooManyLines')}
        autosize
        minRows={3}
        maxRows={8}
        maxLength={LONGEST_COVER.note}
        value={typed.note}
        onChange={({ currentTarget }) => set({ note: currentTarget.value })}
      />
      <TextInput
        label={t('cover.signature')}
        maxLength={LONGEST_COVER.signature}
        value={typed.signature}
        onChange={({ currentTarget }) => set({ signature: currentTarget.value })}
      />
      <DialogFoot {...{ failure, isPending }} onCancel={onClose}>
        {t('cover.keep')}
      </DialogFoot>
    </Form>
  )
}
