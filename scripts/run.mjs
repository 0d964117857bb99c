// What the npm scripts do once the machine is set up. Runs on the project's own Node.
import { execFile } from 'node:child_process'
import path from 'node:path'
import { onPrivateDesktop } from '../test/support/desktop.ts'
import { build } from './build.ts'
import { dev } from './dev.mjs'
import { electronExecutable } from './electron-runtime.mjs'
import { program } from './program.ts'
import { countTests, vitest } from './vitest.ts'

const root = path.dirname(import.meta.dirname)
const IN_EACH_RUN = ['pure', 'unit', 'e2e'].flatMap((project) => ['--project', project])
/** With it the tests that need no Electron run in the system's Chromium, with main under this Node. */
const CHROMIUM = '--chromium'
/**
 * For the compiler and the linter, which are written in Go. On one thread each they compute the types
 * once, and with less garbage collection both take half the processor time.
 */
const ON_ONE_THREAD = { ...process.env, GOGC: '400', GOMEMLIMIT: '3GiB', GOMAXPROCS: '1' }
const [command, ...rest] = process.argv.slice(2)

const commands = { start, test, tour, e2e, dev: () => dev(rest) }
const status = await commands[command]?.()
if (status === undefined) console.error(`Unknown command ${command}.`)
process.exit(status ?? 2)

async function start() {
  await build('release')
  if (rest.includes('--tour') || !hasDisplay()) return tour()
  return program(electronExecutable({ say: console.log }), [root, ...rest])
}

async function tour() {
  await build('release')
  electronExecutable({ say: console.log })
  return onPrivateDesktop(process.execPath, [path.join(root, 'scripts/tour.ts'), ...rest])
}

async function e2e() {
  if (rest.includes('--packaged')) {
    const named = rest.filter((each) => each !== '--packaged')
    return program(process.execPath, ['scripts/package/packaged-e2e.ts', ...named])
  }
  await build('test')
  const others = rest.filter((argument) => argument !== CHROMIUM)
  const project = others.length < rest.length ? 'chromium' : 'e2e'
  if (project === 'e2e') electronExecutable({ say: console.log })
  return program(process.execPath, vitest('--project', project, ...others))
}

/** Every check, then `N passed, N failed` alone on the last line. */
async function test() {
  const checks = Promise.all([
    // Otherwise four checkers, also on one thread, and each computes the types.
    check('types', ['tsc', '-b', '--checkers', '1']),
    check('lint', ['npm', 'run', '--silent', 'lint']),
    check('who may import whom', ['npm', 'run', '--silent', 'boundaries'], readsTheSources),
    check('format', ['npm', 'run', '--silent', 'format']),
  ])
  await build('test')
  const failedChecks = (await checks).filter((isGood) => !isGood).length
  electronExecutable({ say: console.log })
  const report = path.join(root, 'out/test/report.json')
  const tests = await countTests((args) => program(process.execPath, args), IN_EACH_RUN, report)
  const passed = tests.passed + (await checks).length - failedChecks
  const failed = tests.failed + failedChecks
  console.log(`${passed} passed, ${failed} failed`)
  return failed === 0 ? 0 : 1
}

/**
 * Runs in parallel with others, so it prints all output at once. `isTrue` checks whether its
 * success can be trusted.
 */
function check(name, [file, ...args], isTrue = () => true) {
  return new Promise((resolve) => {
    const shell = process.platform === 'win32'
    execFile(file, args, { cwd: root, shell, env: ON_ONE_THREAD }, (error, stdout, stderr) => {
      const isGood = !error && isTrue(stdout)
      console.log(`${stdout}${stderr}${isGood ? 'passed' : 'FAILED'}: ${name}`)
      resolve(isGood)
    })
  })
}

/**
 * dependency-cruiser reports "no violations" when it reads no files, so the number of files is
 * checked too.
 */
function readsTheSources(said) {
  return Number(/(\d+) modules/.exec(said)?.[1] ?? 0) > 80
}

function hasDisplay() {
  if (process.platform !== 'linux') return true
  return Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY)
}
