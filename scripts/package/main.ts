// `npm run package` makes the app's folder, `npm run make` what it is installed from.
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import type { OfficialArch } from '@electron/packager'
import { build, builtFolder, LICENCES } from '../build.ts'
import { type AppPackage, makeAppPackage } from './app-package.ts'
import { writeBill } from './bill.ts'
import { makeLinuxInstallers } from './linux.ts'
import { makeMacInstallers, makeWindowsInstaller } from './other-systems.ts'

const USAGE = `npm run package -- [--test] [--arch arm64] [--accept-entries]
npm run make -- [--arch arm64]
  --test            the package that Playwright can drive, with the build for tests in it
  --arch            for another processor; this one's when omitted
  --accept-entries  makes resources/package/entries.txt what the archive holds`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    test: { type: 'boolean', default: false },
    arch: { type: 'string' },
    'accept-entries': { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
const [command] = positionals
if (values.help || (command === 'make' && values.test)) {
  console.log(USAGE)
  process.exit(values.help ? 0 : 2)
}
const kind = values.test ? 'test' : 'release'
await build(kind)
const made = await makeAppPackage({
  kind,
  ...(values.arch ? { arch: values.arch as OfficialArch } : {}),
  acceptsEntries: values['accept-entries'],
})
if (!made.isSupported) {
  console.log(
    `Electron ${made.electron} gets no security fixes: this is for tests, never for release.`,
  )
}
console.log(`Cuepoint ${made.version} in ${made.folder}`)
if (command === 'make') make(made)

/** The installers of this system, their bill of materials and their checksums. */
function make(made: AppPackage) {
  const into = path.resolve(import.meta.dirname, '../../out/installers')
  fs.rmSync(into, { recursive: true, force: true })
  fs.mkdirSync(into, { recursive: true })
  const files = [
    ...installersOf(made, into),
    writeBill(made, path.join(builtFolder('release'), LICENCES), into),
  ]
  const sums = files.map((file) => {
    const bytes = fs.readFileSync(file)
    console.log(`${(bytes.length / 1e6).toFixed(1).padStart(6)} MB  ${file}`)
    return `${createHash('sha256').update(bytes).digest('hex')}  ${path.basename(file)}\n`
  })
  fs.writeFileSync(path.join(into, `SHA256SUMS-${made.platform}-${made.arch}`), sums.join(''))
}

function installersOf(made: AppPackage, into: string): string[] {
  if (made.platform === 'win32') return makeWindowsInstaller(made, into)
  return made.platform === 'darwin'
    ? makeMacInstallers(made, into)
    : makeLinuxInstallers(made, into)
}
