import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { SHORTCUT_NAMES, shortcutOn } from '../../src/renderer/ui/shortcut.ts'

const textOf = (file: string) => fs.readFileSync(path.resolve(file), 'utf8')

test('the README says for each installer how to check what it installed', () => {
  const readme = textOf('README.md')
  const rows =
    readme
      .match(/^\| System \|.*\n(?:\|.*\n)+/mu)?.[0]
      .trim()
      .split('\n')
      .slice(2) ?? []
  expect(rows.length).toBeGreaterThan(4)
  expect(rows.filter((row) => !/`[^`]+ --self-check/.test(row))).toEqual([])
  const folder = /^InstallDir "\$LOCALAPPDATA(.*)"$/mu.exec(
    textOf('resources/package/windows.nsi'),
  )?.[1]
  expect(rows.join('\n')).toContain(`$env:LOCALAPPDATA${folder}\\Cuepoint.exe`)
})

test('the list of shortcuts has the keys of each system', () => {
  for (const name of SHORTCUT_NAMES) {
    const [other, mac] = ['linux', 'darwin'].map((on) => shortcutOn(on, name).keys.join('+'))
    expect(textOf('docs/shortcuts.md')).toContain(`| ${other} (${mac} on a Mac)`)
  }
})
