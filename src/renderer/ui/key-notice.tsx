import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type Failure, mayBeUntested } from '../../shared/failure.ts'
import { Notice } from './notice.tsx'

interface KeyNoticeProps {
  failure: Failure
  /** Keeps what was typed without a test. */
  onKeep: () => void
}

/** Why a typed key was not taken. Where nothing answered it can be kept all the same, for later. */
export function KeyNotice({ failure, onKeep }: KeyNoticeProps) {
  const { t } = useTranslation()
  const keep = mayBeUntested(failure) && (
    <Button variant="default" onClick={onKeep}>
      {t('notice.keepUntested')}
    </Button>
  )
  return <Notice failure={failure} action={keep} />
}
