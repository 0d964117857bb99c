import { Button, PasswordInput, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Account } from '../../../shared/features/accounts/account.ts'
import { call } from '../../bridge.ts'
import { readAccounts } from '../../desk.ts'
import { useMutation } from '../../mutation.ts'
import { isSafeAddress } from '../../ui/address.ts'
import { KeyNotice } from '../../ui/notice.tsx'
import classes from './settings.module.css'

interface ConnectVideosProps {
  account: Account
  onClose: () => void
}

interface Faults {
  address?: string
  token?: string
}

/** The form for the video management service's address and token. The token is kept only in its field. */
export function ConnectVideos({ account, onClose }: ConnectVideosProps) {
  const { t } = useTranslation('settings')
  const [address, setAddress] = useState(account.api_base_url ?? '')
  const [faults, setFaults] = useState<Faults>({})
  const token = useRef<HTMLInputElement>(null)
  const { mutate, failure, isPending } = useMutation()
  const submit = (mustAnswer: boolean) => {
    const typed = token.current?.value.trim() ?? ''
    const found = {
      ...(isSafeAddress(address) ? {} : { address: t('videos.notAddress') }),
      ...(typed ? {} : { token: t('videos.tokenNeeded') }),
    }
    setFaults(found)
    if (Object.keys(found).length > 0) return
    void mutate(async () => {
      await call.accounts.connectVideos({
        account_id: account.id,
        api_base_url: address.trim(),
        video_token: typed,
        mustAnswer,
      })
      if (token.current) token.current.value = ''
      await readAccounts()
      onClose()
    })
  }
  return (
    <form
      className={classes.dialog}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit(true)
      }}
    >
      <TextInput
        data-autofocus
        label={t('videos.address')}
        description={t('videos.addressHint')}
        type="url"
        maxLength={500}
        value={address}
        error={faults.address}
        onChange={({ currentTarget }) => setAddress(currentTarget.value)}
      />
      <PasswordInput
        ref={token}
        label={t('videos.token')}
        description={t('videos.tokenHint')}
        maxLength={4096}
        autoComplete="off"
        error={faults.token}
        visibilityToggleButtonProps={{ 'aria-label': t('accounts.showKey'), tabIndex: 0 }}
      />
      {failure && <KeyNotice failure={failure} onKeep={() => submit(false)} />}
      <div className={classes.buttons}>
        <Button type="submit" loading={isPending}>
          {t('videos.use')}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t('accounts.cancel')}
        </Button>
      </div>
    </form>
  )
}
