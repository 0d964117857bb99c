// On Linux, a screen, a session bus and an unlocked keychain that nothing else uses.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'

export type Environment = Record<string, string>

const UNLOCK =
  'printf "\\n" | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1; exec "$@"'
const SCREEN = '-screen 0 2000x1300x24'
const OF_A_SESSION = ['DISPLAY', 'XAUTHORITY', 'DBUS_SESSION_BUS_ADDRESS'] as const
/** Prints the variables above, one per line, and runs until its input ends. */
const HOLD = `printf "%s\\n" ${OF_A_SESSION.map((name) => `"$${name}"`).join(' ')}; exec cat`

const sessionOf = (program: string, args: string[]) => [
  ...['-a', '-s', SCREEN, 'dbus-run-session', '--', 'sh', '-c', UNLOCK, 'sh', program],
  ...args,
]

/** The folders of a session, which hold its keyring. */
function newHome() {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'cuepoint-desktop-'))
  fs.chmodSync(home, 0o700)
  const env: Environment = {
    XDG_RUNTIME_DIR: home,
    XDG_DATA_HOME: path.join(home, 'data'),
    XDG_CACHE_HOME: path.join(home, 'cache'),
  }
  return { env, remove: () => fs.rmSync(home, { recursive: true, force: true }) }
}

/** The exit status of `program`, run on a private desktop on Linux and as it is elsewhere. */
export function onPrivateDesktop(program: string, args: string[], env: Environment = {}): number {
  if (process.platform !== 'linux') return plainly(program, args, env)
  const home = newHome()
  try {
    return plainly('xvfb-run', sessionOf(program, args), { ...env, ...home.env })
  } finally {
    home.remove()
  }
}

function plainly(program: string, args: string[], env: Environment = {}) {
  const { status, error } = spawnSync(program, args, {
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
  if (error) throw error
  return status ?? 1
}

interface Desktop {
  /**
   * The environment variables for a program on this desktop; empty where there is only one desktop.
   */
  env: Environment
  close: () => Promise<void>
}

/** A private desktop that exists until it is closed or this process ends. */
export async function openDesktop(): Promise<Desktop> {
  if (process.platform !== 'linux') return { env: {}, close: () => Promise.resolve() }
  const home = newHome()
  const holder = spawn('xvfb-run', sessionOf('sh', ['-c', HOLD]), {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ...home.env },
  })
  const closed = once(holder, 'close')
  const env = { ...home.env }
  const names = [...OF_A_SESSION]
  for await (const line of createInterface(holder.stdout)) {
    const name = names.shift()
    if (name) env[name] = line
    if (names.length === 0) break
  }
  if (names.length > 0) throw new Error('No private desktop could be started.')
  return {
    env,
    async close() {
      holder.stdin.end()
      await closed
      home.remove()
    },
  }
}
