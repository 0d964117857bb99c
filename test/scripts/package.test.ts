import fs from 'node:fs'
import path from 'node:path'
import { FuseV1Options } from '@electron/fuses'
import { expect, test } from 'vitest'
import { BUNDLE_ID, COMMAND, macOptions, REPORT_TYPE } from '../../scripts/package/app-package.ts'
import { billOf } from '../../scripts/package/bill.ts'
import { differences, listedEntries } from '../../scripts/package/entries.ts'
import { fusesOf } from '../../scripts/package/fuses.ts'
import { ICON_SIZES, makeIcons } from '../../scripts/package/icons.ts'
import { DEB_DEPENDS, RPM_REQUIRES } from '../../scripts/package/linux.ts'
import { LANGUAGES } from '../../src/shared/locales/languages.ts'
import { newFolder } from '../support/folder.ts'

const resource = (name: string) => fs.readFileSync(path.resolve('resources/package', name), 'utf8')

test('the desktop entry starts the command with the opened reports, in each language', () => {
  const entry = resource('cuepoint.desktop').split('\n')
  expect(entry).toContain(`Exec=${COMMAND} %F`)
  expect(entry).toContain(`MimeType=${REPORT_TYPE};`)
  expect(entry.filter((line) => line.startsWith('Comment'))).toHaveLength(LANGUAGES.length)
  expect(resource('cuepoint-mime.xml')).toContain(`type="${REPORT_TYPE}"`)
  expect(resource('cuepoint-mime.xml')).toContain('pattern="*.cuepoint"')
  expect(resource('cuepoint-mime.xml').match(/<comment/gu)).toHaveLength(LANGUAGES.length)
  expect(resource('metainfo.xml')).toContain(`<id>${BUNDLE_ID}</id>`)
  expect(resource('windows.nsi')).toContain(REPORT_TYPE)
  expect(resource('windows.nsi').match(/MUI_LANGUAGE/gu)).toHaveLength(LANGUAGES.length)
})

test('the Windows installer names files by backslashes, the only ones by which its compiler finds them there', () => {
  const files = resource('windows.nsi').match(/^ *File .*$/gmu) ?? []
  const named = files.map((line) => line.replaceAll(/ "?\/(r|oname=[\w.]+"?)(?= )/gu, ''))
  expect(named.length).toBeGreaterThan(0)
  expect(named.filter((line) => line.includes('/'))).toEqual([])
})

test('the Windows installer has a folder of its own in the one it is given, as all of it is removed', () => {
  const end = '\\Cuepoint'
  const lines = [
    'Function .onInit',
    `  StrCpy $0 $INSTDIR "" -${end.length}`,
    `  StrCmp $0 "${end}" own`,
    `  StrCpy $INSTDIR "$INSTDIR${end}"`,
    '  own:',
    'FunctionEnd',
  ]
  expect(resource('windows.nsi')).toContain(lines.join('\n'))
})

test('packaging for macOS stops when its signature fails', () => {
  expect(macOptions({ CUEPOINT_SIGN_IDENTITY: 'Developer ID' }).osxSign).toMatchObject({
    identity: 'Developer ID',
    continueOnError: false,
  })
  expect(macOptions({})).not.toHaveProperty('osxSign')
})

test('every file of text is checked out with the line ends it has here, on Windows too', () => {
  const attributes = fs.readFileSync(path.resolve('.gitattributes'), 'utf8').split('\n')
  expect(attributes).toContain('* text=auto eol=lf')
})

test('deb and rpm require the library that Chromium loads by name and cannot start without', () => {
  expect(DEB_DEPENDS).toContain('libx11-xcb1')
  expect(RPM_REQUIRES).toContain('libX11-xcb.so.1()(64bit)')
})

test('the rpm requires libraries instead of packages, whose names differ between distributions', () => {
  const packages = RPM_REQUIRES.filter((each) => !/^lib\S+\.so\.\d+\(\)\(64bit\)$/.test(each))
  expect(packages).toEqual(['xdg-utils'])
})

