import { Button, Menu, type MenuItemProps, Text } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import {
  IconChevronDown,
  IconFileExport,
  IconFileImport,
  IconLink,
  IconReplace,
  IconSend,
  IconTemplate,
} from '@tabler/icons-react'
import { type ReactNode, type RefObject, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isCollection } from '../../../shared/api/settings/index.ts'
import type { SheetColumn } from '../../../shared/features/sheet/columns.ts'
import type { RowFacts } from '../../../shared/features/sheet/filter.ts'
import { rowsByKey, type SheetRow } from '../../../shared/features/sheet/rows.ts'
import { bufferKeys } from '../../keys.ts'
import { CheckLinksDialog } from '../../ui/links/check-links-dialog.tsx'
import { openProposals } from '../../ui/proposals.ts'
import { isModalOpen, shortcut } from '../../ui/shortcut.ts'
import { ApplyTemplateDialog } from '../../ui/templates/apply-template-dialog.tsx'
import { SaveTemplateDialog } from '../../ui/templates/save-template-dialog.tsx'
import { TemplateManager } from '../../ui/templates/template-manager.tsx'
import { CopyDialog } from './copy-dialog.tsx'
import { FindReplaceDialog } from './find-replace-dialog.tsx'
import classes from './sheet.module.css'
import { urlOf } from './use-facts.ts'
import type { Sheet } from './use-sheet.ts'

type Tool =
  | 'find'
  | 'export'
  | 'import'
  | 'propose'
  | 'copy'
  | 'links'
  | 'saveTemplate'
  | 'applyTemplate'
  | 'templates'

/** A single row is the cursor, not a selection. */
const NONE: readonly string[] = []

interface ToolProps {
  sheet: Sheet
  /** The rows that are shown. */
  rows: readonly SheetRow[]
  /** The columns that are shown. */
  columns: readonly SheetColumn[]
  selected: readonly SheetRow[]
  /** The column of the cursor. */
  column: string | null
  tagsOf: RowFacts['tagsOf']
  gridRef: RefObject<HTMLDivElement | null>
  onSelect: (rows: readonly SheetRow[]) => void
}

/** The tools with a dialog of their own: which one is open, and its dialog. */
export function useTools(props: ToolProps): { open: (tool: Tool) => void; dialog: ReactNode } {
  const [tool, setTool] = useState<Tool | null>(null)
  const onClose = () => setTool(null)
  const { rows, columns, sheet, gridRef } = props
  const { account_id, group } = sheet
  const open = (next: Tool) => {
    // The dialog returns the focus here when it closes, because the menu's entry no longer exists
    // then.
    gridRef.current?.focus({ preventScroll: true })
    // Keys pressed now are for the dialog, which gets the focus shortly after it is rendered.
    bufferKeys()()
    if (next === 'export')
      return openProposals({ show: 'export', account_id, group, rows, columns })
    if (next === 'import') return openProposals({ show: 'import', account_id, group })
    if (next === 'propose') return openProposals({ show: 'propose', account_id })
    setTool(next)
  }
  useHotkeys([[shortcut('findReplace').hotkey, () => !isModalOpen() && open('find')]])
  return { open, dialog: tool && <ToolDialog {...props} {...{ tool, onClose }} /> }
}

function ToolDialog(props: ToolProps & { tool: Tool; onClose: () => void }) {
  const { tool, sheet, selected, column, tagsOf, onSelect, onClose } = props
  const { account_id, group, rows: all } = sheet
  // The selection when the dialog was opened. Its rows are those of now, because the same click may
  // have saved what was typed.
  const [opened] = useState(selected)
  const rows = useMemo(() => opened.map((row) => rowsByKey(all).get(row.key) ?? row), [opened, all])
  const keys = useMemo(() => opened.map(({ key }) => key), [opened])
  if (tool === 'find') {
    return (
      <FindReplaceDialog
        {...{ account_id, group, column, tagsOf, onClose }}
        inTurn={sheet.inTurn}
        rows={all}
        chosen={keys.length > 1 ? keys : NONE}
      />
    )
  }
  if (tool === 'links') {
    return (
      <CheckLinksDialog
        {...{ account_id, onClose }}
        urls={rows.map(urlOf)}
        onSelect={(urls) => onSelect(rows.filter((row) => urls.has(urlOf(row))))}
      />
    )
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
  const copied = copiedOf(rows)
  const latest = async () => copiedOf(await sheet.latest(opened))
  return <CopyDialog {...{ account_id, group, copied, latest, tagsOf, onClose }} />
}

const copiedOf = (rows: readonly SheetRow[]) =>
  rows.map(({ value, video }) => ({ item: value, from: video }))

const ICONS = {
  saveTemplate: IconTemplate,
  applyTemplate: IconTemplate,
  templates: IconTemplate,
  links: IconLink,
  export: IconFileExport,
  import: IconFileImport,
  propose: IconSend,
} as const

interface ToolbarProps {
  sheet: Sheet
  selected: readonly SheetRow[]
  open: (tool: Tool) => void
}

/** The tools that do not work on cells. */
export function Toolbar({ sheet, selected, open }: ToolbarProps) {
  const { t } = useTranslation('sheet')
  const entry = (tool: keyof typeof ICONS, props: MenuItemProps = {}) => {
    const Icon = ICONS[tool]
    return (
      <Menu.Item leftSection={<Icon size={15} aria-hidden />} onClick={() => open(tool)} {...props}>
        {t(tool === 'links' ? 'checkLinks' : tool)}
      </Menu.Item>
    )
  }
  return (
    <>
      <Button
        aria-label={t('find')}
        title={t('findHint', { keys: shortcut('findReplace').keys.join('+') })}
        onClick={() => open('find')}
      >
        <IconReplace size={14} aria-hidden />
        <span className={classes.findName}>{t('find')}</span>
      </Button>
      <Menu position="bottom-end" transitionProps={{ duration: 0 }}>
        <Menu.Target>
          <Button rightSection={<IconChevronDown size={14} aria-hidden />}>{t('more')}</Button>
        </Menu.Target>
        <Menu.Dropdown>
          {entry('saveTemplate', {
            disabled: selected.length !== 1,
            // Visible text rather than a tooltip, because a disabled entry gets no focus.
            rightSection: selected.length !== 1 && <Text span>{t('selectOneRow')}</Text>,
          })}
          {entry('applyTemplate', { disabled: selected.length === 0 })}
          {entry('templates')}
          {sheet.group === 'call_actions' && (
            <>
              <Menu.Divider />
              {entry('links', { disabled: selected.length === 0 })}
            </>
          )}
          <Menu.Divider />
          {entry('export')}
          {entry('import')}
          {entry('propose')}
        </Menu.Dropdown>
      </Menu>
    </>
  )
}
