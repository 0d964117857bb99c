// Builds the app when a source is not the one that the last build used.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'

const root = path.dirname(import.meta.dirname)
const run = promisify(execFile)

/** That of tests has failpoints and options which a release must not have. */
type BuildKind = 'release' | 'test'

const FOLDERS: Record<BuildKind, string> = { release: 'out', test: 'out/test-build' }

/** What a build was made from, in its folder. */
export const BUILT_FROM = '.built-from'

/** Where the build of a kind lies. */
export const builtFolder = (kind: BuildKind) => path.join(root, FOLDERS[kind])

/** What the app is made of, besides Electron and our own sources. */
export interface Licence {
  name: string
  version: string
  /** As SPDX names it. */
  identifier: string | null
  text: string | null
}

/** What the licence of each bundled package says, beside the build, of which it is a part. */
export const LICENCES = 'licences.json'
/** What Vite says of each of its three builds. */
const BUNDLED = 'bundled.json'
/** Is beside what is bundled: it has a native file. */
const BESIDE = 'keytar'

/** Ends the process when the build fails. */
export async function build(kind: BuildKind) {
  if (!(await tryBuild(kind))) process.exit(1)
}

/** Whether the built app is that of the sources; prints why not. */
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

/** One list of the three; each package once, by name. */
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

/** So that Electron takes the folder for an app. */
function writeManifest(folder: string) {
  const known = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    [key in 'name' | 'productName' | 'version']: string
  }
  const { name, productName, version } = known
  const manifest = { name, productName, version, main: 'main/index.cjs' }
  fs.writeFileSync(path.join(folder, 'package.json'), JSON.stringify(manifest))
}

/** One text for what these files and folders of the project hold. */
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
