import type { Preferences } from '../../../shared/features/settings/preferences.ts'
import type { PrintedPage } from '../../../shared/features/settings/window-info.ts'
import type { Language } from '../../../shared/locales/languages.ts'
import type { CallHandlers } from '../../shell/router.ts'

interface PrintedFor {
  language: Language
  page: PrintedPage
  /** Preferences of the page that differ from those of `answering`. */
  preferences?: Partial<Preferences>
}

/** Handlers for a printed page: light theme, its own language, and no changes stored. */
export function makePrintHandlers(
  base: CallHandlers,
  { language, page, preferences }: PrintedFor,
): CallHandlers {
  const forPrint = (own: Preferences): Preferences => ({
    ...own,
    ...preferences,
    language,
    theme: 'light',
  })
  return {
    ...base,
    app: {
      ...base.app,
      async info() {
        const own = await base.app.info(undefined)
        return { ...own, language, preferences: forPrint(own.preferences), print: page }
      },
      async prefer() {
        const own = await base.app.info(undefined)
        return forPrint(own.preferences)
      },
      pagesForgotten: () => 0,
      keepPage: () => undefined,
    },
    players: { ...base.players, opened: () => undefined },
  }
}
