import fs from 'node:fs'
import path from 'node:path'
import { _electron, type ElectronApplication, type Page } from 'playwright'
import { electronExecutable } from '../../scripts/electron-runtime.mjs'
import type { Preferences } from '../../src/shared/features/settings/preferences.ts'
import { newFolder } from './folder.ts'
import { typeAsKeyboard } from './real-keys.ts'

/** The folder of the app to start: the tests' own build in tests, and otherwise that of a release. */
export const APP = path.resolve(import.meta.dirname, '../..', process.env['CUEPOINT_APP'] ?? '.')

/** Whether the window is the system's Chromium, with main in this process: see `chromium.ts`. */
export const isInChromium = process.env['CUEPOINT_WINDOW'] === 'chromium'
/** All of main is loaded for it. */
const inChromium = () => import('./chromium.ts')

interface Size {
  width: number
  height: number
}

/** The package for tests, when that is tested; it contains the app. */
const PACKAGED = process.env['CUEPOINT_PACKAGED_TEST']

/** The executable and arguments that start the app. */
export const appExecutable = () => PACKAGED ?? electronExecutable()

export interface LaunchOptions {
  /** The user-data folder; a new empty one when omitted. */
  folder?: string
  preferences?: Partial<Preferences>
  size?: Size
  env?: Record<string, string>
  args?: string[]
  /** Files that the command line names for the app. */
  files?: string[]
  /** A program that starts Electron with the given arguments, with Chromium's sandbox enabled. */
  launcher?: string
}

export interface Launched {
  app: ElectronApplication
  page: Page
  folder: string
  /** Everything the app wrote to stdout and stderr. */
  output: () => string
  close: () => Promise<void>
}

interface EarlyOptions extends LaunchOptions {
  /** Called before there is a window. */
  onStart?: (app: ElectronApplication) => Promise<void>
}

const running = new Set<Launched>()

/** The windows and output of the running apps, to diagnose a failed test. */
export const whatRuns = () =>
  Promise.all(
    [...running].map(async ({ page, output }) => {
      const shown = await page.evaluate(() => document.body.innerText).catch(String)
      return `${page.url()}\n${shown}\n${output()}`.slice(0, 4000)
    }),
  )

/** Starts the built app in a user-data folder of its own and waits for its window. */
export async function launch(options: LaunchOptions = {}): Promise<Launched> {
  const started = await launchEarly(options)
  // The last page is readable by then, but cannot be used yet. Nobody presses a key before the
  // window has painted something, when Chromium drops those that Playwright sends.
  await started.page.waitForFunction(() => {
    const isPainted = performance.getEntriesByName('first-contentful-paint').length > 0
    return isPainted && document.getElementById('root')?.inert === false
  })
  return started
}

/** Like `launch`, but the window may still show the last page, which cannot be used yet. */
export async function launchEarly(options: EarlyOptions = {}): Promise<Launched> {
  const folder = options.folder ?? newFolder()
  seedPreferences(folder, options)
  const opened = isInChromium
    ? await (await inChromium()).openInChromium(folder, path.join(APP, 'renderer'), options.size)
    : await openInElectron(folder, options)
  const launched: Launched = {
    ...{ ...opened, folder },
    close() {
      running.delete(launched)
      return opened.close()
    },
  }
  running.add(launched)
  return launched
}

async function openInElectron(folder: string, { onStart, ...options }: EarlyOptions) {
  const app = await _electron.launch({
    executablePath: options.launcher ?? appExecutable(),
    chromiumSandbox: !isRoot(options),
    args: electronArguments(folder, options),
    env: { ...(process.env as Record<string, string>), ...options.env },
  })
  let output = ''
  const { stdout, stderr } = app.process()
  stdout?.on('data', (data: Buffer) => {
    output += data.toString()
  })
  stderr?.on('data', (data: Buffer) => {
    output += data.toString()
  })
  await onStart?.(app)
  const page = await app.firstWindow()
  page.setDefaultTimeout(LONGEST_WAIT_MS)
  typeAsKeyboard(page)
  return { app, page, output: () => output, close: () => app.close() }
}

/**
 * Otherwise Chromium returns each freed block to the system at once, which in a virtual machine takes
 * an eighth of the time of these tests.
 */
const KEEPS_FREED_MEMORY = '--enable-features=PartitionAllocLargeEmptySlotSpanRing'

/** Only a window that hangs takes this long, also on a computer that is busy with other things. */
const LONGEST_WAIT_MS = 60_000

const isRoot = ({ launcher }: LaunchOptions) => process.getuid?.() === 0 && !launcher

export const electronArguments = (folder: string, options: LaunchOptions = {}) => [
  ...(isRoot(options) ? ['--no-sandbox'] : []),
  '--disable-gpu',
  `--user-data-dir=${folder}`,
  ...(options.args ?? []),
  ...(PACKAGED ? [] : [KEEPS_FREED_MEMORY, APP]),
  ...(options.files ?? []),
]

/** Writes preferences (and a window size) before the first start; a used folder keeps its own. */
function seedPreferences(folder: string, { preferences, size }: LaunchOptions) {
  if (!preferences && !size) return
  fs.mkdirSync(folder, { recursive: true })
  const file = path.join(folder, 'preferences.json')
  const known = fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : {}
  const next = {
    preferences: { ...known.preferences, ...preferences },
    window: size ? { ...size, x: 0, y: 0, isMaximized: false } : known.window,
  }
  fs.writeFileSync(file, JSON.stringify(next))
}

/** Makes the content of the window this large. */
export async function resizeWindow({ app, page }: Pick<Launched, 'app' | 'page'>, size: Size) {
  if (isInChromium) await page.setViewportSize(size)
  else {
    await app.evaluate(({ BrowserWindow }, { width, height }) => {
      BrowserWindow.getAllWindows()[0]?.setContentSize(width, height)
    }, size)
  }
  await page.waitForFunction((wide) => window.innerWidth === wide, size.width)
}

/** What Windows, and it alone, tells the windows before it shuts down. */
export const endSession = (app: ElectronApplication) =>
  app.evaluate(({ BrowserWindow }) => {
    for (const window of BrowserWindow.getAllWindows()) window.emit('query-session-end')
  })

/** Answers the next save dialog with this file. */
export async function chooseFile(app: ElectronApplication, file: string | null) {
  if (isInChromium) return void ((await inChromium()).chosenIn(app).save = file)
  await app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () =>
      Promise.resolve(
        filePath ? { canceled: false, filePath } : { canceled: true, filePath: '' },
      ) as never
  }, file)
}

/** Answers the next dialog that opens a file with this one. */
export async function chooseExisting(app: ElectronApplication, file: string | null) {
  if (isInChromium) return void ((await inChromium()).chosenIn(app).open = file)
  await app.evaluate(({ dialog }, filePath) => {
    dialog.showOpenDialog = () =>
      Promise.resolve(
        filePath ? { canceled: false, filePaths: [filePath] } : { canceled: true, filePaths: [] },
      ) as never
  }, file)
}
