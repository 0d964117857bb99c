import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import keytar from 'keytar'
import { expect, onTestFinished, test } from 'vitest'
import { electronExecutable } from '../../scripts/electron-runtime.mjs'
import { SELF_CHECK_SERVICE } from '../../src/main/self-check/parts.ts'
import { newFolder } from '../support/folder.ts'
import { electronArguments } from '../support/launch.ts'
import { isProof } from '../support/scale.ts'

const isRelease = process.env['CUEPOINT_APP'] === '.'

interface Start {
  env?: Record<string, string>
  /** Called with the id of the process that runs the checks, when it has printed something. */
  onRun?: (pid: number) => void
}

/** Starts the app to check itself; gives its lines by the name of what they are of. */
async function selfCheck({ env, onRun }: Start = {}) {
  const folder = newFolder()
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }))
  const [userData, temporary] = [path.join(folder, 'data'), path.join(folder, 'temporary')]
  fs.mkdirSync(temporary)
  const child = spawn(
    electronExecutable(),
    electronArguments(userData, { args: ['--self-check'] }),
    {
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { ...process.env, TMPDIR: temporary, TEMP: temporary, TMP: temporary, ...env },
    },
  )
  let output = ''
  child.stdout.on('data', (data: Buffer) => {
    const checking = onRun && output === '' ? checkingProcess(child.pid ?? 0) : undefined
    if (checking !== undefined) onRun?.(checking)
    output += data.toString()
  })
  const [status] = (await once(child, 'close')) as [number | null]
  const [first = '', ...lines] = output.trim().split(/\r?\n/)
  const last = lines.pop() ?? ''
  const rows = lines.map((line) => /^(ok|FAILED) +(.+?): (.+)$/.exec(line)?.slice(1) ?? [line])
  return {
    ...{ status, first, last },
    verdicts: Object.fromEntries(rows.map(([verdict, name]) => [name, verdict])),
    reasons: Object.fromEntries(rows.map(([, name, reason]) => [name, reason])),
    left: [userData, temporary].flatMap((each) =>
      fs.existsSync(each) ? fs.readdirSync(each) : [],
    ),
  }
}

/** The child of the app that runs the checks; Chromium's zygotes are others. */
function checkingProcess(app: number): number | undefined {
  const children = fs.readFileSync(`/proc/${app}/task/${app}/children`, 'utf8').trim().split(' ')
  const commandLine = (pid: string) => fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  const checking = children.find((pid) => commandLine(pid).includes('--self-check='))
  return checking === undefined ? undefined : Number(checking)
}

const ALL_WORK = {
  ...{ keychain: 'ok', SQLite: 'ok', 'demo service': 'ok', 'answer thread': 'ok' },
  ...{ 'authorities thread': 'ok', 'Parquet thread': 'ok', 'report thread': 'ok' },
  ...{ protocol: 'ok', window: 'ok', fonts: 'ok', policy: 'ok', 'code cache': 'ok' },
}

test('the self-check passes and leaves no data behind', async () => {
  const { status, first, last, verdicts, left } = await selfCheck()
  expect(verdicts).toEqual(ALL_WORK)
  expect(first).toMatch(/^Cuepoint \d+\.\d+\.\d+, Electron \d+\..*, Chromium \d+\..*, Node \d+\./)
  expect({ status, last, left }).toEqual({ status: 0, last: 'All of it works.', left: [] })
  expect(await keytar.findCredentials(SELF_CHECK_SERVICE)).toEqual([])
})

// Each of the parts in that too, which takes as long as the first: in a proof, and of a release.
test.runIf(process.platform === 'linux' && (isProof || isRelease))(
  'without a keychain the self-check names the keychain and the reason, and exits with 1',
  async () => {
    const { status, last, verdicts, reasons, left } = await selfCheck({
      env: { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere' },
    })
    expect(verdicts).toEqual({ ...ALL_WORK, keychain: 'FAILED' })
    const count = Object.keys(ALL_WORK).length
    expect(reasons['keychain']).toMatch(/^Error: Could not connect/)
    expect({ status, last, left }).toEqual({
      status: 1,
      last: `1 of ${count} do not work.`,
      left: [],
    })
  },
)

test.runIf(process.platform === 'linux')(
  'a self-check whose process is killed says so, fails, and leaves no data behind',
  async () => {
    const { status, last, left } = await selfCheck({
      onRun: (pid) => process.kill(pid, 'SIGKILL'),
    })
    const killed = 'FAILED  process: it was ended by SIGKILL'
    expect({ status, last, left }).toEqual({ status: 1, last: killed, left: [] })
  },
)
