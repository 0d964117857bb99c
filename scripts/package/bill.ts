// What a release is made of, as a CycloneDX bill of materials for audits.
import fs from 'node:fs'
import path from 'node:path'
import type { Licence } from '../build.ts'
import { type AppPackage, manifest } from './app-package.ts'

interface LockFile {
  packages: Record<string, { version?: string; integrity?: string; name?: string }>
}

/** A bill of the packages of a build and of its Electron; their checksums are those of the lock file. */
export function billOf(
  { version, electron }: Pick<AppPackage, 'version' | 'electron'>,
  licences: readonly Licence[],
  lock: LockFile,
) {
  const electronItself = { name: 'electron', version: electron, identifier: 'MIT', text: null }
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': `${manifest.name}@${version}`,
        name: manifest.name,
        version,
        licenses: [{ license: { id: manifest.license } }],
      },
    },
    components: [electronItself, ...licences].map((one) => component(one, lock)),
  }
}

function component({ name, version, identifier }: Licence, lock: LockFile) {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
  const hash = integrityOf(name, version, lock)
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    version,
    purl,
    ...(identifier && {
      licenses: [
        / (AND|OR) /.test(identifier) ? { expression: identifier } : licenseOf(identifier),
      ],
    }),
    ...(hash && { hashes: [{ alg: 'SHA-512', content: hash }] }),
  }
}

const licenseOf = (id: string) => ({ license: { id } })

function integrityOf(name: string, version: string, lock: LockFile): string | undefined {
  const found = Object.entries(lock.packages).find(
    ([place, one]) =>
      one.version === version && (one.name ?? place.split('node_modules/').at(-1)) === name,
  )
  const [, base64] = /^sha512-(.+)$/.exec(found?.[1].integrity ?? '') ?? []
  return base64 && Buffer.from(base64, 'base64').toString('hex')
}

export function writeBill(made: AppPackage, licencesFile: string, into: string): string {
  const root = path.resolve(import.meta.dirname, '../..')
  const read = (file: string): unknown => JSON.parse(fs.readFileSync(file, 'utf8'))
  const lock = read(path.join(root, 'package-lock.json')) as LockFile
  const bill = billOf(made, read(licencesFile) as Licence[], lock)
  const file = path.join(into, `cuepoint-${made.version}.cdx.json`)
  fs.writeFileSync(file, `${JSON.stringify(bill, null, 2)}\n`)
  return file
}
