// Makes the app's folder, which runs on its own: Electron, renamed, and the app as one archive.
import fs from 'node:fs'
import path from 'node:path'
import { type OfficialArch, type OfficialPlatform, packager } from '@electron/packager'
import { type Zippable, zipSync } from 'fflate'
import { OLDEST_SUPPORTED } from '../../src/main/shell/switches.ts'
import { BUILT_FROM, builtFolder, fingerprint, LICENCES } from '../build.ts'
import { carriedElectron } from '../electron-runtime.mjs'
import { addCodeCaches } from './code-cache.ts'
import { acceptEntries, checkEntries } from './entries.ts'
import { type PackageKind, setFuses } from './fuses.ts'
import { makeIcons } from './icons.ts'

const root = path.resolve(import.meta.dirname, '../..')
export const OUT = path.join(root, 'out/packages')
export const RESOURCES = path.join(root, 'resources/package')
export const ICONS = path.join(OUT, 'icons')
/** The name shown for the window where there is no desktop entry. */
const WINDOW_ICON = 'app-256.png'

/** The app's name in the system: for its folder, its command and its desktop entry. */
export const COMMAND = 'cuepoint'
export const BUNDLE_ID = 'app.cuepoint.Cuepoint'
export const REPORT_TYPE = 'application/vnd.cuepoint.report+zip'

export interface AppPackage {
  folder: string
  /** The executable. */
  executable: string
  archive: string
  version: string
  /** Its version of Electron. */
  electron: string
  /** Whether it gets security fixes; one without them is for tests and is never released. */
  isSupported: boolean
  platform: OfficialPlatform
  arch: OfficialArch
}

interface PackageOptions {
  kind: PackageKind
  arch?: OfficialArch
  /** Another version than that of the sources, from another build, to test an upgrade. */
  version?: string
  built?: string
  /** Updates the list of the archive's entries. */
  acceptsEntries?: boolean
}

interface Manifest {
  name: string
  productName: string
  version: string
  description: string
  license: string
}

export const manifest = JSON.parse(
  fs.readFileSync(path.join(root, 'package.json'), 'utf8'),
) as Manifest

/** Makes the folder of the app as it is built, for this system, unless it is there already. */
export async function makeAppPackage(options: PackageOptions): Promise<AppPackage> {
  const { kind, arch = process.arch as OfficialArch, built = builtFolder(kind) } = options
  const electron = electronOf(arch)
  const key = [sourcesOf(built), arch, electron.version].join(' ')
  const stamp = path.join(OUT, `${options.version ?? kind}.json`)
  const known = options.acceptsEntries ? null : madeBefore(stamp, key)
  if (known) return known
  fs.rmSync(stamp, { force: true })
  const made = await packed({ ...options, arch, built }, electron)
  fs.writeFileSync(stamp, JSON.stringify({ key, made }))
  return made
}

/** All that a package is made from. */
const sourcesOf = (built: string) =>
  fs.readFileSync(path.join(built, BUILT_FROM), 'utf8') +
  fingerprint(['scripts/package', 'scripts/carried-electron', 'resources/package', 'package.json'])

function madeBefore(stamp: string, key: string): AppPackage | null {
  if (!fs.existsSync(stamp)) return null
  const known = JSON.parse(fs.readFileSync(stamp, 'utf8')) as { key: string; made: AppPackage }
  return known.key === key && fs.existsSync(known.made.executable) ? known.made : null
}

type Packing = Required<Pick<PackageOptions, 'kind' | 'arch' | 'built'>> & PackageOptions

