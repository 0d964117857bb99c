// `npm run instants`: the tests at other instants and in other zones of the computer, a row for each.
// What is done stays in out/instants until a source changes, so that it goes on where it was stopped.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { systemClock } from '../src/main/clock.ts'
import { build, fingerprint } from './build.ts'
import { electronExecutable } from './electron-runtime.mjs'
import { textTable } from './text-table.ts'
import { type Counts, countTests } from './vitest.ts'

interface Instant {
  what: string
  at: string
  /** Of the computer; UTC when omitted. */
  zone?: string
}

const SAO_PAULO = 'America/Sao_Paulo'
const NEW_YORK = 'America/New_York'
const LISBON = 'Europe/Lisbon'
const LORD_HOWE = 'Australia/Lord_Howe'

const INSTANTS: Instant[] = [
  { what: 'a Sunday', at: '2026-11-22T13:29:00Z' },
  { what: 'before midnight in UTC', at: '2026-11-25T23:59:00Z' },
  { what: 'after midnight in UTC', at: '2026-11-29T00:01:00Z' },
  { what: 'before midnight in São Paulo', at: '2027-02-03T23:59:00-03:00', zone: SAO_PAULO },
  { what: 'after midnight in São Paulo', at: '2027-02-28T00:01:00-03:00', zone: SAO_PAULO },
  { what: 'before midnight on Lord Howe', at: '2027-06-08T23:59:00+10:30', zone: LORD_HOWE },
  { what: 'after midnight on Lord Howe', at: '2027-06-10T00:01:00+10:30', zone: LORD_HOWE },
  { what: 'the end of a month', at: '2026-11-30T23:58:00Z' },
  { what: 'the start of a month', at: '2027-03-01T00:04:00Z' },
  { what: 'the end of a year', at: '2026-12-31T23:55:00Z' },
  { what: 'the start of a year', at: '2027-01-01T00:04:00Z' },
  { what: 'a leap February', at: '2028-02-29T13:30:00Z' },
  { what: 'the end of a February', at: '2027-02-28T02:58:00Z' },
  { what: 'clocks go on in New York', at: '2027-03-14T07:30:00Z', zone: NEW_YORK },
  { what: 'clocks go back in New York', at: '2027-11-07T06:30:00Z', zone: NEW_YORK },
  { what: 'clocks go on in Lisbon', at: '2027-03-28T01:30:00Z', zone: LISBON },
  { what: 'clocks go back in Lisbon', at: '2027-10-31T01:30:00Z', zone: LISBON },
  { what: 'clocks go on on Lord Howe', at: '2027-10-02T16:00:00Z', zone: LORD_HOWE },
  { what: 'clocks go back on Lord Howe', at: '2027-04-03T15:30:00Z', zone: LORD_HOWE },
  { what: 'a computer in Kathmandu', at: '2027-05-12T20:00:00Z', zone: 'Asia/Kathmandu' },
  { what: 'a computer in Apia', at: '2027-07-14T11:30:00Z', zone: 'Pacific/Apia' },
  { what: 'a computer on Kiritimati', at: '2027-08-20T10:30:00Z', zone: 'Pacific/Kiritimati' },
  { what: 'a computer in Honolulu', at: '2027-09-15T09:30:00Z', zone: 'Pacific/Honolulu' },
  { what: 'some minutes after midnight in UTC', at: '2026-11-29T00:04:00Z' },
]

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    projects: { type: 'string', default: 'pure,unit,e2e' },
    again: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
const projects = values.projects.split(',')
const only = values.only.split(',').filter(Boolean).map(Number)
if (values.help || only.some((number) => INSTANTS[number - 1] === undefined)) {
  console.log(`npm run instants -- [--only 1,2] [--projects pure,unit,e2e] [--again]
  --only      these rows, 1 to ${INSTANTS.length}
  --projects  these tests
  --again     also what was done before with the same sources`)
  process.exit(values.help ? 0 : 2)
}

interface Result extends Counts {
  sources: string
  minutes: number
  /** The names of the tests that failed. */
  failures: string[]
}

const root = path.dirname(import.meta.dirname)
const out = path.join(root, 'out/instants')
const clock = systemClock()
const sources = fingerprint(['src', 'test', 'package-lock.json', 'vitest.config.ts'])
fs.mkdirSync(out, { recursive: true })
if (projects.includes('e2e')) {
  await build('test')
  electronExecutable({ say: console.log })
}

const lines = [['', 'Instant', '', 'Zone', 'Passed', 'Failed', 'Minutes', 'What failed']]
let failed = 0
for (const [index, instant] of INSTANTS.entries()) {
  if (only.length > 0 && !only.includes(index + 1)) continue
  const line = [`${index + 1}`, instant.at, instant.what, instant.zone ?? 'UTC', '', '', '', '']
  const results: Result[] = []
  for (const project of projects) results.push(await resultOf(index + 1, instant, project))
  const sum = (of: (result: Result) => number) => results.reduce((all, one) => all + of(one), 0)
  failed += sum((result) => result.failed)
  line.splice(4, 4, `${sum((one) => one.passed)}`, `${sum((one) => one.failed)}`)
  line.push(sum((one) => one.minutes).toFixed(1))
  line.push(results.flatMap(({ failures }) => failures).join('; '))
  console.log(line.join(' | '))
  lines.push(line)
}
console.log(`\n${textTable(lines, (column) => column >= 4 && column <= 6)}`)
process.exit(failed === 0 ? 0 : 1)

async function resultOf(number: number, instant: Instant, project: string): Promise<Result> {
  const file = path.join(out, `${number}-${project}.json`)
  const known = fs.existsSync(file) ? (JSON.parse(fs.readFileSync(file, 'utf8')) as Result) : null
  if (known?.sources === sources && !values.again) return known
  const result = await run(path.join(out, `${number}-${project}`), instant, project)
  fs.writeFileSync(file, `${JSON.stringify(result, null, 2)}\n`)
  return result
}

async function run(name: string, { at, zone = 'UTC' }: Instant, project: string): Promise<Result> {
  const log = fs.openSync(`${name}.log`, 'w')
  const report = `${name}.report.json`
  const began = clock.monotonic()
  const node = async (args: string[]) => {
    const env = { ...process.env, CUEPOINT_INSTANT: at, TZ: zone }
    const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', log, log] })
    const [status] = (await once(child, 'close')) as [number | null]
    return status ?? 1
  }
  const counts = await countTests(node, ['--project', project], report)
  fs.closeSync(log)
  const minutes = (clock.monotonic() - began) / 60_000
  return { ...counts, sources, minutes, failures: failuresIn(report) }
}

interface Report {
  testResults: {
    name: string
    status: string
    assertionResults: { status: string; title: string }[]
  }[]
}

function failuresIn(report: string): string[] {
  if (!fs.existsSync(report)) return ['no report']
  const { testResults } = JSON.parse(fs.readFileSync(report, 'utf8')) as Report
  return testResults
    .filter(({ status }) => status === 'failed')
    .map(({ name, assertionResults }) => {
      const titles = assertionResults.filter((one) => one.status === 'failed')
      const file = path.basename(name, '.test.ts')
      return `${file}: ${titles.map(({ title }) => title).join(', ') || 'did not load'}`
    })
}
