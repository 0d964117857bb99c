import { Button, Group, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isCollection } from '../../../shared/api/settings/index.ts'
import {
  LONGEST_NAME,
  LONGEST_NOTE,
  type Template,
  templateName,
  templateNote,
} from '../../../shared/features/templates/template.ts'
import { call } from '../../bridge.ts'
import { useMutation } from '../../mutation.ts'
import { Form } from '../column.tsx'
import { ConfirmRemoval } from '../confirm-removal.tsx'
import { Notice } from '../notice.tsx'

interface TemplateEditProps {
  template: Template
  onEnd: () => void
}

/** Escape on these cancels only the edit: Mantine would also close the dialog around it. */
const OWN_ESCAPE = { 'data-mantine-stop-propagation': true }

/** Edits a template's name and note in its row. */
export function TemplateForm({ template, onEnd }: TemplateEditProps) {
  const { t } = useTranslation('templates')
  const [name, setName] = useState(template.name)
  const [note, setNote] = useState(template.note)
  const { mutate, failure, isPending } = useMutation()
  const shownName = templateName(name)
  const hasName = shownName !== ''
  const save = () => {
    if (!hasName) return
    const { id, group, values } = template
    const fields = { group, values, name: shownName, note: templateNote(note) }
    void mutate(async () => {
      await call.templates.save({ templates: [{ id, fields }] })
      onEnd()
    })
  }
  return (
    <Form
      gap={8}
      isPending={isPending}
      onSubmit={save}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onEnd()
      }}
    >
      <TextInput
        {...OWN_ESCAPE}
        autoFocus
        label={t('name')}
        maxLength={LONGEST_NAME}
        value={name}
        error={!hasName && t('needsName')}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Textarea
        {...OWN_ESCAPE}
        rows={2}
        label={t('note')}
        placeholder={t('noteHint')}
        maxLength={LONGEST_NOTE}
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
      {failure && <Notice failure={failure} />}
      <Group gap={8} justify="flex-end">
        <Button {...OWN_ESCAPE} onClick={onEnd}>
          {t('cancel')}
        </Button>
        <Button variant="filled" {...OWN_ESCAPE} type="submit" loading={isPending}>
          {t('keep')}
        </Button>
      </Group>
    </Form>
  )
}

/** Asks for confirmation before a template is deleted, and says what else is deleted. */
export function DeleteTemplate({ template, used, onEnd }: TemplateEditProps & { used: number }) {
  const { t } = useTranslation('templates')
  const lost = t(isCollection(template.group) ? 'lostItems' : 'lostVideos', { count: used })
  return (
    <ConfirmRemoval
      text={[t('deleteText'), used > 0 && lost].filter(Boolean).join(' ')}
      keepLabel={t('keepTemplate')}
      removeLabel={t('delete')}
      onRemove={() => call.templates.remove({ ids: [template.id] })}
      onEnd={onEnd}
    />
  )
}
