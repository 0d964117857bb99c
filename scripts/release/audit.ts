// Fails when npm knows of a vulnerability in a bundled package. Vulnerabilities in packages that
// only build or test the app are listed, but do not prevent a release.
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'

interface Bill {
  components: { name: string; version: string }[]
}

/** The used part of `npm audit --json`. */
interface Audit {
  vulnerabilities?: Record<string, { severity: string; range: string; nodes?: string[] }>
  message?: string
}

interface LockFile {
  packages: Record<string, { version?: string; name?: string }>
}

interface Found {
  name: string
  severity: string
  range: string
  isBundled: boolean
}

/**
 * The known vulnerabilities of the packages, bundled ones first. Throws when the registry returned
 * no audit.
 */
export function vulnerabilitiesOf(audit: Audit, bill: Bill, lock: LockFile): Found[] {
  if (!audit.vulnerabilities) throw new Error(`There is no audit: ${audit.message ?? 'no answer'}`)
  const bundled = new Set(bill.components.map(({ name, version }) => `${name}@${version}`))
  const isBundled = (place: string) => {
    const { version, name = place.split('node_modules/').at(-1) } = lock.packages[place] ?? {}
    return bundled.has(`${name}@${version}`)
  }
  return Object.entries(audit.vulnerabilities)
    .map(([name, { severity, range, nodes = [] }]) => {
      return { name, severity, range, isBundled: nodes.some(isBundled) }
    })
    .sort((one, other) => Number(other.isBundled) - Number(one.isBundled))
}

function main() {
  const [, , folder] = process.argv
  if (!folder) throw new Error('node scripts/release/audit.ts FOLDER, where a bill of materials is')
  const [bill] = fs.readdirSync(folder).filter((name) => name.endsWith('.cdx.json'))
  if (!bill) throw new Error(`${folder} has no bill of materials: npm run make writes it.`)
  const read = (file: string): unknown => JSON.parse(fs.readFileSync(file, 'utf8'))
  const shell = process.platform === 'win32'
  // It exits with a failure when it finds any.
  const { stdout } = spawnSync('npm', ['audit', '--json'], { encoding: 'utf8', shell })
  const found = vulnerabilitiesOf(
    JSON.parse(stdout || '{}') as Audit,
    read(path.join(folder, bill)) as Bill,
    read('package-lock.json') as LockFile,
  )
  for (const { name, severity, range, isBundled } of found) {
    console.log(`${isBundled ? 'bundled' : 'tool   '}  ${severity.padEnd(8)}  ${name} ${range}`)
  }
  const count = found.filter(({ isBundled }) => isBundled).length
  console.log(`${count} known vulnerabilities in what is bundled.`)
  if (count > 0) process.exitCode = 1
}

if (import.meta.main) main()
