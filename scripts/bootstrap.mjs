// Everything a fresh machine needs before `npm start` or `npm test`. Plain Node 20, no dependencies.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { namespacesCommand } from './namespaces.mjs'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const [command, ...rest] = process.argv.slice(2)

const DEBIAN_PACKAGES =
  'xvfb xauth dbus-x11 gnome-keyring libsecret-1-0 libgtk-3-0 libnss3 libasound2 libgbm1 libxss1 libxtst6 libnotify4'
const LIBRARIES = [
  'libgtk-3.so.0',
  'libnss3.so',
  'libasound.so.2',
  'libgbm.so.1',
  'libXss.so.1',
  'libXtst.so.6',
  'libsecret-1.so.0',
]
const HEADLESS_PROGRAMS = ['Xvfb', 'xvfb-run', 'xauth', 'dbus-run-session', 'gnome-keyring-daemon']
/** Without them, the tests of crash safety and of certificates would be skipped. */
const TEST_PROGRAMS = ['strace', 'openssl']
const SETUID = 0o4000

try {
  installDebianPackages()
  checkNamespaces()
  installNodePackages()
} catch (thrown) {
  console.error(thrown.message)
  process.exit(1)
}
const node = path.join(
  root,
  'node_modules/node/bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
)
const bin = path.join(root, 'node_modules/.bin')
const { status } = spawnSync(node, [path.join(root, 'scripts/run.mjs'), command, ...rest], {
  cwd: root,
  stdio: 'inherit',
  env: {
    ...process.env,
    PATH: `${path.dirname(node)}${path.delimiter}${bin}${path.delimiter}${process.env.PATH}`,
  },
})
process.exit(status ?? 1)

function installNodePackages() {
  const stamp = path.join(root, 'node_modules/.cache/installed-lock')
  const lock = fs.readFileSync(path.join(root, 'package-lock.json'))
  const wanted = createHash('sha256').update(lock).digest('hex')
  if (fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === wanted) return
  console.log('Installing dependencies (once) …')
  run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    ELECTRON_SKIP_BINARY_DOWNLOAD: '1',
    PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1',
  })
  fs.mkdirSync(path.dirname(stamp), { recursive: true })
  fs.writeFileSync(stamp, wanted)
}

function installDebianPackages() {
  if (process.platform !== 'linux') return
  const lacking = lackingParts()
  if (lacking.length === 0) return
  const packages = [DEBIAN_PACKAGES, ...(command === 'test' ? TEST_PROGRAMS : [])].join(' ')
  const install = `apt-get update && apt-get install -y --no-install-recommends ${packages}`
  const canInstall = process.getuid() === 0 && isProgram('apt-get')
  if (!canInstall) {
    throw new Error(
      `This machine lacks ${lacking.join(', ')}.\n` +
        `On Debian or Ubuntu run:\n\n  sudo sh -c '${install}'\n\nthen run the command again.`,
    )
  }
  console.log(`Installing system packages (once): ${lacking.join(', ')} …`)
  run('sh', ['-c', `${install} >/dev/null`], { DEBIAN_FRONTEND: 'noninteractive' })
}

function checkNamespaces() {
  if (process.platform !== 'linux' || process.getuid() === 0) return
  if (rest.includes('--no-sandbox') || hasSetuidSandbox()) return
  const permit = namespacesCommand(kernelSetting)
  if (permit === null) return
  throw new Error(
    'This system lets only root make namespaces, which the sandbox of Electron needs.\n' +
      `To let every user make them until the next restart, run:\n\n  ${permit}\n\nthen run the command again.`,
  )
}

function kernelSetting(name) {
  const file = path.join('/proc/sys', ...name.split('.'))
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : null
}

/** Whether Electron has been given its other sandbox, which needs no namespaces. */
function hasSetuidSandbox() {
  return ['electron/dist', '.cache/electron-runtime'].some((folder) => {
    const file = path.join(root, 'node_modules', folder, 'chrome-sandbox')
    const found = fs.statSync(file, { throwIfNoEntry: false })
    return found?.uid === 0 && (found.mode & SETUID) !== 0
  })
}

function lackingParts() {
  const known = spawnSync('ldconfig', ['-p'], {
    encoding: 'utf8',
    env: { ...process.env, PATH: `${process.env.PATH}:/sbin:/usr/sbin` },
  }).stdout
  const libraries = known ? LIBRARIES.filter((name) => !known.includes(name)) : []
  const isHeadless = command !== 'start' || rest.includes('--tour') || !hasDisplay()
  const programs = [
    ...(isHeadless ? HEADLESS_PROGRAMS : []),
    ...(command === 'test' ? TEST_PROGRAMS : []),
  ]
  return [...libraries, ...programs.filter((each) => !isProgram(each))]
}

function hasDisplay() {
  return Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY)
}

function isProgram(name) {
  return process.env.PATH.split(path.delimiter).some((folder) =>
    fs.existsSync(path.join(folder, name)),
  )
}

function run(program, args, env) {
  const { status, error } = spawnSync(program, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
    shell: process.platform === 'win32',
  })
  if (status !== 0)
    throw new Error(`${program} ${args[0]} did not succeed${error ? `: ${error.message}` : ''}.`)
}
