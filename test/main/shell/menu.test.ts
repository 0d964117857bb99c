import { expect, test } from 'vitest'
import { README } from '../../../src/main/features/reports/container.ts'
import { CHECK_UPDATES, menuTemplate, OPEN_REPORT } from '../../../src/main/shell/menu.ts'
import { LANGUAGES } from '../../../src/shared/locales/languages.ts'
import type { KeyPress } from '../../../src/shared/model/key-press.ts'

const parts = {
  ...{ isMac: false, isPackaged: true, checkForUpdates: null },
  ...{ openReport: () => undefined, openAbout: () => undefined, press: () => undefined },
}

type Entries = ReturnType<typeof menuTemplate>
const everyEntry = (entries: Entries): Entries =>
  entries.flatMap((entry) => [entry, ...everyEntry(entry.submenu ?? [])])

function fileMenu(of: Parameters<typeof menuTemplate>[0]) {
  const found = menuTemplate(of).find(
    ({ submenu }) => Array.isArray(submenu) && submenu.some(({ id }) => id === OPEN_REPORT),
  )
  if (!found || !Array.isArray(found.submenu)) throw new Error('no menu opens a report')
  return { label: found.label, entries: found.submenu }
}

test('the instructions inside a report file name the menu as it is called, in each language', () => {
  const said = README.replaceAll(/\s+/g, ' ')
  for (const language of LANGUAGES) {
    const { label, entries } = fileMenu({ ...parts, language })
    expect(said).toContain(`“${entries[0]?.label}”`)
    expect(said).toMatch(language === 'en' ? `the ${label} menu` : new RegExp(`men[uú] ${label}`))
  }
})

test('the file menu opens reports on every system, and quits the app except on macOS', () => {
  for (const isMac of [true, false]) {
    const { entries } = fileMenu({ ...parts, language: 'en', isMac })
    expect(entries[0]?.accelerator).toBe('CmdOrCtrl+O')
    expect(entries.at(-1)?.role).toBe(isMac ? 'close' : 'quit')
  }
})

test('every entry is in the language of the app, not Electron’s default English', () => {
  for (const isMac of [true, false]) {
    const all = { ...parts, isMac, isPackaged: false, checkForUpdates: () => undefined }
    const [english, ...others] = LANGUAGES.map((language) =>
      everyEntry(menuTemplate({ ...all, language }))
        .filter(({ type }) => type !== 'separator')
        .map(({ label }) => label),
    )
    expect(english).not.toContain(undefined)
    for (const other of others) {
      expect(english).toHaveLength(other.length)
      const same = english?.filter((label, at) => label === other[at])
      expect(same).toEqual(isMac ? ['Cuepoint'] : [])
    }
  }
})

test('a release has no entry that opens developer tools or reloads the page', () => {
  for (const isMac of [true, false]) {
    const rolesOf = (isPackaged: boolean) =>
      everyEntry(menuTemplate({ ...parts, language: 'en', isMac, isPackaged })).map(
        ({ role }) => role as string | undefined,
      )
    expect(rolesOf(false)).toContain('toggleDevTools')
    for (const role of ['toggleDevTools', 'reload', 'forceReload']) {
      expect(rolesOf(true)).not.toContain(role)
    }
  }
})

test('only a build with an update address has a menu entry that checks for updates', () => {
  for (const isMac of [true, false]) {
    const entries = (checkForUpdates: (() => void) | null) =>
      everyEntry(menuTemplate({ ...parts, language: 'en', isMac, checkForUpdates }))
    const has = (all: Entries) => all.some(({ id }) => id === CHECK_UPDATES)
    expect([has(entries(() => undefined)), has(entries(null))]).toEqual([true, false])
  }
})

test('undo and redo of the menu are key presses, so that the page takes back its own changes too', () => {
  const pressed: string[] = []
  const press = ({ key, modifiers }: KeyPress) => pressed.push(`${modifiers.join()} ${key}`)
  const entries = everyEntry(menuTemplate({ ...parts, language: 'en', press }))
  for (const name of ['undo', 'redo']) entries.find(({ id }) => id === name)?.click?.()
  expect(pressed).toEqual(['control z', 'control y'])
  // The page takes the keys themselves: the menu would press them a second time.
  const shown = entries.filter(({ accelerator }) => /Ctrl\+[YZ]$/.test(accelerator ?? ''))
  expect(shown.map(({ registerAccelerator }) => registerAccelerator)).toEqual([false, false])
})
