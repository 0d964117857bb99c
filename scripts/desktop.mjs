// Runs a program where there is a screen, a session bus and an unlocked keychain, made for it alone.
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const UNLOCK =
  'printf "\\n" | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1; exec "$@"'

/** The exit status of `program`, run on a private desktop on Linux and as it is elsewhere. */
export function onPrivateDesktop(program, args, env = {}) {
  if (process.platform !== 'linux') return plainly(program, args, env)
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'cuepoint-desktop-'))
  fs.chmodSync(home, 0o700)
  try {
    return plainly(
      'xvfb-run',
      [
        '-a',
        '-s',
        '-screen 0 2000x1300x24',
        'dbus-run-session',
        '--',
        'sh',
        '-c',
        UNLOCK,
        'sh',
        program,
        ...args,
      ],
      {
        ...env,
        XDG_RUNTIME_DIR: home,
        XDG_DATA_HOME: path.join(home, 'data'),
        XDG_CACHE_HOME: path.join(home, 'cache'),
      },
    )
  } finally {
    fs.rmSync(home, { recursive: true, force: true })
  }
}

function plainly(program, args, env) {
  const { status, error } = spawnSync(program, args, {
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
  if (error) throw error
  return status ?? 1
}
