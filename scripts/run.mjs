// What the npm scripts do once the machine is ready. Runs on the project's own Node.
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from './build.mjs'
import { onPrivateDesktop } from './desktop.mjs'
import { dev } from './dev.mjs'
import { electronExecutable } from './electron-runtime.mjs'
import { countTests, vitest } from './vitest.ts'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const [command, ...rest] = process.argv.slice(2)

const commands = { start, test, tour, e2e, dev: () => dev(rest) }
const status = await commands[command]?.()
if (status === undefined) console.error(`Unknown command ${command}.`)
process.exit(status ?? 2)

function start() {
  build()
  if (rest.includes('--tour') || !hasDisplay()) return tour()
  return program(electronExecutable({ say: console.log }), [root, ...rest])
}

function tour() {
  build()
  electronExecutable({ say: console.log })
  return onPrivateDesktop(process.execPath, [path.join(root, 'scripts/tour.ts')])
}

function e2e() {
  build()
  build('failpoints')
  return onPrivateDesktop(process.execPath, vitest('--project', 'e2e', ...rest))
}

/** Every check, then `N passed, N failed` alone on the last line. */
function test() {
  let passed = 0
  let failed = 0
  const count = (isGood, name) => {
    if (isGood) passed++
    else failed++
    console.log(`${isGood ? 'passed' : 'FAILED'}: ${name}`)
  }
  count(program('tsc', ['-b']) === 0, 'types')
  count(program('npm', ['run', '--silent', 'lint']) === 0, 'lint')
  count(boundaries(), 'who may import whom')
  count(program('npm', ['run', '--silent', 'format']) === 0, 'format')
  const suites = {
    unit: (args) => program(process.execPath, args),
    e2e: (args) => onPrivateDesktop(process.execPath, args),
  }
  build()
  build('failpoints')
  electronExecutable({ say: console.log })
  for (const [project, run] of Object.entries(suites)) {
    const report = path.join(root, 'out/test', `${project}.json`)
    const counts = countTests(run, ['--project', project], report)
    passed += counts.passed
    failed += counts.failed
  }
  console.log(`${passed} passed, ${failed} failed`)
  return failed === 0 ? 0 : 1
}

/** dependency-cruiser says "no violations" when it reads nothing, so what it read is asserted too. */
function boundaries() {
  const { stdout, status } = spawnSync(
    'depcruise',
    ['--config', '.dependency-cruiser.cjs', 'src'],
    {
      cwd: root,
      encoding: 'utf8',
    },
  )
  console.log(stdout.trim())
  const modules = Number(/(\d+) modules/.exec(stdout)?.[1] ?? 0)
  return status === 0 && modules > 80
}

function program(name, args) {
  const { status, error } = spawnSync(name, args, {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (error) console.error(error.message)
  return status ?? 1
}

function hasDisplay() {
  if (process.platform !== 'linux') return true
  return Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY)
}
