import type { Preferences } from '../../../shared/features/settings/preferences.ts'
import type { PrintedPage } from '../../../shared/features/settings/window-info.ts'
import type { Language } from '../../../shared/locales/languages.ts'
import type { DeskHandlers } from '../../shell/router.ts'

interface PrintedFor {
  language: Language
  page: PrintedPage
  /** Preferences of the page that differ from those of `answering`. */
  preferences?: Partial<Preferences>
}

/** Handlers for a printed page: light theme, its own language, and no changes stored. */
export function makePrintDesk(
  answering: DeskHandlers,
  { language, page, preferences }: PrintedFor,
): DeskHandlers {
  const onPaper = (own: Preferences): Preferences => ({
    ...own,
    ...preferences,
    language,
    theme: 'light',
  })
  return {
    ...answering,
    desk: {
      ...answering.desk,
      async info() {
        const own = await answering.desk.info(undefined)
        return { ...own, language, preferences: onPaper(own.preferences), print: page }
      },
      async prefer() {
        const own = await answering.desk.info(undefined)
        return onPaper(own.preferences)
      },
      keepPage: () => undefined,
    },
    players: { ...answering.players, opened: () => undefined },
  }
}
