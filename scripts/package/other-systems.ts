// What Windows and macOS install. Each is made on its own system; the script of Windows also compiles here.
import fs from 'node:fs'
import path from 'node:path'
import { type AppPackage, ICONS, manifest, OUT, RESOURCES } from './app-package.ts'
import { run } from './linux.ts'

/** An installer for the current user: no administrator is needed. */
export function makeWindowsInstaller(
  made: Pick<AppPackage, 'folder' | 'version' | 'arch'>,
  into: string,
): string[] {
  const file = path.join(into, `Cuepoint-${made.version}-win-${made.arch}-setup.exe`)
  const sizeKb = Math.ceil(folderSize(made.folder) / 1024)
  const given = {
    VERSION: made.version,
    NUMBERS: `${made.version.replace(/-.*/, '')}.0`,
    SOURCE: made.folder,
    ICON: path.join(ICONS, 'app.ico'),
    DOCUMENT_ICON: path.join(ICONS, 'document.ico'),
    SIZE_KB: String(sizeKb),
    OUTPUT: file,
  }
  const defines = Object.entries(given).map(([name, value]) => `-D${name}=${value}`)
  run('makensis', ['-V2', '-INPUTCHARSET', 'UTF8', ...defines, path.join(RESOURCES, 'windows.nsi')])
  return [file]
}

/** A disk image to drag the app out of, and the app as a zip. */
export function makeMacInstallers(made: AppPackage, into: string): string[] {
  const name = `Cuepoint-${made.version}-mac-${made.arch}`
  const app = `${manifest.productName}.app`
  const tree = path.join(OUT, 'dmg')
  fs.rmSync(tree, { recursive: true, force: true })
  fs.mkdirSync(tree, { recursive: true })
  run('ditto', [path.join(made.folder, app), path.join(tree, app)])
  fs.symlinkSync('/Applications', path.join(tree, 'Applications'))
  const image = path.join(into, `${name}.dmg`)
  const zip = path.join(into, `${name}.zip`)
  const volume = ['-volname', manifest.productName, '-srcfolder', tree]
  run('hdiutil', ['create', ...volume, '-ov', '-format', 'UDZO', image])
  run('ditto', ['-c', '-k', '--keepParent', path.join(made.folder, app), zip])
  fs.rmSync(tree, { recursive: true })
  return [image, zip]
}

const folderSize = (folder: string) =>
  fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + fs.statSync(path.join(entry.parentPath, entry.name)).size, 0)
