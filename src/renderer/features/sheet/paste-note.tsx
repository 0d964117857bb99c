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

/** Which cells a paste or another gesture left as they were or read in another way, and why. */
export function PasteNote({ leftOut, titles, dismiss }: PasteNoteProps) {
  const { t } = useTranslation('sheet')
  const expected = useExpected()
  const { unread, times, overruled, fixed, beyond, elsewhere, handBuilt, inFlight, pasted } =
    leftOut
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
      {times && <span>{t('pasteTimes', times)}</span>}
      {overruled > 0 && <span>{t('overruled', { count: overruled })}</span>}
      {beyond > 0 && <span>{t('pasteBeyond', { count: beyond })}</span>}
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
