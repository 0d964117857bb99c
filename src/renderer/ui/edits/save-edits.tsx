import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type AppliedTemplate, MOST_VIDEOS } from '../../../shared/features/publishing/edit.ts'
import { editCount, type SheetEdits } from '../../../shared/features/sheet/gestures.ts'
import { call } from '../../bridge.ts'

interface Saved {
  account_id: string
  edits: SheetEdits
  template?: AppliedTemplate
}

/**
 * Saves the changes of one user action. Of several, those whose places are being sent are left out,
 * and counted; a single one is refused.
 */
export async function saveEdits(saved: Saved): Promise<number> {
  const leavesInFlight = editCount(saved.edits) > 1
  const { leftOut } = await call.edits.save({ ...saved, leavesInFlight })
  return leftOut
}

/** How many changes of the last action were left out, see `saveEdits`. */
export function LeftInFlight({ count }: { count: number }) {
  const { t } = useTranslation('sheet')
  if (count === 0) return null
  return (
    <Text size="sm" c="var(--desk-warn)" role="alert">
      {t('inFlight', { count })}
    </Text>
  )
}

/** Why changes of so many videos cannot be saved at once, see `isTooMany`. */
export function TooMany() {
  const { t } = useTranslation('findReplace')
  return (
    <Text size="sm" c="var(--desk-warn)" role="alert">
      {t('tooMany', { count: MOST_VIDEOS })}
    </Text>
  )
}
