// A minimal Debian with only what is installed there, and an unprivileged user in it.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { run } from './linux.ts'

const SUITE = 'bookworm'
const PERSON = 1000
export const HOME = '/home/person'
const SESSION = '/run/user/1000'
/** The parts of a desktop that the app needs: a bus, a keychain, and file types. */
const DESKTOP = ['dbus', 'gnome-keyring', 'shared-mime-info', 'desktop-file-utils', 'xdg-utils']
const MORE = ['libglib2.0-bin', 'libsecret-tools', 'procps', 'fonts-dejavu-core']
/** Recommended by xdg-utils: without it xdg-open does not know the type of any file. */
const TYPES_OF_FILES = 'libfile-mimeinfo-perl'
const INSTALLED = [...DESKTOP, ...MORE, TYPES_OF_FILES]

/**
 * Whether users may create namespaces, on which Chromium's sandbox is based. In a chroot the kernel
 * refuses, as some systems do for everyone but root; then chrome-sandbox creates the sandbox.
 */
export type Namespaces = 'never' | 'asOnDebian'

/**
 * Makes the folder the root of a mount namespace, which is not a chroot, and runs the following
 * command in it.
 */
const AS_ITS_ROOT =
  'mount --rbind "$0" "$0" && cd "$0" && pivot_root . . && umount -l . && exec "$@"'

/** Made once with debootstrap in `cache`; each use is of a copy. It needs root. */
export function makeCleanRoot(cache: string, root: string, display: string) {
  const base = path.join(cache, 'debian')
  const stamp = path.join(base, 'complete')
  const isMade = fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === INSTALLED.join(' ')
  if (!isMade) makeBase(base)
  removeRoot(root)
  run('cp', ['-a', base, root])
  const mounts = ['proc', 'dev', 'tmp/.X11-unix'].map((name) => path.join(root, name))
  for (const place of mounts) {
    fs.mkdirSync(place, { recursive: true })
    // With what is mounted below them: Chromium needs /dev/shm.
    run('mount', ['--rbind', path.join('/', path.relative(root, place)), place])
  }
  for (const place of [HOME, SESSION]) {
    const folder = path.join(root, place)
    fs.mkdirSync(folder, { recursive: true })
    fs.chmodSync(folder, 0o700)
    fs.chownSync(folder, PERSON, PERSON)
  }
  const env = {
    HOME,
    PATH: '/usr/bin:/bin',
    LANG: 'C.UTF-8',
    DISPLAY: display,
    XDG_RUNTIME_DIR: SESSION,
    DBUS_SESSION_BUS_ADDRESS: `unix:path=${SESSION}/bus`,
  }
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`)
  const asPerson = ['chroot', `--userspec=${PERSON}:${PERSON}`, root, 'env', '-i', ...variables]
  const ids = [`--reuid=${PERSON}`, `--regid=${PERSON}`, '--clear-groups']
  const withNamespaces = [
    ...['unshare', '--mount', '--propagation', 'private', 'sh', '-c', AS_ITS_ROOT, root],
    ...['setpriv', ...ids, 'env', '-i', ...variables],
  ]
  const prefix = { never: asPerson, asOnDebian: withNamespaces }
  const children: ChildProcess[] = []
  const startWith = (namespaces: Namespaces, ...command: string[]) => {
    const [program = '', ...args] = [...prefix[namespaces], ...command]
    const child = spawn(program, args, { stdio: 'ignore' })
    children.push(child)
    return child
  }
  const start = (...command: string[]) => startWith('never', ...command)
  start('dbus-daemon', '--session', '--nofork', `--address=${env.DBUS_SESSION_BUS_ADDRESS}`)

  return {
    root,
    /** The path outside of a path inside. */
    at: (place: string) => path.join(root, place),
    /** Runs to its end; throws with its output. */
    asRoot: (...command: string[]) =>
      run('chroot', [root, 'env', 'DEBIAN_FRONTEND=noninteractive', ...command]),
    asPerson: (...command: string[]) => run(asPerson[0] ?? '', [...asPerson.slice(1), ...command]),
    start,
    startWith,
    unlockKeychain: () => run('sh', ['-c', `printf '\\n' | "$@"`, 'sh', ...asPerson, ...UNLOCK]),
    /** A program outside that starts one inside with its arguments. */
    launcher(command: string, namespaces: Namespaces = 'never') {
      const file = path.join(root, `../launch-${path.basename(command)}.sh`)
      const words = [...prefix[namespaces], command].map((word) => `'${word}'`).join(' ')
      fs.writeFileSync(file, `#!/bin/sh\nexec ${words} "$@"\n`, { mode: 0o755 })
      return file
    },
    close() {
      for (const child of children) child.kill()
      for (const pid of pidsIn(root)) process.kill(pid, 'SIGKILL')
      removeRoot(root)
    },
  }
}

/**
 * Mounted folders belong to the computer itself, so they are unmounted before anything is removed.
 */
export function removeRoot(root: string) {
  const mounted = () =>
    fs
      .readFileSync('/proc/self/mounts', 'utf8')
      .split('\n')
      .flatMap((line) => line.split(' ')[1] ?? [])
      .filter((place) => place.startsWith(`${root}/`))
  for (const place of mounted()) spawnSync('umount', ['-l', place])
  if (mounted().length > 0) throw new Error(`${root} has mounts in it, so it was not removed.`)
  fs.rmSync(root, { recursive: true, force: true })
}

const UNLOCK = ['gnome-keyring-daemon', '--unlock', '--components=secrets', '--daemonize']

function makeBase(base: string) {
  fs.rmSync(base, { recursive: true, force: true })
  run('debootstrap', ['--variant=minbase', SUITE, base])
  run('chroot', [base, 'useradd', '--uid', `${PERSON}`, '--create-home', 'person'])
  run('chroot', [base, 'apt-get', 'update'])
  const install = ['apt-get', 'install', '-y', '--no-install-recommends', ...INSTALLED]
  run('chroot', [base, 'env', 'DEBIAN_FRONTEND=noninteractive', ...install])
  fs.writeFileSync(path.join(base, 'complete'), INSTALLED.join(' '))
}

/** The processes that have this folder as their root, by whichever path. */
export function pidsIn(root: string): number[] {
  const own = fs.statSync(root)
  return fs.readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return []
    try {
      const { dev, ino } = fs.statSync(`/proc/${name}/root/`)
      return dev === own.dev && ino === own.ino ? [Number(name)] : []
    } catch {
      // It ended meanwhile.
      return []
    }
  })
}
