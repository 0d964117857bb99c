// `npm run proof`: all that takes too long for each run of the tests, with a table at its end.
// What is done stays in out/proof until a source changes, so that it goes on where it was stopped.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { systemClock } from '../../src/main/clock.ts'
import { build, fingerprint } from '../build.ts'
import { electronExecutable } from '../electron-runtime.mjs'
import { textTable } from '../text-table.ts'
import { countTests } from '../vitest.ts'
import { ROWS, type Row } from './rows.ts'

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    scale: { type: 'string', default: '1' },
    'at-once': { type: 'string', default: `${os.availableParallelism()}` },
    again: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
const USAGE = `npm run proof -- [--only ${ROWS[0]?.name},${ROWS[1]?.name}] [--scale 0.1] [--again] [--at-once N]
  --only   these rows: ${ROWS.map(({ name }) => name).join(', ')}
  --scale  this share of the full numbers
  --again  also what was done before with the same sources
  --at-once  so many rows beside each other; as many as there are cores when omitted`

interface Result {
  sources: string
  scale: number
  isKept: boolean
  figures: string[]
  minutes: number
}

type Outcome = Result | { missing: string }

const root = path.resolve(import.meta.dirname, '../..')
const out = path.join(root, 'out/proof')
const clock = systemClock()
const scale = Number(values.scale)
const atOnce = Number(values['at-once'])
const only = values.only.split(',').filter(Boolean)
const isKnown = only.every((name) => ROWS.some((row) => row.name === name))
if (values.help || !isKnown || !(scale > 0) || !(atOnce >= 1)) {
  console.log(USAGE)
  process.exit(values.help ? 0 : 2)
}
const rows = only.length > 0 ? ROWS.filter(({ name }) => only.includes(name)) : ROWS
const sources = fingerprint([
  ...['src', 'test', 'scripts', 'package.json', 'package-lock.json'],
  ...['electron.vite.config.ts', 'vitest.config.ts'],
])
const outcomes = new Map<Row, Outcome>()
const running = new Set<ChildProcess>()

fs.mkdirSync(out, { recursive: true })
for (const [signal, status] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const) {
  process.on(signal, () => {
    for (const child of running) child.kill(signal)
    finish(status)
  })
}
await prepare()
const left = [...rows]
await Promise.all(Array.from({ length: atOnce }, doRows))
finish([...outcomes.values()].every(isKept) ? 0 : 1)

function finish(status: number): never {
  const share = scale === 1 ? '' : `, at ${scale} of the full numbers`
  console.log(`\n${outcomes.size} of ${rows.length} rows${share}\n\n${table()}`)
  process.exit(status)
}

/** Takes one row after the other, until none is left. */
async function doRows() {
  for (let row = left.shift(); row; row = left.shift()) {
    const stored = values.again ? null : doneBefore(row)
    const outcome = stored ?? (await done(row))
    outcomes.set(row, outcome)
    console.log(`${row.name}: ${verdict(outcome)}${stored ? ', done before' : ''}`)
  }
}

/** Builds what the following rows run. */
async function prepare() {
  const projects = new Set(rows.map(({ run }) => ('project' in run ? run.project : null)))
  if (!projects.has('e2e') && !projects.has('chromium') && !projects.has('release')) return
  await build('test')
  if (projects.has('release')) await build('release')
  electronExecutable({ say: console.log })
}

function fileOf({ name }: Row, extension: string): string {
  return path.join(out, `${name}.${extension}`)
}

function doneBefore(row: Row): Result | null {
  const file = fileOf(row, 'json')
  if (!fs.existsSync(file)) return null
  const result = JSON.parse(fs.readFileSync(file, 'utf8')) as Result
  return result.sources === sources && result.scale === scale ? result : null
}

async function done(row: Row): Promise<Outcome> {
  if (row.needs !== undefined && !isProgram(row.needs)) return { missing: row.needs }
  const figures = fileOf(row, 'txt')
  fs.writeFileSync(figures, '')
  const began = clock.monotonic()
  const isGood = await ran(row, {
    CUEPOINT_PROOF_SCALE: `${scale}`,
    CUEPOINT_PROOF_FIGURES: figures,
  })
  const told = fs.readFileSync(figures, 'utf8').split('\n').filter(Boolean)
  const minutes = (clock.monotonic() - began) / 60_000
  // A file may be loaded more than once, and reports its numbers each time.
  const result = { sources, scale, isKept: isGood, figures: [...new Set(told)], minutes }
  fs.writeFileSync(fileOf(row, 'json'), `${JSON.stringify(result, null, 2)}\n`)
  return result
}

/** Runs a row, whose output goes to a file of its own; true when its goal is kept. */
async function ran(row: Row, env: Record<string, string>): Promise<boolean> {
  const { run } = row
  const log = fs.openSync(fileOf(row, 'log'), 'w')
  const node = async (args: string[]) => {
    const stdio = ['ignore', log, log] as const
    const child = spawn(process.execPath, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: [...stdio],
    })
    running.add(child)
    const [status] = (await once(child, 'close')) as [number | null]
    running.delete(child)
    return status ?? 1
  }
  try {
    if ('script' in run) return (await node([path.join(root, run.script)])) === 0
    const filter = run.only === undefined ? [] : ['--testNamePattern', run.only]
    const args = ['--project', run.project, ...filter, ...run.files]
    const { passed, failed } = await countTests(node, args, fileOf(row, 'report.json'))
    return passed > 0 && failed === 0
  } finally {
    fs.closeSync(log)
  }
}

function isProgram(name: string): boolean {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter)
  return folders.some((folder) => fs.existsSync(path.join(folder, name)))
}

function isKept(outcome: Outcome): boolean {
  return 'isKept' in outcome && outcome.isKept
}

function verdict(outcome: Outcome): string {
  if ('missing' in outcome) return `NOT RUN: ${outcome.missing} is missing`
  return outcome.isKept ? 'kept' : 'NOT KEPT'
}

function table(): string {
  const inOrder = rows.flatMap((row) => {
    const outcome = outcomes.get(row)
    return outcome ? [{ row, outcome }] : []
  })
  const lines = inOrder.map(({ row, outcome }) => [
    row.name,
    'minutes' in outcome ? `${outcome.minutes.toFixed(1)} min` : '',
    verdict(outcome),
    row.goal,
    'figures' in outcome ? outcome.figures.join('; ') : '',
  ])
  return textTable([['Row', 'Took', '', 'Goal', 'Figure'], ...lines], (column) => column === 1)
}
