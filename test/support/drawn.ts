import { MantineProvider } from '@mantine/core'
import { createElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { onTestFinished } from 'vitest'
import { setSessionState, useStoredChoices } from '../../src/renderer/kept-list.ts'
import { useView } from '../../src/renderer/view.ts'
import type { Account } from '../../src/shared/features/accounts/account.ts'
import { DEFAULT_PREFERENCES } from '../../src/shared/features/settings/preferences.ts'
import type { AppInfo } from '../../src/shared/features/settings/window-info.ts'

/** Gives the window this state, for all test files of the process that draw or read it. */
export function setView(state: object) {
  useView.setState(state)
  // Where there is no window, hooks read the state with which the store began.
  Object.assign(useView.getInitialState(), state)
}

function setUsualView(report: AppInfo['report']) {
  const info: Partial<AppInfo> = { accounts: [] as Account[], zone: 'UTC', report }
  setView({ info, preferences: DEFAULT_PREFERENCES })
}

/** The markup of a part of the window, with the usual preferences; in a report, that of the report. */
export function drawn(part: ReactNode, report: AppInfo['report'] = null): string {
  setUsualView(report)
  return renderToStaticMarkup(createElement(MantineProvider, null, part))
}

/** Makes a choice on the screen that is drawn, until the test ends. */
export function choose(name: string, choice: unknown) {
  const keep = (next: unknown) => {
    setSessionState(DEFAULT_PREFERENCES.place.screen, name, next)
    Object.assign(useStoredChoices.getInitialState(), useStoredChoices.getState())
  }
  setUsualView(null)
  keep(choice)
  onTestFinished(() => keep(undefined))
}

/** Its words alone. */
export const wordsOf = (...of: Parameters<typeof drawn>) =>
  drawn(...of)
    .replaceAll(/<style.*?<\/style>/gsu, '')
    .replaceAll(/<[^>]*>/gu, ' ')
    .replaceAll(/\s+/gu, ' ')
    .trim()

/** Whether the button with this label is there and disabled. */
export function hasDisabledButton(part: ReactNode, label: string): boolean {
  const button = drawn(part)
    .split('<button')
    .find((markup) => markup.includes(`>${label}<`))
  if (button === undefined) throw new Error(`No button is called ${label}.`)
  return /^[^>]*\sdisabled=""/u.test(button)
}
