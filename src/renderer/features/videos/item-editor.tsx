import { Button, Group, Stack, Text } from '@mantine/core'
import { IconArrowBackUp, IconCopy, IconPlus, IconTrash } from '@tabler/icons-react'
import { type ComponentType, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Collection } from '../../../shared/api/settings/index.ts'
import type { Change } from '../../../shared/features/publishing/edit.ts'
import { copyOf, type NewItem, newItem } from '../../../shared/features/videos/new-item.ts'
import { useMutation } from '../../mutation.ts'
import { CopyButton, copyText } from '../../ui/copy.tsx'
import kit from '../../ui/kit.module.css'
import { EmptyState, Notice } from '../../ui/notice.tsx'
import { useView } from '../../view.ts'
import { draftsOfDeleted, withSaving } from './drafts.ts'
import { useEditing } from './editing.tsx'
import { ItemList, useItemName } from './item-list.tsx'
import { chosenRow, type ItemRow, itemRows } from './items.ts'
import classes from './videos.module.css'

interface ItemEditorProps {
  group: Collection
  kinds: readonly { kind: NewItem; label: string }[]
  form: ComponentType<{ item: ItemRow['item'] }>
}

/** The items of a collection, and the form of the selected one. */
export function ItemEditor({ group, kinds, form: Form }: ItemEditorProps) {
  const { t } = useTranslation('videos')
  const { opened, drafts, save } = useEditing()
  const rows = useMemo(() => itemRows(opened, group), [opened, group])
  const [chosenId, setChosenId] = useState(() => useView.getState().item)
  const chosen = chosenRow(rows, chosenId)
  const { mutate, failure } = useMutation()
  const make = (item: Record<string, never>) =>
    void mutate(async () => {
      const [id] = await save([{ kind: 'create', group, item }])
      if (id !== undefined) setChosenId(id)
    })
  /** The item with input that is saved but not confirmed yet. */
  const asLeft = (item: ItemRow['item']) => {
    const items: readonly ItemRow['item'][] = withSaving(opened.shown, drafts)[group]?.items ?? []
    return items.find(({ id }) => id === item.id) ?? item
  }
  return (
    <>
      <Group gap={6}>
        {kinds.map(({ kind, label }) => (
          <Button
            key={kind}
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => make(newItem(kind, t('newButtonText')))}
          >
            {label}
          </Button>
        ))}
      </Group>
      {failure && <Notice failure={failure} />}
      <TypedInDeleted group={group} />
      {chosen ? (
        <div className={classes.master}>
          <ItemList {...{ group, rows }} chosenId={chosen.item.id} onChoose={setChosenId} />
          <Stack gap={12} miw={0}>
            <ItemTools
              row={chosen}
              group={group}
              onCopy={() => make(copyOf(group, asLeft(chosen.item)))}
            />
            {chosen.mark === 'removed' ? (
              <p className={classes.remark}>
                {t(isInConflict(chosen) ? 'removedConflict' : 'removedText')}
              </p>
            ) : (
              <Form key={chosen.key} item={chosen.item} />
            )}
          </Stack>
        </div>
      ) : (
        <EmptyState title={t('noItems')} text={t('noItemsText')} />
      )}
    </>
  )
}

/** What was typed in items that someone deleted on the service meanwhile. */
function TypedInDeleted({ group }: { group: Collection }) {
  const { t } = useTranslation('videos')
  const { opened, drafts, discard } = useEditing()
  const typed = draftsOfDeleted(opened.base, drafts).filter(([, { at }]) => at.group === group)
  if (typed.length === 0) return null
  return (
    <Stack role="alert" gap={6} align="flex-start">
      <Text size="sm" fw={600} c="var(--desk-warn)">
        {t('typedInDeleted')}
      </Text>
      {typed.map(([key, { text }]) => (
        <Group key={key} gap={8} wrap="nowrap">
          <Text size="sm" className={kit.breaks}>
            {text}
          </Text>
          <CopyButton label={t('copyTyped')} copy={() => copyText(text)} />
        </Group>
      ))}
      <Button onClick={() => typed.forEach(([key]) => discard(key))}>{t('discardTyped')}</Button>
    </Stack>
  )
}

const isInConflict = ({ edits }: ItemRow) => edits.some(({ status }) => status === 'conflict')

interface ItemToolsProps {
  row: ItemRow
  group: Collection
  onCopy: () => void
}

const BACK = { removed: 'putBack', added: 'takeAway', changed: 'revertItem' } as const

function ItemTools({ row: { item, mark }, group, onCopy }: ItemToolsProps) {
  const { t } = useTranslation('videos')
  const { save } = useEditing()
  const { mutate, failure } = useMutation()
  const name = useItemName(group)(item)
  const act = (change: Change) => () => void mutate(() => save([change]))
  const at = { group, item_id: item.id }
  const back = { kind: 'revert', ...at, register: null } as const
  return (
    <>
      <Group gap="4px 12px" justify="space-between" className={classes.itemHead}>
        <h2 className={kit.title}>{name}</h2>
        <Group gap={6}>
          {mark !== null && (
            <Button
              variant="subtle"
              leftSection={<IconArrowBackUp size={14} aria-hidden />}
              aria-label={`${t(BACK[mark])}: ${name}`}
              onClick={act(back)}
            >
              {t(BACK[mark])}
            </Button>
          )}
          <Button
            variant="subtle"
            leftSection={<IconCopy size={14} aria-hidden />}
            aria-label={t('duplicateNamed', { name })}
            onClick={onCopy}
          >
            {t('duplicate')}
          </Button>
          {mark !== 'removed' && mark !== 'added' && (
            <Button
              variant="subtle"
              color="red"
              leftSection={<IconTrash size={14} aria-hidden />}
              aria-label={t('deleteNamed', { name })}
              onClick={act({ kind: 'delete', ...at })}
            >
              {t('delete')}
            </Button>
          )}
        </Group>
      </Group>
      {failure && <Notice failure={failure} />}
    </>
  )
}
