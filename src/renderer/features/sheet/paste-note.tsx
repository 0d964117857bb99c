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

/** Which cells a paste or another gesture left as they were, and why. */
export function PasteNote({ leftOut, titles, dismiss }: PasteNoteProps) {
  const { t } = useTranslation('sheet')
  const expected = useExpected()
  const { unread, fixed, elsewhere, handBuilt, inFlight, pasted } = leftOut
  return (
    <Group role="alert" gap={8} px={12} py={6} className={classes.bar} c="var(--desk-warn)" fz="sm">
      {pasted !== null && <span>{t('pasted', { count: pasted })}</span>}
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
      {elsewhere > 0 && <span>{t('pasteElsewhere', { count: elsewhere })}</span>}
      {handBuilt > 0 && <span>{t('handBuilt', { count: handBuilt })}</span>}
      {inFlight > 0 && <span>{t('inFlight', { count: inFlight })}</span>}
      <Button size="compact-xs" onClick={dismiss}>
        {t('close')}
      </Button>
    </Group>
  )
}