async function packed(
  { kind, arch, built, ...options }: Packing,
  electron: ReturnType<typeof electronOf>,
): Promise<AppPackage> {
  const platform = process.platform as OfficialPlatform
  const isSupported = Number.parseInt(electron.version, 10) >= OLDEST_SUPPORTED
  const version = `${options.version ?? manifest.version}${isSupported ? '' : '-unsupported'}`
  const out = path.join(OUT, options.version ?? kind)
  const stage = path.join(out, 'stage')
  fs.rmSync(out, { recursive: true, force: true })
  stageApp({ stage, built, version, isCarried: electron.isCarried, target: `${platform}-${arch}` })
  if (arch === process.arch) addCodeCaches(stage)
  const [folder = ''] = await packager({
    ...{ dir: stage, out, platform, arch, overwrite: true, quiet: true, prune: false },
    ...{ appVersion: version, buildVersion: version.replace(/-.*/, '') },
    ...electronSource(electron),
    ...looks(platform),
    asar: { unpack: '{**/*.node,**/carried/boot.cjs}' },
    ...macOptions(process.env),
    afterCopyExtraResources: [({ buildPath }) => setFuses(fuseFile(buildPath, platform), kind)],
  })
  fs.rmSync(stage, { recursive: true })
  const archive = path.join(resourcesOf(folder, platform), 'app.asar')
  if (options.acceptsEntries) acceptEntries(archive)
  else checkEntries(archive)
  addLicences(folder)
  // The packager makes some files readable by their owner only.
  fs.chmodSync(folder, 0o755)
  const executable = path.join(folder, startedBy(platform))
  return {
    ...{ folder, executable, archive, version, electron: electron.version },
    ...{ isSupported, platform, arch },
  }
}

/** Where the packager takes Electron from. */
export const electronSource = ({ version, isCarried }: ReturnType<typeof electronOf>) => ({
  electronVersion: version,
  ...(isCarried && { electronZipDir: carriedZip() }),
})

/** How the system shows the app. */
function looks(platform: OfficialPlatform) {
  const icons = makeIcons(ICONS)
  const isMac = platform === 'darwin'
  return {
    ...{ name: manifest.productName, executableName: executableName(platform) },
    ...{ appBundleId: BUNDLE_ID, appCategoryType: 'public.app-category.business' },
    appCopyright: copyright(),
    icon: path.join(icons, isMac ? 'app.icns' : 'app.ico'),
    extraResource: [path.join(icons, isMac ? 'document.icns' : WINDOW_ICON)],
  }
}

/** The executable of Electron, which contains the fuses. */
const fuseFile = (buildPath: string, platform: OfficialPlatform) =>
  path.join(buildPath, platform === 'darwin' ? `${manifest.productName}.app` : startedBy(platform))

const executableName = (platform: OfficialPlatform) =>
  platform === 'linux' ? COMMAND : manifest.productName

function startedBy(platform: OfficialPlatform) {
  const name = executableName(platform)
  if (platform === 'win32') return `${name}.exe`
  return platform === 'darwin' ? `${name}.app/Contents/MacOS/${name}` : name
}

const resourcesOf = (folder: string, platform: OfficialPlatform) =>
  path.join(
    folder,
    platform === 'darwin' ? `${manifest.productName}.app/Contents/Resources` : 'resources',
  )

export const copyright = () =>
  /^Copyright .*$/m.exec(fs.readFileSync(path.join(root, 'LICENSE'), 'utf8'))?.[0] ?? ''

/**
 * The carried Electron when it is the one in use; otherwise the one of package.json, downloaded.
 */
export function electronOf(arch: OfficialArch) {
  const carried = arch === process.arch ? carriedElectron() : null
  if (carried) return { version: carried.version, isCarried: true }
  const own = path.join(root, 'node_modules/electron/package.json')
  const { version } = JSON.parse(fs.readFileSync(own, 'utf8')) as { version: string }
  return { version, isCarried: false }
}

