import { ActionIcon, Box, Button, Divider, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Failure } from '../../shared/failure.ts'
import type { TableRequest } from '../../shared/features/exports/request.ts'
import { FILE_KINDS, type FileKind } from '../../shared/features/settings/preferences.ts'
import { tableName } from '../../shared/tables/titles.ts'
import { call } from '../bridge.ts'
import { reasonOf } from '../query.ts'
import { WITHIN_HEIGHT } from '../theme.ts'
import { prefer, useView } from '../view.ts'
import classes from './export-button.module.css'
import { useFormat } from './format.ts'
import kit from './kit.module.css'
import { Notice } from './notice.tsx'
import { useOffer } from './page-exports.ts'
import { Popover } from './popover.tsx'

interface ExportButtonProps {
  request: TableRequest
  isDisabled?: boolean
}

/**
 * Exports the table on screen to a file, or copies it. The menu selects the file format, which is remembered.
 * Progress and result appear in the window's list of exports, which outlives the screen. On a page with one
 * export menu, the table is an entry of that menu, and this is an icon that appears under the pointer.
 */
export function ExportButton({ request, isDisabled = false }: ExportButtonProps) {
  const isInMenu = useOffer({ kind: 'table', request, isDisabled })
  const Shown = isInMenu ? BriefButton : OwnButton
  return <Shown {...{ request, isDisabled }} />
}

/** Exports the table in the format chosen last; the page's menu has the other formats. */
function BriefButton({ request, isDisabled }: Required<ExportButtonProps>) {
  const { t } = useTranslation()
  const { language } = useFormat()
  const { fileKind } = useView(({ preferences }) => preferences)
  const { failed, start } = useExport(request)
  const button = t(fileKind === 'xlsx' ? 'exports.buttonXlsx' : 'exports.button')
  const label = `${button}: ${tableName(request.table, language)}`
  return (
    <Box pos="relative" className={classes.brief} data-screen-only>
      <ActionIcon
        size={30}
        disabled={isDisabled}
        aria-label={label}
        title={label}
        onClick={() => void start(fileKind)}
      >
        <IconDownload size={15} aria-hidden />
      </ActionIcon>
      {failed && (
        <div className={kit.failure}>
          <Notice failure={failed.failure} onRetry={failed.again} />
        </div>
      )}
    </Box>
  )
}

function OwnButton({ request, isDisabled }: Required<ExportButtonProps>) {
  const { t } = useTranslation()
  const { fileKind } = useView(({ preferences }) => preferences)
  const [isOpen, setIsOpen] = useState(false)
  const { failed, copied, start, copy } = useExport(request)
  const choose = (chosen: FileKind) => {
    setIsOpen(false)
    if (chosen !== fileKind) prefer({ fileKind: chosen })
    void start(chosen)
  }

  return (
    <Box pos="relative">
      <Button.Group>
        <Button
          leftSection={<IconDownload size={15} aria-hidden />}
          disabled={isDisabled}
          title={`${t(`exports.${fileKind}`)}: ${t(`exports.${fileKind}Hint`)}`}
          onClick={() => void start(fileKind)}
        >
          {t(fileKind === 'xlsx' ? 'exports.buttonXlsx' : 'exports.button')}
        </Button>
        <Popover
          opened={isOpen}
          onChange={setIsOpen}
          position="bottom-end"
          width={320}
          middlewares={WITHIN_HEIGHT}
        >
          <Popover.Target>
            <ActionIcon
              variant="default"
              className={classes.arrow}
              size="control"
              disabled={isDisabled}
              aria-label={t('exports.choose')}
              onClick={() => setIsOpen(!isOpen)}
            >
              <IconChevronDown size={15} aria-hidden />
            </ActionIcon>
          </Popover.Target>
          <Popover.Dropdown p={6} aria-label={t('exports.choose')}>
            {FILE_KINDS.map((each) => (
              <Entry
                key={each}
                name={t(`exports.${each}`)}
                hint={t(`exports.${each}Hint`)}
                isChosen={each === fileKind}
                onChoose={() => choose(each)}
              />
            ))}
            <Divider my={4} />
            <Entry
              name={t('exports.copy')}
              hint={
                copied === null ? t('exports.copyHint') : t('exports.copied', { count: copied })
              }
              onChoose={() => void copy()}
            />
          </Popover.Dropdown>
        </Popover>
      </Button.Group>
      {failed && (
        <div className={kit.failure}>
          <Notice failure={failed.failure} onRetry={failed.again} />
        </div>
      )}
    </Box>
  )
}

interface Failed {
  failure: Failure
  again: () => void
}

function useExport(request: TableRequest) {
  const [failed, setFailed] = useState<Failed | null>(null)
  const [copied, setCopied] = useState<{ rows: number; of: TableRequest } | null>(null)

  const mutate = async (act: () => Promise<unknown>) => {
    setFailed(null)
    try {
      await act()
    } catch (thrown) {
      setFailed({ failure: reasonOf(thrown), again: () => void mutate(act) })
    }
  }
  const { language } = useView.getState().info
  return {
    failed,
    /** Rows in the last copy of this table. */
    copied: copied?.of === request ? copied.rows : null,
    start: (flavour: FileKind) => mutate(() => call.exports.start({ request, flavour, language })),
    copy: () =>
      mutate(async () => {
        setCopied(null)
        setCopied({ rows: await call.exports.copy({ request, language }), of: request })
      }),
  }
}

interface EntryProps {
  name: string
  hint: string
  isChosen?: boolean
  onChoose: () => void
}

function Entry({ name, hint, isChosen, onChoose }: EntryProps) {
  return (
    <UnstyledButton
      className={`${kit.hover} ${classes.flavour}`}
      aria-current={isChosen}
      onClick={onChoose}
    >
      <span className={classes.name}>{name}</span>
      <span className={classes.hint} aria-live="polite">
        {hint}
      </span>
    </UnstyledButton>
  )
}
