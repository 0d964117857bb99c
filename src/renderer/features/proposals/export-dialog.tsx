import { Anchor, Button, Checkbox, Group, Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Group as SettingsGroup } from '../../../shared/api/settings/index.ts'
import {
  fileColumns,
  gridTable,
  isPixelHtml,
  MOST_LINES,
} from '../../../shared/features/proposals/grid-file.ts'
import { FILE_KINDS, type FileKind } from '../../../shared/features/settings/preferences.ts'
import { makeCells } from '../../../shared/features/sheet/cell.ts'
import type { SheetColumn } from '../../../shared/features/sheet/columns.ts'
import type { SheetRow } from '../../../shared/features/sheet/rows.ts'
import { call } from '../../bridge.ts'
import { useMutation } from '../../mutation.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { groupName } from '../../ui/edits/value-text.ts'
import { useFormat } from '../../ui/format.ts'
import { Notice } from '../../ui/notice.tsx'
import { openProposals } from '../../ui/proposals.ts'
import { prefer, useView } from '../../view.ts'
import { useTab } from './use-tab.ts'

interface ExportDialogProps {
  account_id: string
  group: SettingsGroup
  rows: readonly SheetRow[]
  columns: readonly SheetColumn[]
  onClose: () => void
}

/** Writes the visible rows and columns of a tab to a file. */
export function ExportDialog({ account_id, group, rows, columns, onClose }: ExportDialogProps) {
  const { t } = useTranslation('proposals')
  const { language } = useFormat()
  const { fileKind } = useView(({ preferences }) => preferences)
  const { videos } = useTab(account_id, group)
  const { mutate, failure, isPending } = useMutation()
  const [withPixelHtml, setWithPixelHtml] = useState(false)
  const all = fileColumns(columns)
  const hasHtml = all.some(({ key }) => isPixelHtml(group, key))
  const written = withPixelHtml ? all : all.filter(({ key }) => !isPixelHtml(group, key))
  const save = () =>
    void mutate(async () => {
      const cells = makeCells({ group, language, videos })
      const flavour = fileKind === 'machine' ? 'machine' : 'spreadsheet'
      const table = gridTable(rows, written, { group, flavour, language, cells })
      const name = groupName(group, language)
      const job = await call.proposals.saveTable({ name, flavour: fileKind, language, ...table })
      if (job) onClose()
    })
  return (
    <Dialog onClose={onClose} title={t('export.title')} size={520}>
      <Stack gap={16}>
        <Text size="sm">
          {t('export.what', {
            count: rows.length,
            columns: t('export.columns', { count: written.length }),
          })}
        </Text>
        <Radio.Group
          label={t('export.kind')}
          value={fileKind}
          onChange={(kind) => prefer({ fileKind: kind as FileKind })}
        >
          <Stack gap={10} mt={8}>
            {FILE_KINDS.map((kind) => (
              <Radio
                key={kind}
                value={kind}
                label={t(`export.${kind}`)}
                description={t(`export.${kind}Hint`)}
              />
            ))}
          </Stack>
        </Radio.Group>
        {hasHtml && (
          <Checkbox
            label={t('export.pixelHtml')}
            description={t('export.pixelHtmlHint')}
            checked={withPixelHtml}
            onChange={({ currentTarget }) => setWithPixelHtml(currentTarget.checked)}
          />
        )}
        <Text c="dimmed">
          {rows.length > MOST_LINES ? t('export.tooMany', { count: MOST_LINES }) : t('export.back')}
        </Text>
        {failure && <Notice failure={failure} onRetry={save} />}
        <Group justify="space-between" gap={8}>
          <Anchor
            component="button"
            type="button"
            size="sm"
            onClick={() => openProposals({ show: 'propose', account_id })}
          >
            {t('export.propose')}
          </Anchor>
          <Group gap={8} ml="auto">
            <Button onClick={onClose}>{t('cancel')}</Button>
            <Button
              variant="filled"
              data-autofocus
              loading={isPending}
              disabled={rows.length === 0}
              onClick={save}
            >
              {t('export.do')}
            </Button>
          </Group>
        </Group>
      </Stack>
    </Dialog>
  )
}
