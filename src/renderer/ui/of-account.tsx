import type { ComponentType } from 'react'
import type { Account } from '../../shared/features/accounts/account.ts'
import { useAccount } from '../app-state.ts'

/** A screen of the current account; nothing before one is chosen. */
export const ofAccount = (Screen: ComponentType<{ account: Account }>) =>
  function OfAccount() {
    const account = useAccount()
    return account ? <Screen account={account} /> : null
  }
