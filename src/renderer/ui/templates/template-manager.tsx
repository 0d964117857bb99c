import { ActionIcon, Button, Checkbox, Group, Stack } from '@mantine/core'
import { IconDownload, IconPencil, IconTrash, IconUpload } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isCollection } from '../../../shared/api/settings/index.ts'
import { isPixelHtml } from '../../../shared/features/proposals/grid-file.ts'
import type { Template } from '../../../shared/features/templates/template.ts'
import type {
  OpenedTemplates,
  SavedTemplates,
} from '../../../shared/features/templates/template-calls.ts'
import { withKeys } from '../../../shared/maps.ts'
import { call } from '../../bridge.ts'
import { useMutation } from '../../mutation.ts'
import { Dialog } from '../dialog.tsx'
import kit from '../kit.module.css'
import { EmptyState, Notice } from '../notice.tsx'
import { DeleteTemplate, TemplateForm } from './template-edits.tsx'
import { TemplateImport } from './template-import.tsx'
import classes from './templates.module.css'
import { useTemplateFacts, useTemplateLinks, useTemplates } from './use-templates.ts'

interface TemplateManagerProps {
  /** The account in which the use of templates is counted; null before one is chosen. */
  account_id: string | null
  onClose: () => void
}

/** All stored templates: rename, delete, and share them as a file. */
export function TemplateManager({ account_id, onClose }: TemplateManagerProps) {
  const { t } = useTranslation('templates')
  const [opened, setOpened] = useState<OpenedTemplates | null>(null)
  return (
    <Dialog
      onClose={onClose}
      title={opened ? t('import.title', { name: opened.name }) : t('title')}
      size={720}
    >
      {opened ? (
        <TemplateImport opened={opened} onEnd={() => setOpened(null)} />
      ) : (
        <Templates account_id={account_id} onOpened={setOpened} />
      )}
    </Dialog>
  )
}

const NOTHING: ReadonlySet<string> = new Set()

interface TemplatesProps extends Pick<TemplateManagerProps, 'account_id'> {
  onOpened: (opened: OpenedTemplates | null) => void
}

function Templates({ account_id, onOpened }: TemplatesProps) {
  const { t } = useTranslation('templates')
  const { value: all, failure: unread, refetch } = useTemplates()
  const [ticked, setTicked] = useState(NOTHING)
  const { mutate, failure, isPending } = useMutation()
  const open = () => void mutate(async () => onOpened(await call.templates.openFile()))
  const importButton = (
    <Button loading={isPending} leftSection={<IconUpload size={15} aria-hidden />} onClick={open}>
      {t('import.open')}
    </Button>
  )
  if (unread) return <Notice failure={unread} onRetry={refetch} />
  if (!all) return null
  const notice = failure && <Notice failure={failure} />
  if (all.length === 0) {
    return (
      <>
        {notice}
        <EmptyState title={t('none')} text={t('noneText')} action={importButton} />
      </>
    )
  }
  return (
    <Stack gap={12}>
      <List
        {...{ account_id, all, ticked }}
        onTick={(id, isTicked) => setTicked(withKeys(ticked, [id], isTicked))}
      />
      {notice}
      <Export {...{ all, ticked }}>{importButton}</Export>
    </Stack>
  )
}

interface ListProps extends Pick<TemplateManagerProps, 'account_id'> {
  all: readonly Template[]
  ticked: ReadonlySet<string>
  onTick: (id: string, isTicked: boolean) => void
}

