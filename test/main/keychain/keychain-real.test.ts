import { execFile, spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { beforeEach, expect, test } from 'vitest'
import { newFolder } from '../../support/folder.ts'
import { isProof, tell } from '../../support/scale.ts'

const run = promisify(execFile)
const steps = resolve(import.meta.dirname, '../../support/keychain-steps.ts')
const hasKeyring =
  process.platform === 'linux' &&
  ['dbus-run-session', 'gnome-keyring-daemon'].every(
    (program) => spawnSync(program, ['--version']).error === undefined,
  )

let home: string

beforeEach(() => {
  home = newFolder()
  mkdirSync(join(home, 'run'), { mode: 0o700 })
})

interface Session {
  bus: boolean
  config?: string
  daemon?: string
}

const UNLOCKED: Session = {
  bus: true,
  daemon: "printf 'pass\\n' | gnome-keyring-daemon --unlock --components=secrets >&2",
}
const LOCKED: Session = {
  bus: true,
  daemon: 'gnome-keyring-daemon --start --components=secrets >&2',
}

// No service folder: nothing can be started on demand.
const BUS_ALONE = `<busconfig><type>session</type><listen>unix:tmpdir=/tmp</listen>
<auth>EXTERNAL</auth><policy context="default"><allow send_destination="*" eavesdrop="true"/>
<allow eavesdrop="true"/><allow own="*"/></policy></busconfig>`

/** The results of keychain steps in a bus session of their own, on this test's keyring. */
async function inSession(session: Session, ...names: string[]): Promise<unknown> {
  const node = `"${process.execPath}" "${steps}" ${names.join(' ')}`
  const { DISPLAY: _, WAYLAND_DISPLAY: __, DBUS_SESSION_BUS_ADDRESS: ___, ...rest } = process.env
  const env = {
    ...rest,
    HOME: home,
    XDG_RUNTIME_DIR: join(home, 'run'),
    XDG_DATA_HOME: join(home, 'data'),
  }
  const bus = session.config === undefined ? [] : [`--config-file=${session.config}`]
  const command = ['sh', '-c', session.daemon === undefined ? node : `${session.daemon}; ${node}`]
  const [program, ...args] = session.bus ? ['dbus-run-session', ...bus, '--', ...command] : command
  const { stdout } = await run(program ?? '', args, { env, timeout: 30_000 })
  return JSON.parse(stdout)
}

test.skipIf(!hasKeyring)(
  'a real keyring keeps a key over a restart, and while it is locked',
  async () => {
    expect(await inSession(UNLOCKED, 'other', 'set')).toEqual([
      { state: 'absent', key: null },
      'ready',
    ])
    expect(await inSession(LOCKED, 'get', 'set')).toEqual([
      { state: 'locked', key: null },
      { kind: 'key', state: 'locked' },
    ])
    expect(await inSession(UNLOCKED, 'get', 'elsewhere', 'erase')).toEqual([
      { state: 'ready', key: 'real-key-1' },
      { state: 'absent', key: null },
      { now: 1, later: 0 },
    ])
    expect(await inSession(UNLOCKED, 'get')).toEqual([{ state: 'absent', key: null }])
  },
)

test.skipIf(!hasKeyring)(
  'a key forgotten while a real keyring is locked stays forgotten',
  async () => {
    expect(await inSession(UNLOCKED, 'set')).toEqual(['ready'])
    expect(await inSession(LOCKED, 'erase', 'get')).toEqual([
      { now: 0, later: 1 },
      { state: 'absent', key: null },
    ])
    // Asked for another key, the keyring is seen to be open, and the forgotten one goes.
    expect(await inSession(UNLOCKED, 'get', 'other', 'erase')).toEqual([
      { state: 'absent', key: null },
      { state: 'absent', key: null },
      { now: 0, later: 0 },
    ])
  },
)

test.skipIf(!hasKeyring)(
  'a key stored without an address in a real keyring is bound to one',
  async () => {
    expect(await inSession(UNLOCKED, 'setOld', 'getOld', 'hasOld', 'getOld')).toEqual([
      null,
      { state: 'ready', key: 'old-key-1' },
      null,
      { state: 'ready', key: 'old-key-1' },
    ])
  },
)

test.skipIf(!hasKeyring)(
  'a session bus without a keyring keeps a key for the session only',
  async () => {
    const config = join(home, 'bus.conf')
    writeFileSync(config, BUS_ALONE)
    const result = await inSession({ bus: true, config }, 'get', 'set', 'get', 'erase')
    expect(result).toEqual([
      { state: 'unavailable', key: null },
      'session',
      { state: 'session', key: 'real-key-1' },
      { now: 1, later: 0 },
    ])
  },
)

test.skipIf(!hasKeyring)('a missing bus is distinguished from an absent key', async () => {
  expect(await inSession({ bus: false }, 'get', 'set')).toEqual([
    { state: 'unavailable', key: null },
    'session',
  ])
})

type Keyring = 'open' | 'locked' | 'none'

interface KeyringState {
  name: string
  keyring: Keyring
  /** What is done before, with the keyring open. */
  before: string[]
}

const STATES: KeyringState[] = [
  { name: 'an open keyring without a key', keyring: 'open', before: ['other'] },
  { name: 'an open keyring with the key', keyring: 'open', before: ['set'] },
  { name: 'an open keyring with a key of no address', keyring: 'open', before: ['setOld'] },
  { name: 'a locked keyring with the key', keyring: 'locked', before: ['set'] },
  { name: 'a bus without a keyring', keyring: 'none', before: [] },
  { name: 'no bus', keyring: 'none', before: [] },
]
const ACTIONS = [
  ...[['get'], ['other'], ['elsewhere'], ['getOld'], ['set'], ['erase']],
  ...[
    ['set', 'get'],
    ['set', 'elsewhere'],
    ['set', 'erase', 'get'],
    ['erase', 'get'],
  ],
]

const KEPT_AS = { open: 'ready', none: 'session', locked: 'locked' } as const
const WITHOUT = { open: 'absent', none: 'unavailable', locked: 'locked' } as const

/** What each step must say, by the rules alone. */
function expectedOf({ keyring, before }: KeyringState, names: string[]): unknown[] {
  let isKept = before.includes('set')
  let isForgotten = false
  const isLocked = keyring === 'locked'
  const rules: Record<string, () => unknown> = {
    set() {
      if (isLocked) return { kind: 'key', state: 'locked' }
      isKept = true
      return KEPT_AS[keyring]
    },
    erase() {
      const isErased = isKept && !isLocked
      isKept = false
      isForgotten = true
      // Whether a keyring that cannot be asked has the key is not known.
      return { now: isErased ? 1 : 0, later: isErased || keyring === 'open' ? 0 : 1 }
    },
    get() {
      if (isForgotten) return { state: 'absent', key: null }
      return isKept && !isLocked ? { state: KEPT_AS[keyring], key: 'real-key-1' } : without
    },
    getOld: () => (before.includes('setOld') ? { state: 'ready', key: 'old-key-1' } : without),
  }
  const without = { state: WITHOUT[keyring], key: null }
  return names.map((name) => rules[name]?.() ?? without)
}

async function sessionOf({ name, keyring }: KeyringState): Promise<Session> {
  if (keyring !== 'none') return keyring === 'open' ? UNLOCKED : LOCKED
  if (name === 'no bus') return { bus: false }
  const config = join(home, 'bus.conf')
  writeFileSync(config, BUS_ALONE)
  return { bus: true, config }
}

const cells = STATES.flatMap((state) => ACTIONS.map((names) => ({ state, names })))
if (hasKeyring) tell(`${cells.length} cells of a state of the keyring and what is done`)

test.runIf(isProof && hasKeyring).each(cells)('$state.name: $names', async ({ state, names }) => {
  if (state.before.length > 0) await inSession(UNLOCKED, ...state.before)
  const told = await inSession(await sessionOf(state), ...names)
  expect(told).toEqual(expectedOf(state, names))
})
