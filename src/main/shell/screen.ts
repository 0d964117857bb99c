import path from 'node:path'
import {
  app,
  type BrowserWindow,
  clipboard,
  dialog,
  type FileFilter,
  nativeTheme,
  type OpenDialogOptions,
  type SaveDialogOptions,
  session,
  shell,
} from 'electron'
import { appTexts, type Language } from '../../shared/locales/languages.ts'
import type { Screen } from '../options.ts'
import { FAULT_CHOICES, type FaultChoice } from './faults.ts'
import { argumentsWith } from './switches.ts'
import { copyPicture, smallPicture } from './window.ts'

const BACKUP_FILES = { name: 'Cuepoint', extensions: ['cuepoint-backup'] }
const REPORT_FILES = { name: 'Cuepoint', extensions: ['cuepoint'] }
const TEMPLATE_FILES = { name: 'Cuepoint', extensions: ['cuepoint-templates'] }
const CSV_FILES = { name: 'CSV', extensions: ['csv'] }
const EXPORTED_FILES = [
  { name: 'Excel', extensions: ['xlsx'] },
  { name: 'PNG', extensions: ['png'] },
  { name: 'SVG', extensions: ['svg'] },
  { name: 'Cuepoint', extensions: ['cuepoint-proposal'] },
]
const IMPORTED_FILES = {
  name: 'CSV, Excel, Cuepoint',
  extensions: ['csv', 'tsv', 'txt', 'xlsx', 'cuepoint-proposal'],
}
const PDF_FILES = { name: 'PDF', extensions: ['pdf'] }
const PICTURE_FILES = {
  name: 'PNG, JPEG, GIF, WebP',
  extensions: ['png', 'jpg', 'jpeg', 'gif', 'webp'],
}

/** Shows a dialog after a failure of main; the window stays usable. */
export async function askAboutFault(language: Language, thrown: unknown): Promise<FaultChoice> {
  const words = appTexts(language).main.fault
  const { response } = await dialog.showMessageBox({
    type: 'error',
    title: 'Cuepoint',
    message: words.title,
    detail: `${String(thrown).slice(0, 300)}\n\n${words.text}`,
    buttons: FAULT_CHOICES.map((choice) => words[choice]),
    defaultId: FAULT_CHOICES.indexOf('again'),
    cancelId: FAULT_CHOICES.indexOf('later'),
  })
  return FAULT_CHOICES[response] ?? 'later'
}

/** What the other parts need of Electron: dialogs, the clipboard, the theme, the window's page. */
export function makeScreen(
  language: () => Language,
  window: () => BrowserWindow | undefined,
): Omit<Screen, 'printer' | 'keys' | 'openAbout' | 'applyLanguage'> {
  const { save, pick } = makeFileDialogs(window)
  return {
    language,
    chooseFile: (name) =>
      save(
        path.join(app.getPath('downloads'), name),
        EXPORTED_FILES.find(({ extensions }) => name.endsWith(`.${extensions[0]}`)) ?? CSV_FILES,
      ),
    choosePicture: () => pick(PICTURE_FILES),
    placeBackup: (name) => save(path.join(app.getPath('documents'), name), BACKUP_FILES),
    chooseBackup: () => pick(BACKUP_FILES),
    placeReport: (name) => save(path.join(app.getPath('documents'), name), REPORT_FILES),
    chooseReport: () => pick(REPORT_FILES),
    placeTemplates: (name) => save(path.join(app.getPath('documents'), name), TEMPLATE_FILES),
    chooseTemplates: () => pick(TEMPLATE_FILES),
    chooseImport: () => pick(IMPORTED_FILES),
    placePdf: (name) => save(path.join(app.getPath('documents'), name), PDF_FILES),
    capture: () => smallPicture(window()?.webContents),
    reload: () => window()?.webContents.reload(),
    relaunch() {
      // A report that was double-clicked is in the library already, or of the data before a restore.
      app.relaunch({ args: argumentsWith(process.argv, []) })
      app.quit()
    },
    async chooseFolder() {
      const options: OpenDialogOptions = { properties: ['openDirectory', 'createDirectory'] }
      const owner = window()
      const asking = owner ? dialog.showOpenDialog(owner, options) : dialog.showOpenDialog(options)
      const { canceled, filePaths } = await asking
      return canceled ? null : (filePaths[0] ?? null)
    },
    showFile: (chosen) => shell.showItemInFolder(chosen),
    async openFile(file) {
      if ((await shell.openPath(file)) !== '') shell.showItemInFolder(file)
    },
    // Before Electron 44 this is synchronous and returns nothing.
    copy: async (text) => clipboard.writeText(text),
    copyPicture,
    resolveProxy,
    applyTheme: (theme) => {
      nativeTheme.themeSource = theme
    },
  }
}

async function resolveProxy(url: string, pac: string | null): Promise<string> {
  if (pac === null) return session.defaultSession.resolveProxy(url)
  // A session that no page uses.
  const proxies = session.fromPartition('proxies')
  await proxies.setProxy({ mode: 'pac_script', pacScript: pac })
  return proxies.resolveProxy(url)
}

function makeFileDialogs(window: () => BrowserWindow | undefined) {
  return {
    async save(defaultPath: string, files: FileFilter): Promise<string | null> {
      // Without this Linux replaces a file without asking.
      const options: SaveDialogOptions = {
        ...{ defaultPath, filters: [files] },
        properties: ['createDirectory', 'showOverwriteConfirmation'],
      }
      const owner = window()
      const asking = owner ? dialog.showSaveDialog(owner, options) : dialog.showSaveDialog(options)
      const { canceled, filePath } = await asking
      return canceled || !filePath ? null : filePath
    },
    async pick(files: FileFilter): Promise<string | null> {
      const options: OpenDialogOptions = { properties: ['openFile'], filters: [files] }
      const owner = window()
      const asking = owner ? dialog.showOpenDialog(owner, options) : dialog.showOpenDialog(options)
      const { canceled, filePaths } = await asking
      return canceled ? null : (filePaths[0] ?? null)
    },
  }
}
