import { type ComponentType, createContext, createElement } from 'react'
import type { Account } from '../shared/features/accounts/account.ts'
import { type Reach, reachOf } from '../shared/features/analytics/connection.ts'
import type { Preferences } from '../shared/features/settings/preferences.ts'
import { call, onChanged } from './bridge.ts'
import { useCall } from './query.ts'
import { changeText } from './text.ts'
import { useView } from './view.ts'

/** The current account; undefined before one is chosen. */
export function useAccount(): Account | undefined {
  return useView(({ info, preferences }) =>
    info.accounts.find(({ id }) => id === preferences.place.account_id),
  )
}

/** An account by its id; undefined once it is forgotten. */
export function useAccountById(account_id: string): Account | undefined {
  return useView(({ info }) => info.accounts.find(({ id }) => id === account_id))
}

/** A screen of the current account; nothing before one is chosen. */
export const ofAccount = (Screen: ComponentType<{ account: Account }>) =>
  function OfAccount() {
    const account = useAccount()
    return account ? createElement(Screen, { account }) : null
  }

/** Whether the services respond; undefined until main first returned it. */
export function useConnection() {
  return useCall('app', 'connection', undefined, ['connection']).value
}

/** What is reached for the current account. */
export function useReach(): Reach {
  const isChosen = useView(({ preferences }) => preferences.isOffline)
  const connection = useConnection()
  const account = useAccount()
  const reach = connection ? reachOf(connection, account) : 'online'
  // The choice counts before main has followed it.
  return isChosen && reach !== 'halted' ? 'offline' : reach
}

/** The value of `useIsOffline`, queried once for the whole window. */
export const IsOffline = createContext(false)

/** Whether no figures can be requested: by choice, until a restart, or because the service is lost. */
export function useIsOffline(): boolean {
  const reach = useReach()
  return reach === 'offline' || reach === 'halted'
}

/** Refetches the accounts when main reports a change; returns an unsubscribe function. */
export function followAccounts(): () => void {
  return onChanged(['accounts'], () => void readAccounts())
}

/** Refetches the accounts into the view state. */
export async function readAccounts() {
  const accounts = await call.accounts.list()
  useView.setState(({ info }) => ({ info: { ...info, accounts } }))
}

/** Changes the language at once. Main resolves `system` to the system's language. */
export async function chooseLanguage(chosen: Preferences['language']) {
  await call.app.prefer({ language: chosen })
  const { language } = await call.app.info()
  // Only the language is taken over, because other preferences may have changed during the call.
  useView.setState(({ info, preferences }) => ({
    info: { ...info, language },
    preferences: { ...preferences, language: chosen },
  }))
  document.documentElement.lang = language
  await changeText(language)
}
