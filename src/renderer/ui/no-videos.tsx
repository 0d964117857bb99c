import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { type Account, hasVideos } from '../../shared/features/accounts/account.ts'
import { goTo } from '../view.ts'
import { EmptyState } from './notice.tsx'

interface NoVideosProps {
  account: Account
  isPending: boolean
  onDownload: () => void
}

/** No videos on this computer: they are downloaded, for which the account needs a token. */
export function NoVideos({ account, isPending, onDownload }: NoVideosProps) {
  const { t } = useTranslation('videos')
  if (!hasVideos(account)) {
    const action = (
      <Button variant="filled" onClick={() => goTo('settings', {}, 'accounts')}>
        {t('enterToken')}
      </Button>
    )
    return <EmptyState title={t('noToken')} text={t('noTokenText')} action={action} />
  }
  const action = (
    <Button
      variant="filled"
      loading={isPending}
      leftSection={<IconDownload size={15} aria-hidden />}
      onClick={onDownload}
    >
      {t('firstDownload')}
    </Button>
  )
  return <EmptyState title={t('none')} text={t('noneText')} action={action} />
}
