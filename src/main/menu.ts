import type { Language } from '../shared/model/desk.ts'

export interface MenuParts {
  language: Language
  isMac: boolean
  isPackaged: boolean
  /** Asks for a report file and opens it. */
  openReport: () => void
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

const WORDS: Record<Language, { file: string; view: string; openReport: string }> = {
  en: { file: 'File', view: 'View', openReport: 'Open a report file…' },
  'pt-BR': { file: 'Arquivo', view: 'Exibir', openReport: 'Abrir arquivo de relatório…' },
}
