import { Button, Menu } from '@mantine/core'
import { IconChevronDown, IconLink, IconTemplate } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isCollection } from '../../../shared/api/settings/index.ts'
import type { RowFacts } from '../../../shared/features/sheet/filter.ts'
import type { SheetRow } from '../../../shared/features/sheet/rows.ts'
import { CheckLinksDialog } from '../../ui/links/check-links-dialog.tsx'
import { ApplyTemplateDialog } from '../../ui/templates/apply-template-dialog.tsx'
import { SaveTemplateDialog } from '../../ui/templates/save-template-dialog.tsx'
import { TemplateManager } from '../../ui/templates/template-manager.tsx'
import { CopyDialog } from './copy-dialog.tsx'
import { urlOf } from './use-facts.ts'
import type { Sheet } from './use-sheet.ts'

export type Tool = 'copy' | 'links' | 'saveTemplate' | 'applyTemplate' | 'templates'

interface ToolProps {
  sheet: Sheet
  /** The rows that are shown. */
  rows: readonly SheetRow[]
  selected: readonly SheetRow[]
  tagsOf: RowFacts['tagsOf']
}

/** What works on the selection in a dialog of its own: which is open, and the dialog. */
export function useTools(props: ToolProps): { open: (tool: Tool) => void; dialog: ReactNode } {
  const [tool, setTool] = useState<Tool | null>(null)
  const onClose = () => setTool(null)
  return { open: setTool, dialog: tool && <ToolDialog {...props} {...{ tool, onClose }} /> }
}

function ToolDialog(props: ToolProps & { tool: Tool; onClose: () => void }) {
  const { tool, sheet, selected, tagsOf, onClose } = props
  const { account_id, group } = sheet
  // As they were when the dialog was opened: what it saves changes the rows.
  const [rows] = useState(selected)
  if (tool === 'links') {
    return <CheckLinksDialog {...{ account_id, onClose }} urls={rows.map(urlOf)} />
  }
  if (tool === 'saveTemplate') {
    return <SaveTemplateDialog {...{ account_id, group, rows, onClose }} />
  }
  if (tool === 'applyTemplate') {
    const videos = [...new Map(rows.map(({ video }) => [video.id, video])).values()]
    return <ApplyTemplateDialog {...{ account_id, group, rows, videos, onClose }} />
  }
  if (tool === 'templates') return <TemplateManager {...{ account_id, onClose }} />
  if (!isCollection(group)) return null
  const copied = rows.map(({ value, video }) => ({ item: value, from: video }))
  return <CopyDialog {...{ account_id, group, copied, tagsOf, onClose }} />
}

interface ToolbarProps {
  sheet: Sheet
  selected: readonly SheetRow[]
  open: (tool: Tool) => void
}

/** The tools that are not about cells. */
export function Toolbar({ sheet, selected, open }: ToolbarProps) {
  const { t } = useTranslation('sheet')
  return (
    <Menu position="bottom-end" transitionProps={{ duration: 0 }}>
      <Menu.Target>
        <Button
          size="xs"
          variant="default"
          rightSection={<IconChevronDown size={14} aria-hidden />}
        >
          {t('more')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconTemplate size={15} aria-hidden />}
          disabled={selected.length !== 1}
          onClick={() => open('saveTemplate')}
        >
          {t('saveTemplate')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconTemplate size={15} aria-hidden />}
          disabled={selected.length === 0}
          onClick={() => open('applyTemplate')}
        >
          {t('applyTemplate')}
        </Menu.Item>
        <Menu.Item onClick={() => open('templates')}>{t('templates')}</Menu.Item>
        {sheet.group === 'call_actions' && (
          <>
            <Menu.Divider />
            <Menu.Item
              leftSection={<IconLink size={15} aria-hidden />}
              disabled={selected.length === 0}
              onClick={() => open('links')}
            >
              {t('checkLinks')}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
