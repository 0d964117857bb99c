import { TagsInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { changedTags, MOST_TAGS } from '../../../shared/features/player-marks/player-mark.ts'
import type { ListedReport } from '../../../shared/features/reports/report.ts'
import { call } from '../../bridge.ts'
import { useMutation } from '../../mutation.ts'
import { Form } from '../../ui/column.tsx'
import { Dialog, DialogFoot } from '../../ui/dialog.tsx'

interface TagsDialogProps {
  report: ListedReport
  /** All tags in use. */
  known: readonly string[]
  onClose: () => void
}

export function TagsDialog(props: TagsDialogProps) {
  const { t } = useTranslation('reports')
  const { report, onClose } = props
  return (
    <Dialog onClose={onClose} title={t('editTags', { title: report.about.title })} size={440}>
      <TagsForm {...props} />
    </Dialog>
  )
}

function TagsForm({ report, known, onClose }: TagsDialogProps) {
  const { t } = useTranslation('reports')
  const [tags, setTags] = useState(report.tags)
  const [typed, setTyped] = useState('')
  const { mutate, failure, isPending } = useMutation()
  const keep = () =>
    void mutate(async () => {
      // Includes text in the field that was not confirmed with Enter.
      const all = changedTags(tags, { add: typed.trim() ? [typed.trim()] : [], remove: [] })
      await call.reports.mark({ id: report.id, marks: { tags: all } })
      onClose()
    })
  return (
    <Form gap={12} isPending={isPending} onSubmit={keep}>
      <TagsInput
        data-autofocus
        label={t('tags')}
        description={t('tagsHint')}
        data={[...known]}
        value={tags}
        searchValue={typed}
        maxTags={MOST_TAGS}
        maxLength={40}
        comboboxProps={{ transitionProps: { duration: 0 } }}
        onSearchChange={setTyped}
        onChange={setTags}
      />
      <DialogFoot {...{ failure, isPending }} onCancel={onClose}>
        {t('keep')}
      </DialogFoot>
    </Form>
  )
}
