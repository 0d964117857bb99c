import { Button, Group, NativeSelect, SegmentedControl, Stack } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isCollection, type Group as SettingsGroup } from '../../../shared/api/settings/index.ts'
import { isTooMany } from '../../../shared/features/publishing/edit.ts'
import { editCount, type SheetEdits } from '../../../shared/features/sheet/gestures.ts'
import type { SheetRow, SheetVideo } from '../../../shared/features/sheet/rows.ts'
import {
  followingRows,
  placeOfRow,
  type Template,
  templateEdits,
  templateItemEdits,
} from '../../../shared/features/templates/template.ts'
import { call } from '../../bridge.ts'
import { useMutation } from '../../mutation.ts'
import { Dialog } from '../dialog.tsx'
import { LeftInFlight, saveEdits, TooMany } from '../edits/save-edits.tsx'
import { groupName } from '../edits/value-text.ts'
import { useFormat } from '../format.ts'
import { EmptyState, Notice } from '../notice.tsx'
import { Differences, NewItems } from './differences.tsx'
import classes from './templates.module.css'
import { useTemplateMatch, useTemplatePictures, useTemplates } from './use-templates.ts'

interface ApplyTemplateDialogProps {
  account_id: string
  group: SettingsGroup
  /** The rows to which the template can be applied. */
  rows: readonly SheetRow[]
  /** The videos in which it can create a new item. */
  videos: readonly SheetVideo[]
  onClose: () => void
}

/** Applies a template as drafts, after showing what would change. */
export function ApplyTemplateDialog(props: ApplyTemplateDialogProps) {
  const { t } = useTranslation('templates')
  const { group, onClose } = props
  const { language } = useFormat()
  const { value: all, failure, refetch } = useTemplates()
  const own = all?.filter((template) => template.group === group)
  return (
    <Dialog
      onClose={onClose}
      title={t('apply.title', { group: groupName(group, language) })}
      size={820}
    >
      {failure && <Notice failure={failure} onRetry={refetch} />}
      {own?.length === 0 && (
        <EmptyState
          title={t('apply.none')}
          text={t('apply.noneText')}
          action={
            <Button data-autofocus onClick={onClose}>
              {t('close')}
            </Button>
          }
        />
      )}
      {own && own.length > 0 && <Form {...props} templates={own} />}
    </Dialog>
  )
}

type Way = 'change' | 'create'

interface FormProps extends ApplyTemplateDialogProps {
  /** Templates of this group; at least one. */
  templates: readonly Template[]
}

function Form(props: FormProps) {
  const { account_id, group, videos, templates, onClose } = props
  const { t } = useTranslation('templates')
  const { rows, template, choose, isNew, compared } = useChosen(props)
  const { ways, way, setWay } = useWay(group, { rows, videos })
  const pictures = useTemplatePictures(account_id, group)
  const edits = useMemo(
    () =>
      way === 'create'
        ? templateItemEdits(template, videos)
        : templateEdits(template, rows, pictures),
    [template, way, rows, videos, pictures],
  )
  const count = editCount(edits)
  const { mutate, failure, isPending } = useMutation()
  const [leftOut, setLeftOut] = useState(0)
  const following = useMemo(
    () => followingRows(template, rows, pictures),
    [template, rows, pictures],
  )
  const apply = () =>
    void mutate(async () => {
      const left = await applyTemplate({
        account_id,
        template,
        edits,
        rows: way === 'create' ? null : following,
      })
      setLeftOut(left)
      if (left === 0) onClose()
    })
  const stop = () =>
    void mutate(async () => {
      const places = compared.map((row) => placeOfRow(group, row))
      await call.templates.link({ account_id, template_id: null, places })
      onClose()
    })
  const linked = way === 'create' ? 0 : following.filter(isNew).length
  return (
    <Stack gap={12}>
      <Group gap={12} align="flex-end" wrap="nowrap">
        <NativeSelect
          data-autofocus
          flex={1}
          label={t('template')}
          value={template.id}
          data={templates.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
        />
        {ways.length > 1 && (
          <SegmentedControl
            aria-label={t('apply.way')}
            value={way}
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
      <LeftInFlight count={leftOut} />
      {isTooMany(edits) && <TooMany />}
      <Group gap={8} justify="flex-end">
        {way === 'change' && compared.length > 0 && (
          <Button variant="subtle" mr="auto" disabled={isPending} onClick={stop}>
            {t('apply.stop', { count: compared.length })}
          </Button>
        )}
        <Button onClick={onClose}>{t('cancel')}</Button>
        <ApplyButton
          {...{ way, count, linked, isPending }}
          isTooMany={isTooMany(edits)}
          onClick={apply}
        />
      </Group>
    </Stack>
  )
}

interface ApplyButtonProps {
  way: Way
  count: number
  /** Rows that already have the template's values, and are compared with it from now on. */
  linked: number
  isPending: boolean
  isTooMany: boolean
  onClick: () => void
}

function ApplyButton(props: ApplyButtonProps) {
  const { way, count, linked, isPending, onClick } = props
  const { t } = useTranslation('templates')
  return (
    <Button
      variant="filled"
      disabled={(count === 0 && linked === 0) || props.isTooMany}
      loading={isPending}
      onClick={onClick}
    >
      {count === 0 && linked > 0
        ? t('apply.doLink', { count: linked })
        : t(way === 'create' ? 'apply.doCreate' : 'apply.doChange', { count })}
    </Button>
  )
}

/** The selected template: at first the one that the first row is compared with. */
function useChosen({ account_id, group, rows: given, templates }: FormProps) {
  const rows = useMemo(() => given.filter(({ mark }) => mark !== 'removed'), [given])
  const match = useTemplateMatch(account_id, group)
  const [chosen, choose] = useState<string | null>(null)
  const usual = rows[0] && match.templateOfRow(rows[0])
  const wanted = chosen ?? usual?.id
  const template = (templates.find(({ id }) => id === wanted) ?? templates[0]) as Template
  const isNew = (row: SheetRow) => match.templateOfRow(row)?.id !== template.id
  const compared = rows.filter((row) => match.templateOfRow(row) !== null)
  return { rows, template, choose, isNew, compared }
}

function useWay(
  group: SettingsGroup,
  { rows, videos }: Pick<ApplyTemplateDialogProps, 'rows' | 'videos'>,
) {
  const [wanted, setWay] = useState<Way>('change')
  const canCreate = isCollection(group) && videos.length > 0
  const ways: Way[] = [
    ...(rows.length > 0 || !canCreate ? (['change'] as const) : []),
    ...(canCreate ? (['create'] as const) : []),
  ]
  return { ways, way: ways.includes(wanted) ? wanted : 'create', setWay }
}

interface Applied {
  account_id: string
  template: Template
  edits: SheetEdits
  /** Those that follow the template from then on; null when the edits create items. */
  rows: readonly SheetRow[] | null
}

/** Saved as one undo step. The rows, or the created items, are compared with the template from then on. */
async function applyTemplate({ account_id, template: { id, group }, edits, rows }: Applied) {
  const places = (rows ?? []).map((row) => placeOfRow(group, row))
  const link = { template_id: id, places }
  if (edits.length > 0) return saveEdits({ account_id, edits, template: link })
  await call.templates.link({ account_id, ...link })
  return 0
}
