// Makes the Linux packages: a deb, an rpm and an archive that runs where it is unpacked. The
// system's tools make them, from one tree of files.
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import {
  type AppPackage,
  BUNDLE_ID,
  COMMAND,
  copyright,
  ICONS,
  manifest,
  OUT,
  REPORT_TYPE,
  RESOURCES,
} from './app-package.ts'
import { ICON_SIZES } from './icons.ts'

const DEB_ARCH: Record<string, string> = { x64: 'amd64', arm64: 'arm64' }
const RPM_ARCH: Record<string, string> = { x64: 'x86_64', arm64: 'aarch64' }

/** What Electron loads when it starts, and the keychain's library. */
export const DEB_DEPENDS = [
  ...['libgtk-3-0', 'libnss3', 'libnotify4', 'libxss1', 'libxtst6', 'libatspi2.0-0', 'libuuid1'],
  ...['libsecret-1-0', 'libdrm2', 'libgbm1', 'libasound2', 'libxcb-dri3-0', 'xdg-utils'],
  // Chromium loads it at runtime, and exits without it.
  'libx11-xcb1',
]
/**
 * Dependencies that rpm does not find, because they are loaded by name or by a file that is not
 * executable. Given as libraries, because packages have other names in each distribution.
 */
export const RPM_REQUIRES = [
  ...['libX11-xcb.so.1', 'libgtk-3.so.0', 'libnotify.so.4', 'libsecret-1.so.0'].map(
    (library) => `${library}()(64bit)`,
  ),
  'xdg-utils',
]

interface MakeOptions {
  /** From 0, at once and large, as for tests, to 9. */
  level: number
}

/** Makes all three in parallel, and returns their paths. */
export function makeLinuxInstallers(
  made: AppPackage,
  into: string,
  options: MakeOptions = { level: 6 },
): string[] {
  fs.mkdirSync(into, { recursive: true })
  return [makeDeb, makeRpm, makeTar].map((make) => make(made, into, options))
}

export function makeDeb(made: AppPackage, into: string, { level }: MakeOptions) {
  const arch = DEB_ARCH[made.arch] ?? made.arch
  const version = systemVersion(made)
  const tree = makeTree(made, 'deb')
  const doc = path.join(tree, 'usr/share/doc', COMMAND)
  fs.mkdirSync(doc, { recursive: true })
  fs.copyFileSync(path.join(made.folder, 'LICENSE'), path.join(doc, 'copyright'))
  const control = [
    `Package: ${COMMAND}`,
    `Version: ${version}`,
    `Architecture: ${arch}`,
    `Maintainer: ${copyright().replace(/^Copyright \S+ \S+ /, '')}`,
    'Section: utils',
    'Priority: optional',
    `Installed-Size: ${Math.ceil(sizeOf(tree) / 1024)}`,
    `Depends: ${DEB_DEPENDS.join(', ')}`,
    'Recommends: gnome-keyring | kwalletmanager',
    `Description: ${manifest.description.replace(/\.$/, '')}`,
    '',
  ]
  fs.mkdirSync(path.join(tree, 'DEBIAN'))
  fs.writeFileSync(path.join(tree, 'DEBIAN/control'), control.join('\n'))
  const file = path.join(into, `${COMMAND}_${version}_${arch}.deb`)
  run('dpkg-deb', ['-Zxz', `-z${level}`, '--root-owner-group', '--build', tree, file])
  fs.rmSync(tree, { recursive: true })
  return file
}

function makeRpm(made: AppPackage, into: string, { level }: MakeOptions) {
  const arch = RPM_ARCH[made.arch] ?? made.arch
  const tree = makeTree(made, 'rpm')
  const top = path.join(OUT, 'rpm-top')
  fs.rmSync(top, { recursive: true, force: true })
  fs.mkdirSync(top, { recursive: true })
  const spec = [
    `Name: ${COMMAND}`,
    `Version: ${systemVersion(made)}`,
    'Release: 1',
    `Summary: ${manifest.description.replace(/\.$/, '')}`,
    `License: ${manifest.license}`,
    `Requires: ${RPM_REQUIRES.join(', ')}`,
    // The libraries inside the package are neither provided to others nor required from others.
    'AutoProv: no',
    '%global __requires_exclude ^lib(ffmpeg|EGL|GLESv2|vk_swiftshader|vulkan)[.]so',
    `%define _binary_payload w${level}.xzdio`,
    // Electron's files stay as they were built.
    '%global __strip /bin/true',
    '%define debug_package %{nil}',
    '%define _build_id_links none',
    '%description',
    manifest.description,
    '%install',
    `cp -a "${tree}/." "%{buildroot}/"`,
    '%files',
    '%defattr(-, root, root)',
    `/usr/bin/${COMMAND}`,
    `%dir /usr/lib/${COMMAND}`,
    ...fs
      .readdirSync(path.join(tree, 'usr/lib', COMMAND))
      .filter((name) => name !== 'chrome-sandbox')
      .map((name) => `"/usr/lib/${COMMAND}/${name}"`),
    `%attr(4755, root, root) /usr/lib/${COMMAND}/chrome-sandbox`,
    ...filesIn(path.join(tree, 'usr/share')).map((file) => `/${path.relative(tree, file)}`),
    '',
  ]
  const specFile = path.join(top, `${COMMAND}.spec`)
  fs.writeFileSync(specFile, spec.join('\n'))
  run('rpmbuild', ['-bb', specFile, '--target', `${arch}-linux`, '--define', `_topdir ${top}`])
  const [built = ''] = filesIn(path.join(top, 'RPMS'))
  const file = path.join(into, path.basename(built))
  fs.copyFileSync(built, file)
  for (const folder of [top, tree]) fs.rmSync(folder, { recursive: true })
  return file
}

