import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { MOST_VIDEOS } from '../../../shared/features/publishing/edit.ts'

/** Why changes of so many videos cannot be saved at once, see `isTooMany`. */
export function TooMany() {
  const { t } = useTranslation('findReplace')
  return (
    <Text size="sm" c="var(--desk-warn)" role="alert">
      {t('tooMany', { count: MOST_VIDEOS })}
    </Text>
  )
}
