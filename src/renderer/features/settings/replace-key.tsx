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

interface ReplaceKeyProps {
  account: Account
  onClose: () => void
}

interface Faults {
  address?: string
  key?: string
}

/**
 * The form to replace an account's key, or its service's address. A key is only sent to the address it was
 * entered for. It is kept only in its field, which is cleared once accepted.
 */
export function ReplaceKey({ account, onClose }: ReplaceKeyProps) {
  const { t } = useTranslation('settings')
  const key = useRef<HTMLInputElement>(null)
  const [address, setAddress] = useState(account.base_url)
  const [faults, setFaults] = useState<Faults>({})
  const [replaced, setReplaced] = useState<Account | null>(null)
  const { mutate, failure, isPending } = useMutation()
  const submit = (mustAnswer: boolean) => {
    const typed = key.current?.value.trim() ?? ''
    const found = {
      ...(isSafeAddress(address) ? {} : { address: t('videos.notAddress') }),
      ...(typed ? {} : { key: t('accounts.keyNeeded') }),
    }
    setFaults(found)
    if (Object.keys(found).length > 0) return
    void mutate(async () => {
      const query = { account_id: account.id, key: typed, base_url: address.trim(), mustAnswer }
      setReplaced(await call.accounts.replaceKey(query))
      await readAccounts()
    })
  }
  if (replaced) {
    return (
      <div className={classes.buttons}>
        <p className={classes.works} role="status">
          {t(replaced.testedAt === null ? 'accounts.keptUntested' : 'accounts.replaced')}
        </p>
        <Button variant="default" size="compact-xs" onClick={onClose}>
          {t('forget.close')}
        </Button>
      </div>
    )
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
        label={t('accounts.newAddress')}
        description={t('accounts.newAddressHint')}
        type="url"
        maxLength={500}
        value={address}
        error={faults.address}
        onChange={({ currentTarget }) => setAddress(currentTarget.value)}
      />
      <PasswordInput
        ref={key}
        data-autofocus
        label={t('accounts.newKey')}
        maxLength={4096}
        autoComplete="off"
        error={faults.key}
        visibilityToggleButtonProps={{ 'aria-label': t('accounts.showKey'), tabIndex: 0 }}
      />
      {failure && <KeyNotice failure={failure} onKeep={() => submit(false)} />}
      <div className={classes.buttons}>
        <Button type="submit" loading={isPending}>
          {t('accounts.useKey')}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t('accounts.cancel')}
        </Button>
      </div>
    </form>
  )
}