/** Signed and notarised when the secrets are set; ignored on other systems. */
export function macOptions(secrets: NodeJS.ProcessEnv) {
  const { APPLE_ID, APPLE_APP_PASSWORD, APPLE_TEAM_ID, CUEPOINT_SIGN_IDENTITY } = secrets
  const documents = {
    CFBundleDocumentTypes: [
      {
        CFBundleTypeName: 'Cuepoint report',
        CFBundleTypeRole: 'Viewer',
        CFBundleTypeIconFile: 'document.icns',
        LSHandlerRank: 'Owner',
        LSItemContentTypes: [`${BUNDLE_ID}.report`],
      },
    ],
    UTExportedTypeDeclarations: [
      {
        UTTypeIdentifier: `${BUNDLE_ID}.report`,
        UTTypeDescription: 'Cuepoint report',
        UTTypeConformsTo: ['public.data'],
        UTTypeTagSpecification: {
          'public.filename-extension': ['cuepoint'],
          'public.mime-type': [REPORT_TYPE],
        },
      },
    ],
  }
  const entitlements = path.join(RESOURCES, 'entitlements.plist')
  return {
    extendInfo: documents,
    ...(CUEPOINT_SIGN_IDENTITY && {
      osxSign: {
        identity: CUEPOINT_SIGN_IDENTITY,
        // Otherwise the packager leaves the app unsigned, without a word.
        continueOnError: false,
        optionsForFile: () => ({ hardenedRuntime: true, entitlements }),
      },
    }),
    ...(APPLE_ID &&
      APPLE_APP_PASSWORD &&
      APPLE_TEAM_ID && {
        osxNotarize: {
          appleId: APPLE_ID,
          appleIdPassword: APPLE_APP_PASSWORD,
          teamId: APPLE_TEAM_ID,
        },
      }),
  }
}

interface Staging {
  stage: string
  built: string
  version: string
  isCarried: boolean
  /** The naming scheme of the folders with prebuilt files. */
  target: string
}

/** Only what is needed to run: no sources, no source maps, no native files of other systems. */
function stageApp({ stage, built, version, isCarried, target }: Staging) {
  for (const part of ['main', 'preload', 'renderer', LICENCES]) {
    fs.cpSync(path.join(built, part), path.join(stage, part), { recursive: true })
  }
  copyModule(stage, 'keytar', ['lib', `prebuilds/${target}`])
  if (isCarried) {
    const loader = path.join(stage, 'carried')
    fs.mkdirSync(loader)
    for (const name of ['boot.cjs', 'packaged.cjs']) {
      fs.copyFileSync(path.join(root, 'scripts/carried-electron', name), path.join(loader, name))
    }
    // The other file is for musl, on which Electron does not run.
    const native = `prebuilds/${target}/@photostructure+sqlite.glibc.node`
    copyModule(stage, '@photostructure/sqlite', ['dist/index.cjs', native])
    copyModule(stage, 'node-gyp-build', ['index.js', 'node-gyp-build.js'])
  }
  const { name, productName, description, license } = manifest
  const own = {
    ...{ name, productName, version, description, license },
    main: isCarried ? 'carried/packaged.cjs' : 'main/index.cjs',
    desktopName: `${COMMAND}.desktop`,
  }
  fs.writeFileSync(path.join(stage, 'package.json'), JSON.stringify(own))
}

function copyModule(stage: string, name: string, parts: readonly string[]) {
  const from = path.join(root, 'node_modules', name)
  const to = path.join(stage, 'node_modules', name)
  for (const part of ['package.json', ...parts]) {
    fs.cpSync(path.join(from, part), path.join(to, part), { recursive: true })
  }
}

/** The licence of the app beside Electron's and Chromium's, as each system's installer shows it. */
function addLicences(folder: string) {
  const electron = path.join(folder, 'LICENSE')
  if (fs.existsSync(electron)) fs.renameSync(electron, path.join(folder, 'LICENSE.electron.txt'))
  fs.copyFileSync(path.join(root, 'LICENSE'), path.join(folder, 'LICENSE'))
}

/** The carried Electron as the packager takes one: a zip without an app in it. */
function carriedZip(): string {
  const carried = carriedElectron()
  if (!carried) throw new Error('There is no carried Electron here.')
  const { folder, version } = carried
  const zips = path.join(root, 'node_modules/.cache/electron-zip')
  const zip = path.join(zips, `electron-v${version}-linux-x64.zip`)
  if (fs.existsSync(zip)) return zips
  const files: Zippable = { version: new TextEncoder().encode(version) }
  for (const entry of fs.readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name)
    const name = path.relative(folder, file)
    if (!entry.isFile() || name === 'complete' || name.startsWith('resources/app')) continue
    const attrs = fs.statSync(file).mode << 16
    files[name] = [fs.readFileSync(file), { level: 0, os: 3, attrs }]
  }
  fs.mkdirSync(zips, { recursive: true })
  fs.writeFileSync(`${zip}.part`, zipSync(files))
  fs.renameSync(`${zip}.part`, zip)
  return zips
}
