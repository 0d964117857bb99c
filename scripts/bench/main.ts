// Measures what is asked for, or everything, and prints it. Started by run.mjs, on a desktop.
import os from 'node:os'
import path from 'node:path'
import { systemClock } from '../../src/main/clock.ts'
import { type Figure, isKept, type Say, tableOf, writeFigures } from './figures.ts'

const MEASURES: Record<string, (say: Say) => Promise<Figure[]>> = {
  start: async (say) => (await import('./start.ts')).measureStart(say),
  overview: async (say) => (await import('./overview.ts')).measureOverview(say),
  dashboard: async (say) => (await import('./dashboard.ts')).measureDashboard(say),
  curves: async (say) => (await import('./curves.ts')).measureCurves(say),
  many: async (say) => (await import('./many.ts')).measureMany(say),
  annotations: async (say) => (await import('./annotations.ts')).measureAnnotations(say),
  csv: async (say) => (await import('./csv.ts')).measureCsv(say),
  ledger: async (say) => (await import('./ledger.ts')).measureLedger(say),
  reports: async (say) => (await import('./reports.ts')).measureReports(say),
  sheet: async (say) => (await import('./sheet.ts')).measureSheet(say),
  timeline: async (say) => (await import('./timeline.ts')).measureTimeline(say),
  work: async (say) => (await import('./work.ts')).measureWork(say),
  large: async (say) => (await import('./large.ts')).measureLarge(say),
  waits: async (say) => (await import('./waits.ts')).measureWaits(say),
  stall: async (say) => (await import('./stall.ts')).measureStall(say),
}
const FILE = path.resolve(import.meta.dirname, '../../out/bench.json')

async function main(asked: string[]) {
  const unknown = asked.find((name) => !Object.hasOwn(MEASURES, name))
  if (unknown) throw new Error(`There is no "${unknown}": ${Object.keys(MEASURES).join(', ')}.`)
  const figures: Figure[] = []
  for (const [name, measure] of Object.entries(MEASURES)) {
    if (asked.length > 0 && !asked.includes(name)) continue
    figures.push(...(await measure((text) => console.error(text))))
  }
  const cpu = os.cpus()[0]?.model ?? 'unknown'
  const machine = { cpu, cores: os.cpus().length, memoryMb: Math.round(os.totalmem() / 2 ** 20) }
  writeFigures(FILE, figures, {
    at: new Date(systemClock().now()).toISOString(),
    machine,
    node: process.version,
  })
  console.log(`\n${tableOf(figures)}\n\nEvery run: ${path.relative(process.cwd(), FILE)}`)
  return figures.some((figure) => isKept(figure) === false) ? 1 : 0
}

main(process.argv.slice(2)).then(
  (status) => process.exit(status),
  (thrown: unknown) => {
    console.error(thrown)
    process.exit(1)
  },
)
