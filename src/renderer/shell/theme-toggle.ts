import { prefer } from '../view.ts'

/** Turns the window to the theme it does not show now. */
export function toggleTheme() {
  const isDark = document.documentElement.dataset['mantineColorScheme'] === 'dark'
  prefer({ theme: isDark ? 'light' : 'dark' })
}
