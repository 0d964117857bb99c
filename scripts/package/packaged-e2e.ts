// `npm run e2e -- --packaged`: the suites of a person's day on the package for tests, and those of what
// only a package has on both packages; or the named files.
import { spawnSync } from 'node:child_process'
import { build } from '../build.ts'
import { vitest } from '../vitest.ts'
import { makeAppPackage } from './app-package.ts'

const SUITES = [
  ...['main-job', 'editing', 'reports', 'backup', 'security', 'secrets', 'accessibility'],
  ...['start', 'instances', 'data-folder', 'pdf', 'workbook'],
].map((name) => `test/e2e/${name}.test.ts`)

const env = { ...process.env }
for (const kind of ['release', 'test'] as const) {
  await build(kind)
  const { executable } = await makeAppPackage({ kind })
  env[`CUEPOINT_PACKAGED_${kind.toUpperCase()}`] = executable
}
const named = process.argv.slice(2)
const files = named.length > 0 ? named : [...SUITES, 'test/packaged']
const args = vitest('--project', 'e2e', '--project', 'packaged', ...files)
const { status } = spawnSync(process.execPath, args, { stdio: 'inherit', env })
process.exit(status ?? 1)
