import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconBookmark, IconChevronDown, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SheetView } from '../../../shared/features/sheet/sheet-calls.ts'
import { useMutation } from '../../mutation.ts'
import { WITHIN_HEIGHT } from '../../theme.ts'
import { Form } from '../../ui/column.tsx'
import { ConfirmRemoval } from '../../ui/confirm-removal.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Popover } from '../../ui/popover.tsx'

export interface SavedViewsProps {
  known: readonly SheetView[]
  open: (view: SheetView | null) => void
  save: (name: string) => Promise<unknown>
  remove: (name: string) => Promise<unknown>
}

/** The saved views of a tab, to open, save, replace and remove. */
export function SavedViews({ known, open, save, remove }: SavedViewsProps) {
  const { t } = useTranslation('sheet')
  const [isOpen, setIsOpen] = useState(false)
  const [name, setName] = useState('')
  const choose = (view: SheetView | null) => {
    open(view)
    setIsOpen(false)
  }
  const saveAs = async (chosen: string) => {
    await save(chosen)
    setName('')
    setIsOpen(false)
  }
  return (
    <Popover
      opened={isOpen}
      onChange={setIsOpen}
      position="bottom-start"
      middlewares={WITHIN_HEIGHT}
    >
      <Popover.Target>
        <Button
          leftSection={<IconBookmark size={14} aria-hidden />}
          rightSection={<IconChevronDown size={14} aria-hidden />}
          onClick={() => setIsOpen(!isOpen)}
        >
          {t('views')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('views')}>
        <Stack gap={6} w={260}>
          <Button variant="subtle" px={8} justify="flex-start" onClick={() => choose(null)}>
            {t('allRows')}
          </Button>
          {known.map((view) => (
            <SavedView
              key={view.name}
              name={view.name}
              onOpen={() => choose(view)}
              onRemove={() => remove(view.name)}
            />
          ))}
          <SaveForm {...{ name }} onName={setName} onSave={saveAs} known={known} />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}

interface SavedViewProps {
  name: string
  onOpen: () => void
  onRemove: () => Promise<unknown>
}

function SavedView({ name, onOpen, onRemove }: SavedViewProps) {
  const { t } = useTranslation('sheet')
  const [isRemoving, setIsRemoving] = useState(false)
  return (
    <div>
      <Group gap={4} wrap="nowrap">
        <Button variant="subtle" px={8} flex={1} justify="flex-start" onClick={onOpen}>
          {name}
        </Button>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('removeView', { name })}
          onClick={() => setIsRemoving(true)}
        >
          <IconTrash size={14} />
        </ActionIcon>
      </Group>
      {isRemoving && (
        <ConfirmRemoval
          text={t('removeViewText', { name })}
          keepLabel={t('keepView')}
          removeLabel={t('removeViewDo')}
          onRemove={onRemove}
          onEnd={() => setIsRemoving(false)}
        />
      )}
    </div>
  )
}

interface SaveFormProps {
  known: readonly SheetView[]
  name: string
  onName: (name: string) => void
  onSave: (name: string) => Promise<unknown>
}

function SaveForm({ known, name, onName, onSave }: SaveFormProps) {
  const { t } = useTranslation('sheet')
  const { mutate, failure, isPending } = useMutation()
  const saved = name.trim()
  const isKnown = known.some((view) => view.name === saved)
  const submit = () => {
    if (saved !== '') void mutate(() => onSave(saved))
  }
  return (
    <Form gap={6} isPending={isPending} onSubmit={submit}>
      <Group gap={6} align="flex-end" wrap="nowrap">
        <TextInput
          flex={1}
          label={t('saveView')}
          maxLength={80}
          value={name}
          onChange={({ currentTarget }) => onName(currentTarget.value)}
        />
        <Button type="submit" disabled={saved === ''} loading={isPending}>
          {isKnown ? t('replaceView') : t('save')}
        </Button>
      </Group>
      {isKnown && (
        <Text c="dimmed" role="status">
          {t('viewReplaces')}
        </Text>
      )}
      {failure && <Notice failure={failure} />}
    </Form>
  )
}