test('entries missing from the archive or from the list are reported', () => {
  const carried = ['/carried/boot.cjs', '/node_modules/@photostructure/sqlite/dist/index.cjs']
  expect(differences(['/a', '/main/index.cjs', ...carried], ['/main/index.cjs', '/b'])).toEqual([
    '+ /a',
    '- /b',
  ])
})

test('the list of entries has no source, map, test or native file of a named system', () => {
  const entries = listedEntries()
  expect(entries).toContain('/main/index.cjs')
  expect(entries).toContain('/node_modules/keytar/prebuilds/*/keytar.node')
  expect(
    entries.filter((entry) => /\.(tsx?|map|md|gyp|cc|h)$|\.test\.|\/test\//.test(entry)),
  ).toEqual([])
  expect(entries.filter((entry) => entry.endsWith('.node'))).toHaveLength(1)
})

test('a release sets every fuse of the current Electron', () => {
  const { RunAsNode, EnableNodeOptionsEnvironmentVariable, EnableNodeCliInspectArguments } =
    FuseV1Options
  const release = fusesOf('release')
  const names = Object.values(FuseV1Options).filter((each) => typeof each === 'string')
  expect(Object.keys(release)).toHaveLength(names.length)
  const off = [
    ...[RunAsNode, EnableNodeOptionsEnvironmentVariable, EnableNodeCliInspectArguments],
    FuseV1Options.GrantFileProtocolExtraPrivileges,
  ]
  expect(off.map((fuse) => release[fuse])).toEqual([false, false, false, false])
  expect(release[FuseV1Options.OnlyLoadAppFromAsar]).toBe(true)
  expect(release[FuseV1Options.EnableEmbeddedAsarIntegrityValidation]).toBe(true)
  // Only by this does the package of the tests differ.
  expect({ ...fusesOf('test'), [EnableNodeCliInspectArguments]: false }).toEqual(release)
})

test('icons are drawn in each size and format, for the app and for its files', () => {
  const icons = makeIcons(newFolder())
  for (const name of ['app', 'document']) {
    for (const size of ICON_SIZES) {
      const png = fs.readFileSync(path.join(icons, `${name}-${size}.png`))
      expect([png.toString('latin1', 1, 4), png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([
        'PNG',
        size,
        size,
      ])
    }
    const ico = fs.readFileSync(path.join(icons, `${name}.ico`))
    expect([ico.readUInt16LE(2), ico.readUInt16LE(4)]).toEqual([1, 8])
    const icns = fs.readFileSync(path.join(icons, `${name}.icns`))
    expect(icns.toString('latin1', 0, 4)).toBe('icns')
    expect(icns.readUInt32BE(4)).toBe(icns.length)
  }
})

test('the bill of materials names each package with its licence and the checksum of the lock file', () => {
  const lock = {
    packages: {
      'node_modules/keytar': {
        name: '@github/keytar',
        version: '7.10.6',
        integrity: 'sha512-AAH/',
      },
      'node_modules/a/node_modules/b': { version: '1.0.0', integrity: 'sha512-/w==' },
    },
  }
  const licences = [
    { name: '@github/keytar', version: '7.10.6', identifier: 'MIT', text: 'MIT' },
    { name: 'b', version: '1.0.0', identifier: 'Apache-2.0 AND BSL-1.0', text: null },
  ]
  const bill = billOf({ version: '1.2.3', electron: '45.4.1' }, licences, lock)
  expect(bill.metadata.component).toMatchObject({ name: 'cuepoint', version: '1.2.3' })
  expect(bill.components).toMatchObject([
    { name: 'electron', version: '45.4.1' },
    {
      purl: 'pkg:npm/%40github/keytar@7.10.6',
      licenses: [{ license: { id: 'MIT' } }],
      hashes: [{ alg: 'SHA-512', content: '0001ff' }],
    },
    { licenses: [{ expression: 'Apache-2.0 AND BSL-1.0' }], hashes: [{ content: 'ff' }] },
  ])
})
