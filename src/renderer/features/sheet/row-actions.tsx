import { Button, Group, Menu } from '@mantine/core'
import { IconArrowsExchange2, IconCopy, IconPlus, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { isCollection } from '../../../shared/api/settings/index.ts'
import { copyEdits, deleteEdits } from '../../../shared/features/sheet/gestures.ts'
import type { SheetRow } from '../../../shared/features/sheet/rows.ts'
import { newItem } from '../../../shared/features/videos/new-item.ts'
import type { Fields } from '../../../shared/plain.ts'
import classes from './sheet.module.css'
import type { Outcome } from './use-gestures.ts'
import type { Sheet } from './use-sheet.ts'

interface AddRowProps {
  sheet: Sheet
  selected: readonly SheetRow[]
  /** Called when rows are being added. */
  onAdd: (saved: Promise<Pick<Outcome, 'isSaved'>>) => void
}

interface AddProps extends AddRowProps {
  /** Adds the item to videos that the user chooses. */
  onElsewhere: (item: Fields) => void
}

/** Adds an item of a kind to each selected video, or to other videos, which may have no row yet. */
export function AddRow({ sheet, selected, onAdd, onElsewhere }: AddProps) {
  const { t } = useTranslation('sheet')
  const { group, save } = sheet
  if (!isCollection(group)) return null
  const ids = [...new Set(selected.map(({ video }) => video.id))]
  const kinds =
    group === 'call_actions'
      ? (['button', 'html'] as const)
      : (['facebook', 'google', 'custom'] as const)
  type Kind = (typeof kinds)[number]
  const itemOf = (kind: Kind) => newItem(kind, t('newButtonText'))
  const add = (kind: Kind) => {
    const item = itemOf(kind)
    onAdd(save(ids.map((video_id) => ({ video_id, changes: [{ kind: 'create', group, item }] }))))
  }
  return (
    <Group px={12} py={4} gap={8} className={classes.addRow}>
      <Menu position="top-start" transitionProps={{ duration: 0 }}>
        <Menu.Target>
          <Button variant="subtle" color="gray" leftSection={<IconPlus size={14} aria-hidden />}>
            {ids.length > 0 ? t(`add.${group}`, { count: ids.length }) : t(`addFirst.${group}`)}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {ids.length > 0 &&
            kinds.map((kind) => (
              <Menu.Item key={kind} onClick={() => add(kind)}>
                {t(`kind.${kind}`)}
              </Menu.Item>
            ))}
          <Menu.Label>{t('addElsewhere')}</Menu.Label>
          {kinds.map((kind) => (
            <Menu.Item key={kind} onClick={() => onElsewhere(itemOf(kind))}>
              {`${t(`kind.${kind}`)}…`}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </Group>
  )
}

interface RowActionsProps extends AddRowProps {
  onCopy: () => void
  onDeleted: (outcome: Outcome) => void
}

export function RowActions({ sheet, selected, onAdd, onCopy, onDeleted }: RowActionsProps) {
  const { t } = useTranslation('sheet')
  const { group, save, edit } = sheet
  if (!isCollection(group)) return null
  const duplicate = () => {
    onAdd(
      edit(selected, (now) =>
        now.flatMap(({ value, video }) =>
          copyEdits(group, [{ item: value, from: video }], { videos: [video], fit: 'none' }),
        ),
      ),
    )
  }
  return (
    <>
      <Button leftSection={<IconArrowsExchange2 size={14} aria-hidden />} onClick={onCopy}>
        {t('copyTo')}
      </Button>
      <Button leftSection={<IconCopy size={14} aria-hidden />} onClick={duplicate}>
        {t('duplicate')}
      </Button>
      <Button
        color="red"
        leftSection={<IconTrash size={14} aria-hidden />}
        onClick={() => void save(deleteEdits(group, selected)).then(onDeleted)}
      >
        {t('delete')}
      </Button>
    </>
  )
}
