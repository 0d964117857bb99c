import { Button, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { SheetColumn } from '../../../shared/features/sheet/columns.ts'
import classes from './sheet.module.css'
import { useExpected } from './use-expected.ts'
import type { LeftOut } from './use-grid-commands.ts'

interface PasteNoteProps {
  leftOut: LeftOut
  titles: (column: SheetColumn) => string
  dismiss: () => void
}

/** Which pasted texts were not valid values. */
export function PasteNote({ leftOut, titles, dismiss }: PasteNoteProps) {
  const { t } = useTranslation('sheet')
  const expected = useExpected()
  const { unread, fixed, changed } = leftOut
  return (
    <Group role="alert" gap={8} px={12} py={6} className={classes.bar} c="var(--desk-warn)" fz="sm">
      <span>{t('pasted', { count: changed })}</span>
      {unread && (
        <span>
          {t('pasteUnread', {
            count: unread.count,
            text: unread.text,
            column: titles(unread.column),
            expected: expected(unread.column),
          })}
        </span>
      )}
      {fixed > 0 && <span>{t('pasteFixed', { count: fixed })}</span>}
      <Button size="compact-xs" variant="default" onClick={dismiss}>
        {t('close')}
      </Button>
    </Group>
  )
}
