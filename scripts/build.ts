// Builds the app when a source changed since the last build.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'

const root = path.dirname(import.meta.dirname)
const run = promisify(execFile)

/** The build for tests has failpoints and options that a release must not have. */
type BuildKind = 'release' | 'test'

const FOLDERS: Record<BuildKind, string> = { release: 'out', test: 'out/test-build' }

/** Describes in a build's folder what it was made from. */
export const BUILT_FROM = '.built-from'

/** The folder of a kind of build. */
export const builtFolder = (kind: BuildKind) => path.join(root, FOLDERS[kind])

/** The components of the app, besides Electron and our own sources. */
export interface Licence {
  name: string
  version: string
  /** As SPDX names it. */
  identifier: string | null
  text: string | null
}

/** The licence texts of the bundled packages, written into the build. */
export const LICENCES = 'licences.json'
/** The modules of each of Vite's three builds. */
const BUNDLED = 'bundled.json'
/** Not bundled, because it contains a native file. */
const BESIDE = 'keytar'

/** Ends the process when the build fails. */
export async function build(kind: BuildKind) {
  if (!(await tryBuild(kind))) process.exit(1)
}

/** Whether the built app is up to date with the sources; prints why not. */
export async function tryBuild(kind: BuildKind): Promise<boolean> {
  const folder = builtFolder(kind)
  const stamp = path.join(folder, BUILT_FROM)
  const sources = fingerprint([
    'src',
    'package-lock.json',
    'electron.vite.config.ts',
    'package.json',
    'scripts/build.ts',
  ])
  if (fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === sources) return true
  console.log('Building …')
  try {
    await run('electron-vite', ['build'], {
      cwd: root,
      env: { ...process.env, CUEPOINT_BUILD: kind },
      shell: process.platform === 'win32',
      maxBuffer: Number.POSITIVE_INFINITY,
    })
  } catch (thrown) {
    console.error(thrown)
    return false
  }
  if (kind === 'test') writeManifest(folder)
  writeLicences(folder)
  fs.writeFileSync(stamp, sources)
  return true
}

/** The merged list of the three builds; each package once, by name. */
function writeLicences(folder: string) {
  const bundled = ['main', 'preload', 'renderer'].flatMap((part) => {
    const file = path.join(folder, part, BUNDLED)
    const known = JSON.parse(fs.readFileSync(file, 'utf8')) as Licence[]
    fs.rmSync(file)
    return known
  })
  const all = new Map(
    [...bundled, besideBundle()].map((one) => [`${one.name}@${one.version}`, one]),
  )
  const sorted = [...all.values()].sort((one, other) => (one.name < other.name ? -1 : 1))
  fs.writeFileSync(path.join(folder, LICENCES), JSON.stringify(sorted))
}

function besideBundle(): Licence {
  const folder = path.join(root, 'node_modules', BESIDE)
  const { name, version, license } = JSON.parse(
    fs.readFileSync(path.join(folder, 'package.json'), 'utf8'),
  ) as { name: string; version: string; license: string }
  const text = fs.readFileSync(path.join(folder, 'LICENSE.md'), 'utf8')
  return { name, version, identifier: license, text }
}

/** Lets Electron recognize the folder as an app. */
function writeManifest(folder: string) {
  const known = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    [key in 'name' | 'productName' | 'version']: string
  }
  const { name, productName, version } = known
  const manifest = { name, productName, version, main: 'main/index.cjs' }
  fs.writeFileSync(path.join(folder, 'package.json'), JSON.stringify(manifest))
}

/** A hash of the contents of these files and folders. */
export function fingerprint(places: string[]): string {
  const hash = createHash('sha256')
  const files = places.flatMap((place) => {
    if (!fs.statSync(path.join(root, place)).isDirectory()) return [place]
    const all = fs.readdirSync(path.join(root, place), { recursive: true, withFileTypes: true })
    return all
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
  })
  for (const file of files.sort()) hash.update(file).update(fs.readFileSync(path.join(root, file)))
  return hash.digest('hex')
}