function List({ account_id, all, ticked, onTick }: ListProps) {
  const { t } = useTranslation('templates')
  const links = useTemplateLinks(account_id).value ?? []
  const [work, setWork] = useState<{ id: string; kind: 'edit' | 'delete' } | null>(null)
  const end = () => setWork(null)
  return (
    <ul className={`${kit.list} ${kit.outlined} ${classes.list}`} aria-label={t('title')}>
      {all.map((template) => {
        const { id } = template
        const used = links.filter(({ template_id }) => template_id === id).length
        const own = work?.id === id ? work.kind : null
        return (
          <li key={id}>
            {own === 'edit' && <TemplateForm template={template} onEnd={end} />}
            {own !== 'edit' && (
              <Group gap={10} wrap="nowrap" align="flex-start">
                <Checkbox
                  mt={2}
                  aria-label={t('tick', { name: template.name })}
                  checked={ticked.has(id)}
                  onChange={({ currentTarget }) => onTick(id, currentTarget.checked)}
                />
                <Facts {...{ template, used }} />
                <Group gap={4} wrap="nowrap">
                  <ActionIcon
                    size={28}
                    aria-label={t('changeNamed', { name: template.name })}
                    title={t('change')}
                    onClick={() => setWork({ id, kind: 'edit' })}
                  >
                    <IconPencil size={15} aria-hidden />
                  </ActionIcon>
                  <ActionIcon
                    size={28}
                    aria-label={t('deleteNamed', { name: template.name })}
                    title={t('delete')}
                    onClick={() => setWork({ id, kind: 'delete' })}
                  >
                    <IconTrash size={15} aria-hidden />
                  </ActionIcon>
                </Group>
              </Group>
            )}
            {own === 'delete' && <DeleteTemplate {...{ template, used }} onEnd={end} />}
          </li>
        )
      })}
    </ul>
  )
}

function Facts({ template, used }: { template: Template; used: number }) {
  const { t } = useTranslation('templates')
  const words = useTemplateFacts()
  const { name, note, group } = template
  const usedText = used > 0 && t(isCollection(group) ? 'usedItems' : 'usedVideos', { count: used })
  return (
    <div style={{ flex: 1, minWidth: 0 }}>
      <div className={`${kit.heading} ${kit.breaks}`}>{name}</div>
      <div className={kit.quiet}>{[words(template), usedText].filter(Boolean).join(' · ')}</div>
      {note !== '' && <p className={classes.note}>{note}</p>}
    </div>
  )
}

interface ExportProps {
  all: readonly Template[]
  ticked: ReadonlySet<string>
  /** Shown next to the button. */
  children: ReactNode
}

/** Saves the ticked templates, or all of them, as a file for colleagues. */
function Export({ all, ticked, children }: ExportProps) {
  const { t } = useTranslation('templates')
  const [withPixelCode, setWithPixelCode] = useState(false)
  const { mutate, value: done, failure, isPending } = useMutation<SavedTemplates | null>()
  const chosen = all.filter(({ id }) => ticked.has(id))
  const exported = chosen.length > 0 ? chosen : all
  const hasCode = exported.some(({ group, values }) =>
    Object.keys(values).some((register) => isPixelHtml(group, register)),
  )
  const save = () =>
    void mutate(() => {
      const ids = chosen.length > 0 ? chosen.map(({ id }) => id) : null
      return call.templates.saveFile({ ids, withPixelCode: hasCode && withPixelCode })
    })
  return (
    <>
      {hasCode && (
        <Checkbox
          label={t('export.code')}
          description={t('export.codeHint')}
          checked={withPixelCode}
          onChange={({ currentTarget }) => setWithPixelCode(currentTarget.checked)}
        />
      )}
      {failure && <Notice failure={failure} />}
      <Group gap={8} justify="space-between">
        <p role="status" className={classes.summary}>
          {done &&
            [
              t('export.done', { count: done.saved }),
              done.leftOut > 0 && t('export.leftOut', { count: done.leftOut }),
            ]
              .filter(Boolean)
              .join(' ')}
        </p>
        <Group gap={8}>
          {children}
          <Button
            loading={isPending}
            leftSection={<IconDownload size={15} aria-hidden />}
            onClick={save}
          >
            {chosen.length > 0 ? t('export.some', { count: chosen.length }) : t('export.all')}
          </Button>
        </Group>
      </Group>
    </>
  )
}