/** Runs where it is unpacked; the files for a desktop are next to it. */
function makeTar(made: AppPackage, into: string, { level }: MakeOptions) {
  const name = `${COMMAND}-${made.version}-linux-${made.arch}`
  const parent = path.join(OUT, 'tar')
  fs.rmSync(parent, { recursive: true, force: true })
  const tree = path.join(parent, name)
  fs.cpSync(made.folder, tree, { recursive: true, verbatimSymlinks: true })
  copyDesktopFiles(path.join(tree, 'share'))
  const file = path.join(into, `${name}.tar.xz`)
  const owner = ['--owner=0', '--group=0', '--sort=name']
  run('tar', [`--use-compress-program=xz -T0 -${level}`, ...owner, '-C', parent, '-cf', file, name])
  fs.rmSync(parent, { recursive: true })
  return file
}

/** A test version sorts before the release with the same number. */
const systemVersion = ({ version }: AppPackage) => version.replace('-', '~')

/** The tree below `/` after installation. */
function makeTree(made: AppPackage, name: string): string {
  const tree = path.join(OUT, `${name}-tree`)
  fs.rmSync(tree, { recursive: true, force: true })
  const app = path.join(tree, 'usr/lib', COMMAND)
  fs.cpSync(made.folder, app, { recursive: true, verbatimSymlinks: true })
  // Creates the sandbox where the system lets only root create namespaces.
  fs.chmodSync(path.join(app, 'chrome-sandbox'), 0o4755)
  fs.mkdirSync(path.join(tree, 'usr/bin'))
  fs.symlinkSync(`../lib/${COMMAND}/${COMMAND}`, path.join(tree, 'usr/bin', COMMAND))
  copyDesktopFiles(path.join(tree, 'usr/share'))
  return tree
}

/** Desktop entry, AppStream data, the type of a report, and the icons of both. */
function copyDesktopFiles(share: string) {
  const put = (from: string, to: string) => {
    const target = path.join(share, to)
    fs.mkdirSync(path.dirname(target), { recursive: true })
    fs.copyFileSync(from, target)
    fs.chmodSync(target, 0o644)
  }
  put(path.join(RESOURCES, 'cuepoint.desktop'), `applications/${COMMAND}.desktop`)
  put(path.join(RESOURCES, 'cuepoint-mime.xml'), `mime/packages/${COMMAND}.xml`)
  put(path.join(RESOURCES, 'metainfo.xml'), `metainfo/${BUNDLE_ID}.metainfo.xml`)
  const type = REPORT_TYPE.replace('/', '-')
  for (const size of ICON_SIZES) {
    const folder = `icons/hicolor/${size}x${size}`
    put(path.join(ICONS, `app-${size}.png`), `${folder}/apps/${COMMAND}.png`)
    put(path.join(ICONS, `document-${size}.png`), `${folder}/mimetypes/${type}.png`)
  }
  put(path.join(ICONS, 'app.svg'), `icons/hicolor/scalable/apps/${COMMAND}.svg`)
  put(path.join(ICONS, 'document.svg'), `icons/hicolor/scalable/mimetypes/${type}.svg`)
}

const filesIn = (folder: string) =>
  fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.join(entry.parentPath, entry.name))

const sizeOf = (folder: string) =>
  filesIn(folder).reduce((sum, file) => sum + fs.lstatSync(file).size, 0)

/** Throws with the program's output. */
export function run(program: string, args: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  })
  if (status === 0) return stdout
  const hint = 'code' in (error ?? {}) ? ` Is ${program} installed?` : ''
  throw new Error(`${program} ${args[0]} failed.${hint}\n${error?.message ?? stderr}`)
}
