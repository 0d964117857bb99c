// Fails when the Electron of the lock file has been behind the newest patch of its major for too long.
import { execFileSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { computerClock } from '../../src/shared/clock.ts'

const DAY_MS = 24 * 3_600_000
const MOST_DAYS = 14

/** Why a version may not be released; null when it may. `times` is when each version was published. */
export function whyOutdated(
  version: string,
  times: Readonly<Record<string, string>>,
  now: number,
): string | null {
  const [major, minor = 0, patch = 0] = version.split('.').map(Number)
  const newer = Object.entries(times).filter(([each]) => {
    const [, ofMajor, ofMinor, ofPatch] = /^(\d+)\.(\d+)\.(\d+)$/.exec(each)?.map(Number) ?? []
    if (ofMajor !== major || ofMinor === undefined || ofPatch === undefined) return false
    return ofMinor > minor || (ofMinor === minor && ofPatch > patch)
  })
  if (times[version] === undefined) return `Electron ${version} is not in the registry.`
  const overdue = newer.filter(([, at]) => now - Date.parse(at) > MOST_DAYS * DAY_MS)
  if (overdue.length === 0) return null
  const [first] = overdue.sort(([, one], [, other]) => Date.parse(one) - Date.parse(other))
  return `Electron ${version} has newer patches, the first of ${first?.[1].slice(0, 10)}: update it before a release.`
}

function main() {
  const { version } = createRequire(import.meta.url)('electron/package.json') as { version: string }
  const shell = process.platform === 'win32'
  const said = execFileSync('npm', ['view', 'electron', 'time', '--json'], {
    encoding: 'utf8',
    shell,
  })
  const why = whyOutdated(version, JSON.parse(said), computerClock().now())
  console.log(why ?? `Electron ${version} is recent enough.`)
  if (why) process.exitCode = 1
}

if (import.meta.main) main()
