import { Box, Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Account } from '../../../shared/features/accounts/account.ts'
import { readAccounts } from '../../app-state.ts'
import { call } from '../../bridge.ts'
import { KeyForm } from './key-form.tsx'
import classes from './settings.module.css'

interface ReplaceKeyProps {
  account: Account
  onClose: () => void
}

/**
 * The form to replace an account's key, or its service's address. A key is only sent to the address it was
 * entered for.
 */
export function ReplaceKey({ account, onClose }: ReplaceKeyProps) {
  const { t } = useTranslation('settings')
  const [replaced, setReplaced] = useState<Account | null>(null)
  if (replaced) {
    return (
      <div className={classes.buttons}>
        <Box component="p" c="var(--desk-good)" role="status">
          {t(replaced.testedAt === null ? 'accounts.keptUntested' : 'accounts.replaced')}
        </Box>
        <Button variant="default" size="compact-xs" onClick={onClose}>
          {t('forget.close')}
        </Button>
      </div>
    )
  }
  return (
    <KeyForm
      address={account.base_url}
      startsAt="secret"
      texts={{
        address: t('accounts.newAddress'),
        addressHint: t('accounts.newAddressHint'),
        secret: t('accounts.newKey'),
        needed: t('accounts.keyNeeded'),
        use: t('accounts.useKey'),
      }}
      onUse={async ({ address, secret, mustAnswer }) => {
        const query = { account_id: account.id, key: secret, base_url: address, mustAnswer }
        setReplaced(await call.accounts.replaceKey(query))
        await readAccounts()
      }}
      onClose={onClose}
    />
  )
}
