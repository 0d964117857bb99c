import { Button, Group, Modal, NativeSelect, SegmentedControl, Stack } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isCollection, type Group as SettingsGroup } from '../../../shared/api/settings/index.ts'
import { editCount } from '../../../shared/features/sheet/gestures.ts'
import type { SheetRow, SheetVideo } from '../../../shared/features/sheet/rows.ts'
import {
  placeOfRow,
  type Template,
  templateEdits,
  templateItemEdits,
} from '../../../shared/features/templates/template.ts'
import { call } from '../../bridge.ts'
import { useMutation } from '../../mutation.ts'
import { groupName } from '../edits/value-text.ts'
import { useFocusReturn } from '../focus-kept.ts'
import { useFormat } from '../format.ts'
import { EmptyState, Notice } from '../notice.tsx'
import { Differences, NewItems } from './differences.tsx'
import classes from './templates.module.css'
import { useTemplateMatch, useTemplates } from './use-templates.ts'

interface ApplyTemplateDialogProps {
  account_id: string
  group: SettingsGroup
  /** The rows that can get the template's values. */
  rows: readonly SheetRow[]
  /** The videos in which it can be a new item. */
  videos: readonly SheetVideo[]
  onClose: () => void
}

/** Applies a template as drafts, after showing what would change. */
export function ApplyTemplateDialog(props: ApplyTemplateDialogProps) {
  const { t } = useTranslation('templates')
  const { group, onClose } = props
  const { language } = useFormat()
  const { value: all, failure, refetch } = useTemplates()
  useFocusReturn()
  const own = all?.filter((template) => template.group === group)
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('apply.title', { group: groupName(group, language) })}
      size={820}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {failure && <Notice failure={failure} onRetry={refetch} />}
      {own?.length === 0 && (
        <EmptyState
          title={t('apply.none')}
          text={t('apply.noneText')}
          action={
            <Button variant="default" data-autofocus onClick={onClose}>
              {t('close')}
            </Button>
          }
        />
      )}
      {own && own.length > 0 && <Form {...props} templates={own} />}
    </Modal>
  )
}

type Way = 'change' | 'create'

function Form(props: ApplyTemplateDialogProps & { templates: readonly Template[] }) {
  const { account_id, group, rows: given, videos, templates, onClose } = props
  const { t } = useTranslation('templates')
  const rows = useMemo(() => given.filter(({ mark }) => mark !== 'removed'), [given])
  const match = useTemplateMatch(account_id, group)
  const usual = rows[0] && match.templateOfRow(rows[0])
  const [chosen, setChosen] = useState<string | null>(null)
  const template = templates.find(({ id }) => id === (chosen ?? usual?.id)) ?? templates[0]
  const ways: Way[] = [
    ...(rows.length > 0 ? (['change'] as const) : []),
    ...(isCollection(group) && videos.length > 0 ? (['create'] as const) : []),
  ]
  const [wanted, setWay] = useState<Way>('change')
  const way = ways.includes(wanted) ? wanted : ways[0]
  const edits = useMemo(() => {
    if (!template || !way) return []
    return way === 'create' ? templateItemEdits(template, videos) : templateEdits(template, rows)
  }, [template, way, rows, videos])
  const isNew = (row: SheetRow) => match.templateOfRow(row)?.id !== template?.id
  const canLink = way === 'change' && rows.some(isNew)
  const { mutate, failure, isPending } = useMutation()
  const apply = () => {
    if (!template || isPending) return
    void mutate(async () => {
      const { created } =
        edits.length > 0 ? await call.edits.save({ account_id, edits }) : { created: [] }
      const places =
        way === 'change'
          ? rows.map((row) => placeOfRow(group, row))
          : edits.map(({ video_id }, index) => ({
              ...{ video_id, group },
              item_id: created[index] ?? null,
            }))
      await call.templates.link({ account_id, template_id: template.id, places })
      onClose()
    })
  }
  if (!template) return null
  return (
    <Stack gap={12}>
      <Group gap={12} align="flex-end" wrap="nowrap">
        <NativeSelect
          data-autofocus
          flex={1}
          label={t('template')}
          value={template.id}
          data={templates.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        />
        {ways.length > 1 && (
          <SegmentedControl
            size="xs"
            aria-label={t('apply.way')}
            value={way ?? ''}
            data={[
              { value: 'change', label: t('apply.change', { count: rows.length }) },
              { value: 'create', label: t('apply.create', { count: videos.length }) },
            ]}
            onChange={(value) => setWay(value as Way)}
          />
        )}
      </Group>
      {template.note !== '' && <p className={classes.note}>{template.note}</p>}
      {way === 'create' ? (
        <NewItems {...{ account_id, template, videos }} />
      ) : (
        <Differences {...{ account_id, template, rows }} />
      )}
      {failure && <Notice failure={failure} />}
      <Group gap={8} justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button disabled={edits.length === 0 && !canLink} loading={isPending} onClick={apply}>
          {edits.length > 0 || !canLink
            ? t(way === 'create' ? 'apply.doCreate' : 'apply.doChange', {
                count: editCount(edits),
              })
            : t('apply.doLink', { count: rows.filter(isNew).length })}
        </Button>
      </Group>
    </Stack>
  )
}
