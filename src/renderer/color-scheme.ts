import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core'
import type { Preferences } from '../shared/features/settings/preferences.ts'
import { prefer, useView } from './view.ts'

const schemeOf = (theme: Preferences['theme']): MantineColorScheme =>
  theme === 'system' ? 'auto' : theme

let stop = () => {}

/** Stores the theme in the preferences, so that main can apply it to native parts such as menus. */
export const colorSchemeManager: MantineColorSchemeManager = {
  get: () => schemeOf(useView.getState().preferences.theme),
  set(scheme) {
    const theme = scheme === 'auto' ? 'system' : scheme
    if (theme !== useView.getState().preferences.theme) prefer({ theme })
  },
  subscribe(onUpdate) {
    stop = useView.subscribe(({ preferences }, before) => {
      if (preferences.theme !== before.preferences.theme) onUpdate(schemeOf(preferences.theme))
    })
  },
  unsubscribe: () => stop(),
  clear: () => {},
}

/** Switches between light and dark, starting from the theme now shown. */
export function toggleTheme() {
  const isDark = document.documentElement.dataset['mantineColorScheme'] === 'dark'
  prefer({ theme: isDark ? 'light' : 'dark' })
}
