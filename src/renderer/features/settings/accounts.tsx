import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Account, Erased } from '../../../shared/features/accounts/account.ts'
import { readAccounts } from '../../app-state.ts'
import { call } from '../../bridge.ts'
import { useCall } from '../../query.ts'
import { EmptyState } from '../../ui/notice.tsx'
import { goTo, prefer, useView } from '../../view.ts'
import { AccountCard } from './account-card.tsx'
import { ErasedNote, ForgetDialog } from './forget.tsx'
import { Section } from './section.tsx'

export function Accounts() {
  const { t } = useTranslation('settings')
  const { accounts } = useView(({ info }) => info)
  const [leaving, setLeaving] = useState<Account | null>(null)
  const [erased, setErased] = useState<Erased | null>(null)
  const hasReplacedData = (useCall('backup', 'state').value?.kept.length ?? 0) > 0
  const add = (
    <Button leftSection={<IconPlus size={15} aria-hidden />} onClick={() => goTo('welcome')}>
      {t('accounts.add')}
    </Button>
  )
  const forget = async (account: Account) => {
    const gone = await call.accounts.forget({ account_id: account.id })
    leave(account.id)
    await readAccounts()
    setErased(gone)
    setLeaving(null)
  }
  return (
    <Section part="accounts" title={t('accounts.title')}>
      {erased && <ErasedNote {...{ erased, hasReplacedData }} onClose={() => setErased(null)} />}
      {accounts.length === 0 ? (
        <EmptyState title={t('accounts.none')} text={t('accounts.noneText')} action={add} />
      ) : (
        <>
          {accounts.map((account) => (
            <AccountCard
              key={account.id}
              account={account}
              onForget={() => {
                setErased(null)
                setLeaving(account)
              }}
            />
          ))}
          <div>{add}</div>
        </>
      )}
      {leaving && (
        <ForgetDialog
          account_id={leaving.id}
          name={leaving.name}
          hasReplacedData={hasReplacedData}
          onForget={() => forget(leaving)}
          onClose={() => setLeaving(null)}
        />
      )}
    </Section>
  )
}

/** Clears the stored place when it belongs to the removed account. */
function leave(account_id: string) {
  const { place } = useView.getState().preferences
  if (place.account_id !== account_id) return
  prefer({ place: { ...place, account_id: null, player_id: null, video_id: null } })
}
