import { expect, test } from 'vitest'
import { menuTemplate, OPEN_REPORT } from '../../src/main/menu.ts'
import { README } from '../../src/main/reports/readme.ts'
import { LANGUAGES } from '../../src/shared/model/desk.ts'

const parts = { isMac: false, isPackaged: true, openReport: () => undefined, checkForUpdates: null }

function fileMenu(of: Parameters<typeof menuTemplate>[0]) {
  const found = menuTemplate(of).find(
    ({ submenu }) => Array.isArray(submenu) && submenu.some(({ id }) => id === OPEN_REPORT),
  )
  if (!found || !Array.isArray(found.submenu)) throw new Error('no menu opens a report')
  return { label: found.label, entries: found.submenu }
}

test('what is said inside a report file about the menu is what the menu says, in each language', () => {
  const said = README.replaceAll(/\s+/g, ' ')
  for (const language of LANGUAGES) {
    const { label, entries } = fileMenu({ ...parts, language })
    expect(said).toContain(`“${entries[0]?.label}”`)
    expect(said).toMatch(language === 'en' ? `the ${label} menu` : `menu ${label}`)
  }
})

test('a report is opened from the menu on every system, and the app is ended where that is usual', () => {
  for (const isMac of [true, false]) {
    const { entries } = fileMenu({ ...parts, language: 'en', isMac })
    expect(entries[0]?.accelerator).toBe('CmdOrCtrl+O')
    expect(entries.at(-1)?.role).toBe(isMac ? 'close' : 'quit')
  }
})
