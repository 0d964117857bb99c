import { Button, Group, Text, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isCollection } from '../../../shared/api/settings/index.ts'
import {
  LONGEST_NAME,
  LONGEST_NOTE,
  type Template,
} from '../../../shared/features/templates/template.ts'
import { call } from '../../bridge.ts'
import { useMutation } from '../../mutation.ts'
import { Column } from '../column.ts'
import { Notice } from '../notice.tsx'

interface TemplateEditProps {
  template: Template
  onEnd: () => void
}

/** Edits a template's name and note in its row. */
export function TemplateWords({ template, onEnd }: TemplateEditProps) {
  const { t } = useTranslation('templates')
  const [name, setName] = useState(template.name)
  const [note, setNote] = useState(template.note)
  const { mutate, failure, isPending } = useMutation()
  const hasName = name.trim() !== ''
  const save = () => {
    if (!hasName || isPending) return
    const { id, group, values } = template
    const fields = { group, values, name: name.trim(), note: note.trim() }
    void mutate(async () => {
      await call.templates.save({ templates: [{ id, fields }] })
      onEnd()
    })
  }
  return (
    <Column
      component="form"
      gap={8}
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        // Cancels only this edit, and does not close the surrounding dialog.
        event.stopPropagation()
        onEnd()
      }}
    >
      <TextInput
        autoFocus
        label={t('name')}
        maxLength={LONGEST_NAME}
        value={name}
        error={!hasName && t('needsName')}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Textarea
        size="xs"
        rows={2}
        label={t('note')}
        placeholder={t('noteHint')}
        maxLength={LONGEST_NOTE}
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
      {failure && <Notice failure={failure} />}
      <Group gap={8} justify="flex-end">
        <Button variant="default" onClick={onEnd}>
          {t('cancel')}
        </Button>
        <Button type="submit" loading={isPending}>
          {t('keep')}
        </Button>
      </Group>
    </Column>
  )
}

/** Asks for confirmation before a template is deleted, and says what else is deleted. */
export function DeleteTemplate({ template, used, onEnd }: TemplateEditProps & { used: number }) {
  const { t } = useTranslation('templates')
  const { mutate, failure, isPending } = useMutation()
  const remove = () => void mutate(() => call.templates.remove({ ids: [template.id] }).then(onEnd))
  const lost = t(isCollection(template.group) ? 'lostItems' : 'lostVideos', { count: used })
  return (
    <Group gap={8} mt={8} justify="space-between">
      <Text size="sm" flex="1 1 260px">
        {[t('deleteText'), used > 0 && lost].filter(Boolean).join(' ')}
      </Text>
      <Group gap={8}>
        <Button variant="default" autoFocus onClick={onEnd}>
          {t('keepTemplate')}
        </Button>
        <Button color="red.9" loading={isPending} onClick={remove}>
          {t('delete')}
        </Button>
      </Group>
      {failure && <Notice failure={failure} />}
    </Group>
  )
}
