import { spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { FuseV1Options } from '@electron/fuses'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { entriesOf } from '../../scripts/package/entries.ts'
import { fusesOf, readFuses } from '../../scripts/package/fuses.ts'
import { FAILPOINTS } from '../../src/main/failpoint.ts'
import { newFolder } from '../support/folder.ts'
import { makePerson, portsOf, RELEASED } from '../support/released.ts'

const archive = path.join(path.dirname(RELEASED), 'resources/app.asar')
const waited = { timeout: 60_000 }
/** Longer than a debugger or a key log takes to come once the window is there. */
const LATER_MS = 1500
const later = () => new Promise((done) => setTimeout(done, LATER_MS))
let person: ReturnType<typeof makePerson>

function aPerson() {
  person = makePerson()
  return person
}
afterEach(() => person?.remove())

/** A file that foreign code would write. */
const proof = () => path.join(person.home, 'foreign')
const writesProof = () => `require('node:fs').writeFileSync(${JSON.stringify(proof())}, '')`

test('every fuse of the released file is as it is meant to be', async () => {
  const fuses = await readFuses(RELEASED)
  const meant = fusesOf('release')
  expect(fuses.size).toBeGreaterThanOrEqual(7)
  expect(Object.fromEntries(fuses)).toEqual(
    Object.fromEntries([...fuses.keys()].map((fuse) => [fuse, meant[fuse]])),
  )
  expect(fuses.get(FuseV1Options.OnlyLoadAppFromAsar)).toBe(true)
})

test('the archive has no map, no test, no failpoint and no option of the tests', () => {
  const entries = entriesOf(archive)
  expect(entries.length).toBeGreaterThan(100)
  expect(entries.filter((entry) => /\.map$|\.tsx?$|\.test\./.test(entry))).toEqual([])
  const bytes = fs.readFileSync(archive)
  // One failpoint is a word of SQLite as well.
  const points = Object.keys(FAILPOINTS).filter((point) => point.includes('-'))
  const sought = [...points, 'CUEPOINT_FAILPOINT', 'CUEPOINT_CLOCK', '__TEST__']
  expect(sought.filter((text) => bytes.includes(text))).toEqual([])
})

test('V8 takes the code cache of every script that has one', async () => {
  const app = aPerson().start({ args: ['--self-check'] })
  await app.ended
  expect(app.output()).toMatch(/^ok +code cache: taken by V8 for \d\d scripts$/m)
})

const SWITCHES = [
  ...['--inspect', '--inspect=127.0.0.1:9339', '--inspect-brk', '--inspect-port=9339'],
  ...['--remote-debugging-port=9222', '-remote-debugging-port=9222', '--remote-debugging-pipe'],
  ...['--js-flags=--expose-gc', '--load-extension=/tmp', '--host-resolver-rules=MAP * 127.0.0.1'],
  ...['--proxy-server=127.0.0.1:9', '--ignore-certificate-errors', '--no-sandbox'],
  ...['--ssl-key-log-file=keys', '--disable-web-security', '--log-net-log=net'],
]

test.each(SWITCHES)(
  'started with %s, it prints why it does not start, and exits with 2',
  async (one) => {
    const { start, home, data } = aPerson()
    const app = start({ args: [one] })
    const ports = new Set<number>()
    const watch = setInterval(() => {
      for (const port of portsOf(app.child.pid ?? 0)) ports.add(port)
    }, 20)
    const status = await app.ended
    clearInterval(watch)
    expect(app.output()).toContain(`Cuepoint does not take ${one}, which could open it to others.`)
    expect({ status, ports: [...ports] }).toEqual({ status: 2, ports: [] })
    expect(fs.existsSync(path.join(data, 'desk'))).toBe(false)
    expect(fs.readdirSync(home).filter((name) => /keys|net/.test(name))).toEqual([])
  },
)

test('ELECTRON_RUN_AS_NODE runs no script', async () => {
  const { start } = aPerson()
  const app = start({ args: ['-e', writesProof()], env: { ELECTRON_RUN_AS_NODE: '1' } })
  expect(await app.ended).toBe(2)
  expect(fs.existsSync(proof())).toBe(false)
})

test('environment variables load no foreign code, and enable neither a TLS key log nor test options', async () => {
  const { start, home } = aPerson()
  const foreign = path.join(home, 'foreign.js')
  fs.writeFileSync(foreign, writesProof())
  const keys = path.join(home, 'tls-keys')
  const app = start({
    env: {
      NODE_OPTIONS: `--require ${foreign} --inspect=127.0.0.1:9339`,
      NODE_PATH: home,
      NODE_TLS_REJECT_UNAUTHORIZED: '0',
      SSLKEYLOGFILE: keys,
      ELECTRON_ENABLE_STACK_DUMPING: '1',
      CUEPOINT_SQLITE: foreign,
      CUEPOINT_FAILPOINT: 'migration',
      CUEPOINT_CLOCK: '{"now":0}',
    },
  })
  await expect.poll(app.isUp, waited).toBe(true)
  await later()
  expect(portsOf(app.child.pid ?? 0)).toEqual([])
  expect([proof(), keys].filter((file) => fs.existsSync(file))).toEqual([])
  await app.stop()
})

test('a signal does not start a debugger', async () => {
  const { start } = aPerson()
  const app = start()
  await expect.poll(app.isUp, waited).toBe(true)
  app.child.kill('SIGUSR1')
  await later()
  expect(portsOf(app.child.pid ?? 0)).toEqual([])
  expect(app.output()).not.toContain('Debugger listening')
  await app.stop()
})

test('another person’s data folder is neither read nor written', async () => {
  const { start } = aPerson()
  const other = newFolder()
  onTestFinished(() => fs.rmSync(other, { recursive: true }))
  fs.chmodSync(other, 0o700)
  const app = start({ args: [`--user-data-dir=${other}`] })
  await later()
  expect(portsOf(app.child.pid ?? 0)).toEqual([])
  expect(fs.readdirSync(other)).toEqual([])
  await app.stop()
})

test('code placed beside the archive is not run', async () => {
  const { start } = aPerson()
  const copy = newFolder()
  onTestFinished(() => fs.rmSync(copy, { recursive: true }))
  await done('cp', ['-a', `${path.dirname(RELEASED)}/.`, copy])
  fs.chmodSync(copy, 0o755)
  const beside = path.join(copy, 'resources/app')
  fs.mkdirSync(beside)
  fs.writeFileSync(path.join(beside, 'package.json'), '{"main":"index.js"}')
  fs.writeFileSync(path.join(beside, 'index.js'), writesProof())
  const app = start({ executable: path.join(copy, path.basename(RELEASED)) })
  await expect.poll(app.isUp, waited).toBe(true)
  expect(fs.existsSync(proof())).toBe(false)
  await app.stop()
})

test('a crash leaves no dump, and nothing listens while it runs', async () => {
  const { start, data } = aPerson()
  const app = start()
  await expect.poll(app.isUp, waited).toBe(true)
  await later()
  expect(portsOf(app.child.pid ?? 0)).toEqual([])
  app.child.kill('SIGSEGV')
  await app.ended
  await later()
  const dumps = fs
    .readdirSync(path.join(data, 'Crashpad'), { recursive: true })
    .filter((name) => String(name).endsWith('.dmp'))
  expect(dumps).toEqual([])
})

function done(program: string, args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    spawn(program, args).once('close', (status) =>
      status === 0 ? resolve() : reject(new Error(`${program} ended with ${status}`)),
    )
  })
}
