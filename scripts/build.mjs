// Builds the app when a source is not the one that the last build used. Plain Node.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))

/** Ends the process when the build fails. */
export function build(kind = 'release') {
  if (!tryBuild(kind)) process.exit(1)
}

/** Whether the built app is that of the sources; prints why not. `failpoints` is that of tests alone. */
export function tryBuild(kind = 'release') {
  const folder = path.join(root, kind === 'failpoints' ? 'out/failpoints' : 'out')
  const stamp = path.join(folder, '.built-from')
  const sources = fingerprint()
  if (fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === sources) return true
  console.log('Building …')
  const { status, stdout, stderr } = spawnSync('electron-vite', ['build'], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, CUEPOINT_BUILD: kind },
    shell: process.platform === 'win32',
  })
  if (status !== 0) {
    console.error(stdout, stderr)
    return false
  }
  if (kind === 'failpoints') writeManifest(folder)
  fs.writeFileSync(stamp, sources)
  return true
}

/** So that Electron takes the folder for an app. */
function writeManifest(folder) {
  const known = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'))
  const { name, productName, version } = known
  const manifest = { name, productName, version, main: 'main/index.cjs' }
  fs.writeFileSync(path.join(folder, 'package.json'), JSON.stringify(manifest))
}

function fingerprint() {
  const hash = createHash('sha256')
  const files = ['package-lock.json', 'electron.vite.config.ts', 'package.json']
  for (const entry of fs.readdirSync(path.join(root, 'src'), {
    recursive: true,
    withFileTypes: true,
  })) {
    if (entry.isFile()) files.push(path.relative(root, path.join(entry.parentPath, entry.name)))
  }
  for (const file of files.sort()) hash.update(file).update(fs.readFileSync(path.join(root, file)))
  return hash.digest('hex')
}
