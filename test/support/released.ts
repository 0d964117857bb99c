import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { newFolder } from './folder.ts'
import { descendants } from './processes.ts'

const NOBODY = 65534

/** The executable of the released package, which can only be used through its own window. */
export const RELEASED = process.env['CUEPOINT_PACKAGED_RELEASE'] ?? ''

interface Released {
  child: ChildProcess
  /** Everything it wrote to stdout and stderr. */
  output: () => string
  /** Whether its log says that its data is opened. */
  isUp: () => boolean
  /** The exit status, once it ended. */
  ended: Promise<number | null>
  stop: () => Promise<void>
}

interface Starting {
  executable?: string
  args?: readonly string[]
  env?: Record<string, string>
}

/**
 * A user without rights, with a home of their own; when run as root, who has no sandbox, `nobody`.
 */
export function makePerson() {
  const home = newFolder()
  const own = (place: string) => isRoot() && fs.chownSync(place, NOBODY, NOBODY)
  fs.chmodSync(home, 0o700)
  const env: Record<string, string> = {
    ...(process.env as Record<string, string>),
    HOME: home,
    XDG_RUNTIME_DIR: home,
    XDG_CONFIG_HOME: path.join(home, 'config'),
    DBUS_SESSION_BUS_ADDRESS: 'disabled:',
  }
  const ticket = process.env['XAUTHORITY']
  if (ticket) {
    env['XAUTHORITY'] = path.join(home, 'ticket')
    fs.copyFileSync(ticket, env['XAUTHORITY'])
    own(env['XAUTHORITY'])
  }
  own(home)
  const data = path.join(home, 'config/Cuepoint')
  return {
    home,
    data,
    /** Starts the package, with Chromium's sandbox enabled. */
    start({ executable = RELEASED, args = [], env: more = {} }: Starting = {}): Released {
      const become = ['--reuid', `${NOBODY}`, '--regid', `${NOBODY}`, '--clear-groups']
      const [program = '', ...before] = isRoot() ? ['setpriv', ...become, executable] : [executable]
      const child = spawn(program, [...before, ...args], { cwd: home, env: { ...env, ...more } })
      let output = ''
      for (const stream of [child.stdout, child.stderr]) {
        stream.on('data', (text: Buffer) => {
          output += text.toString()
        })
      }
      const ended = once(child, 'close').then(([status]) => status as number | null)
      return {
        ...{ child, ended },
        output: () => output,
        isUp: () => textOf(path.join(data, 'logs')).includes('"event":"started"'),
        async stop() {
          child.kill()
          await ended
        },
      }
    },
    remove: () => fs.rmSync(home, { recursive: true, force: true }),
  }
}

const isRoot = () => process.getuid?.() === 0

/** All files of a folder as one text; empty when there are none. */
function textOf(folder: string): string {
  if (!fs.existsSync(folder)) return ''
  return fs
    .readdirSync(folder)
    .map((name) => fs.readFileSync(path.join(folder, name), 'utf8'))
    .join('\n')
}

/** The TCP ports on which a process or its descendants listen. */
export function portsOf(pid: number): number[] {
  const sockets = new Set(descendants(pid).flatMap(socketsOf))
  const lines = ['tcp', 'tcp6'].flatMap((kind) =>
    fs.readFileSync(`/proc/net/${kind}`, 'utf8').trim().split('\n').slice(1),
  )
  return lines.flatMap((line) => {
    const [, local = '', , state, , , , , , inode = ''] = line.trim().split(/\s+/)
    const LISTENS = '0A'
    return state === LISTENS && sockets.has(inode)
      ? [Number.parseInt(local.split(':')[1] ?? '', 16)]
      : []
  })
}

function socketsOf(pid: number): string[] {
  try {
    return fs.readdirSync(`/proc/${pid}/fd`).flatMap((name) => {
      const [, inode] = /^socket:\[(\d+)\]$/.exec(fs.readlinkSync(`/proc/${pid}/fd/${name}`)) ?? []
      return inode ? [inode] : []
    })
  } catch {
    // It ended meanwhile.
    return []
  }
}
