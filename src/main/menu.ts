import type { Language } from '../shared/model/desk.ts'

export interface MenuParts {
  language: Language
  isMac: boolean
  isPackaged: boolean
  /** Asks for a report file and opens it. */
  openReport: () => void
  /** Asks the update address; null when this build has none. */
  checkForUpdates: (() => void) | null
}

/** As Electron takes it. */
interface MenuEntry {
  id?: string
  label?: string
  accelerator?: string
  type?: 'separator'
  role?:
    | 'appMenu'
    | 'close'
    | 'quit'
    | 'editMenu'
    | 'resetZoom'
    | 'zoomIn'
    | 'zoomOut'
    | 'togglefullscreen'
    | 'toggleDevTools'
    | 'windowMenu'
  click?: () => void
  submenu?: MenuEntry[]
}

/** The menu of the app: at the top of the screen on macOS, elsewhere shown by Alt. */
export function menuTemplate(parts: MenuParts): MenuEntry[] {
  const words = WORDS[parts.language]
  return [
    ...(parts.isMac ? [{ role: 'appMenu' as const }] : []),
    {
      label: words.file,
      submenu: [
        {
          id: OPEN_REPORT,
          label: words.openReport,
          accelerator: 'CmdOrCtrl+O',
          click: () => parts.openReport(),
        },
        ...(parts.checkForUpdates
          ? [{ id: CHECK_UPDATES, label: words.checkUpdates, click: parts.checkForUpdates }]
          : []),
        { type: 'separator' },
        { role: parts.isMac ? 'close' : 'quit' },
      ],
    },
    { role: 'editMenu' },
    {
      label: words.view,
      submenu: [
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { type: 'separator' },
        { role: 'togglefullscreen' },
        ...(parts.isPackaged ? [] : [{ role: 'toggleDevTools' as const }]),
      ],
    },
    { role: 'windowMenu' },
  ]
}

/** The entry that opens a report file. */
export const OPEN_REPORT = 'open-report'
/** The entry that asks for a newer version. */
export const CHECK_UPDATES = 'check-updates'

type Word = 'file' | 'view' | 'openReport' | 'checkUpdates'

const WORDS: Record<Language, Record<Word, string>> = {
  en: {
    file: 'File',
    view: 'View',
    openReport: 'Open a report file…',
    checkUpdates: 'Check for updates',
  },
  'pt-BR': {
    file: 'Arquivo',
    view: 'Exibir',
    openReport: 'Abrir arquivo de relatório…',
    checkUpdates: 'Procurar atualizações',
  },
}
