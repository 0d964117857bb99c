import { createContext } from 'react'
import type { Account } from '../shared/features/accounts/account.ts'
import type { Preferences } from '../shared/features/settings/preferences.ts'
import { call, onChanged } from './bridge.ts'
import { useQuery } from './query.ts'
import { changeText } from './text.ts'
import { useView } from './view.ts'

/** The account in view, or none before one was chosen. */
export function useAccount(): Account | undefined {
  return useView(({ info, preferences }) =>
    info.accounts.find(({ id }) => id === preferences.place.account_id),
  )
}

/** Whether the services answer; undefined until main has said so once. */
export function useConnection() {
  return useQuery('connection', () => call.desk.connection(), ['connection']).value
}

/** `useIsOffline` of the whole window, asked once and given to all below it. */
export const IsOffline = createContext(false)

/** Whether the app works offline, by choice or because no service answers. */
export function useIsOffline(): boolean {
  const isChosen = useView(({ preferences }) => preferences.isOffline)
  const connection = useConnection()
  return isChosen || connection?.isOnline === false
}

/** Reads the accounts again whenever main says they changed; returns how to stop. */
export function followAccounts(): () => void {
  return onChanged(['accounts'], () => void readAccounts())
}

/** Takes the accounts as main has them now into the view. */
export async function readAccounts() {
  const accounts = await call.accounts.list()
  useView.setState(({ info }) => ({ info: { ...info, accounts } }))
}

/** Changes the window's language at once; main knows which language the system's is. */
export async function chooseLanguage(chosen: Preferences['language']) {
  await call.desk.prefer({ language: chosen })
  const { language } = await call.desk.info()
  // All else may have been chosen anew since main was asked.
  useView.setState(({ info, preferences }) => ({
    info: { ...info, language },
    preferences: { ...preferences, language: chosen },
  }))
  document.documentElement.lang = language
  await changeText(language)
}
