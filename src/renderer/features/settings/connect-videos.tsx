import { useTranslation } from 'react-i18next'
import type { Account } from '../../../shared/features/accounts/account.ts'
import { readAccounts } from '../../app-state.ts'
import { call } from '../../bridge.ts'
import { KeyForm } from './key-form.tsx'

interface ConnectVideosProps {
  account: Account
  onClose: () => void
}

/** The form for the video management service's address and token. */
export function ConnectVideos({ account, onClose }: ConnectVideosProps) {
  const { t } = useTranslation('settings')
  return (
    <KeyForm
      address={account.api_base_url ?? ''}
      startsAt="address"
      texts={{
        address: t('videos.address'),
        addressHint: t('videos.addressHint'),
        secret: t('videos.token'),
        secretHint: t('videos.tokenHint'),
        needed: t('videos.tokenNeeded'),
        use: t('videos.use'),
      }}
      onUse={async ({ address, secret, mustAnswer }) => {
        await call.accounts.connectVideos({
          account_id: account.id,
          api_base_url: address,
          video_token: secret,
          mustAnswer,
        })
        await readAccounts()
        onClose()
      }}
      onClose={onClose}
    />
  )
}
