import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { systemClock } from '../src/main/clock.ts'
import { SHAPES, type Shapes } from '../src/service/answer-shapes.ts'
import { type Fault, readFaults } from '../src/service/faults.ts'
import { PLANS, type Plan } from '../src/service/quota.ts'
import { listen } from '../src/service/server.ts'
import { makeService, type ServiceOptions } from '../src/service/service.ts'

const clock = systemClock()

const HELP = `Plays the Analytics and Video management APIs on this computer, from one made-up world of events.

  npm run sandbox -- --port 0 [options]

  --port N       the loopback port to listen on; 0 takes any that is free (0)
  --players N    how many players the company has (24)
  --visited N    how many of them anybody ever visits (all)
  --days N       days of history that most players have (365)
  --seed N       another number, another world (1)
  --plan NAME    ${Object.keys(PLANS).join(', ')} (pro)
  --key TEXT     the analytics key; a random one when left out
  --origin NAME  shape of retention by query parameter: ${SHAPES.origin.join(', ')} (seen)
  --rates NAME   how rates are written: ${SHAPES.rates.join(', ')} (padded)
  --marks N      seconds between the marks of a retention: ${SHAPES.marks.join(', ')} (1)
  --pitch NAME   what a headline's pitch is: ${SHAPES.pitch.join(', ')} (percent)
  --by-document  refuses the endpoints and events by day that no document names
  --latency MS   waits so long before each answer (0)
  --faults FILE  failures on request, as JSON: [{"match": {...}, "action": {...}}, ...]
                 match: method, path, nth, times. action: kind, and its options:
                   status (status, when), quota (form, resetsInMs), unauthorized (form),
                   problem (code, status), late (afterMs, with, status),
                   edge-html, route-not-found, captive-portal, redirect (to, status),
                   body (form), encoding (form), drift (change, path),
                   lookup-gap (item), incomplete-first (form, readyAfterMs), days-beside (form),
                   slow-headers (everyMs), drip (everyMs, bytes), never (when),
                   cut (at, when)
                 src/service/faults.ts lists the values of each option
  --help         prints this

Prints one line of JSON with base_url, api_base_url, analytics_key, video_token and company_id, and
runs until it is interrupted. What a PATCH changes is kept in memory until then.
`

const OPTIONS = {
  port: { type: 'string', default: '0' },
  players: { type: 'string' },
  visited: { type: 'string' },
  days: { type: 'string' },
  seed: { type: 'string' },
  plan: { type: 'string' },
  key: { type: 'string' },
  origin: { type: 'string' },
  rates: { type: 'string' },
  marks: { type: 'string' },
  pitch: { type: 'string' },
  'by-document': { type: 'boolean', default: false },
  latency: { type: 'string', default: '0' },
  faults: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const

type Given = ReturnType<typeof given>

const given = (args: string[]) =>
  parseArgs({ args, options: OPTIONS, allowPositionals: false }).values

function wholeNumber(name: string, text: string, most: number): number {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN
  if (value <= most) return value
  throw new Error(`--${name} must be a whole number from 0 to ${most}, not "${text}".`)
}

function serviceOptions(values: Given): Partial<ServiceOptions> {
  const options: Partial<ServiceOptions> = { isByDocument: values['by-document'] }
  if (values.visited !== undefined)
    options.visited = wholeNumber('visited', values.visited, 100_000)
  if (values.players !== undefined)
    options.players = wholeNumber('players', values.players, 100_000)
  if (values.days !== undefined) options.days = wholeNumber('days', values.days, 3650)
  if (values.seed !== undefined) options.seed = wholeNumber('seed', values.seed, 2 ** 32 - 1)
  if (values.plan !== undefined) options.plan = planOf(values.plan)
  options.shapes = shapesOf(values)
  if (values.key !== undefined) options.analyticsKey = values.key
  if (values.faults !== undefined) options.faults = faultsIn(values.faults)
  return options
}

function shapesOf(values: Given): Partial<Shapes> {
  const names = ['origin', 'rates', 'marks', 'pitch'] as const
  const chosen = names.flatMap((name) => {
    const given = values[name]
    if (given === undefined) return []
    const shape = SHAPES[name].find((one) => String(one) === given)
    if (shape !== undefined) return [[name, shape]]
    throw new Error(`--${name} must be one of ${SHAPES[name].join(', ')}, not "${given}".`)
  })
  return Object.fromEntries(chosen) as Partial<Shapes>
}

function planOf(name: string): Plan {
  if (Object.hasOwn(PLANS, name)) return name as Plan
  throw new Error(`--plan must be one of ${Object.keys(PLANS).join(', ')}, not "${name}".`)
}

function faultsIn(file: string): Fault[] {
  try {
    return readFaults(JSON.parse(readFileSync(file, 'utf8')))
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : String(thrown)
    throw new Error(`--faults ${file} cannot be used: ${reason}`, { cause: thrown })
  }
}

async function main(): Promise<void> {
  const values = given(process.argv.slice(2))
  if (values.help) {
    process.stdout.write(HELP)
    return
  }
  const port = wholeNumber('port', values.port, 65_535)
  const latencyMs = wholeNumber('latency', values.latency, 600_000)
  const service = makeService({ now: clock.now, ...serviceOptions(values) })
  const { base_url, api_base_url, close } = await listen(service, { port, latencyMs })
  const { analytics_key, video_token, company_id } = service
  const told = { base_url, api_base_url, analytics_key, video_token, company_id }
  process.stdout.write(`${JSON.stringify(told)}\n`)
  const stop = () => void close().then(() => process.exit(0))
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
}

main().catch((thrown: unknown) => {
  const reason = thrown instanceof Error ? thrown.message : String(thrown)
  process.stderr.write(`${reason}\nTry --help.\n`)
  process.exit(2)
})
