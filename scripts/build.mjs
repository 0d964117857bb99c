// Builds the app when a source is not the one that the last build used. Plain Node.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))

/** Ends the process when the build fails. */
export function build() {
  if (!tryBuild()) process.exit(1)
}

/** Whether the built app is that of the sources; prints why not. */
export function tryBuild() {
  const stamp = path.join(root, 'out/.built-from')
  const sources = fingerprint()
  if (fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === sources) return true
  console.log('Building …')
  const { status, stdout, stderr } = spawnSync('electron-vite', ['build'], {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  if (status !== 0) {
    console.error(stdout, stderr)
    return false
  }
  fs.writeFileSync(stamp, sources)
  return true
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
