import type { Preferences } from '../../../shared/features/settings/preferences.ts'
import type { PrintedPage } from '../../../shared/features/settings/window-info.ts'
import type { Language } from '../../../shared/locales/languages.ts'
import type { DeskHandlers } from '../../shell/router.ts'

interface PrintedFor {
  language: Language
  page: PrintedPage
  /** What the page is set to beside the choices of whoever answers it. */
  preferences?: Partial<Preferences>
}

/** The same answers for a page of paper: light, in its language, and nothing on it is remembered. */
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
