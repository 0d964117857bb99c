// Makes and signs the manifest that installed apps read at their update address, and reads it as
// they do.
import { createHash, createPrivateKey, generateKeyPairSync, sign } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { fileFor, openManifest, refuseOutdated } from '../../src/main/features/updates/manifest.ts'
import { RELEASED_FROM } from '../../src/main/features/updates/source.ts'
import { computerClock } from '../../src/shared/clock.ts'
import {
  type Manifest,
  PACKAGES,
  PRODUCT,
  type UpdateFile,
} from '../../src/shared/features/updates/manifest.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const DAY_MS = 24 * 3_600_000
/** The private key, as PEM. */
const KEY = 'CUEPOINT_UPDATES_PRIVATE_KEY'

const USAGE = `node scripts/release/manifest.ts --folder FOLDER [--days 180]
  signs FOLDER/manifest.json for the installers in FOLDER by the key in ${KEY}
node scripts/release/manifest.ts --new-key FILE
  writes a new private key to FILE and prints the public one for src/main/features/updates/source.ts
  --days   after so many days the manifest is not believed any more, and has to be made anew`

const SYSTEMS: Record<UpdateFile['package'], UpdateFile['system']> = {
  deb: 'linux',
  rpm: 'linux',
  'tar.xz': 'linux',
  dmg: 'darwin',
  exe: 'win32',
}

const PROCESSORS = [
  [/(^|[-_.])(arm64|aarch64)([-_.]|$)/, 'arm64'],
  [/(^|[-_.])(x64|amd64|x86_64)([-_.]|$)/, 'x64'],
] as const

/**
 * The installers in a folder, as named in a manifest. Throws when a name does not contain the
 * processor.
 */
export function installersIn(folder: string): UpdateFile[] {
  const names = fs.readdirSync(folder).sort()
  return names.flatMap((name): UpdateFile[] => {
    const kind = PACKAGES.find((each) => name.endsWith(`.${each}`))
    if (!kind) return []
    const [, processor] = PROCESSORS.find(([pattern]) => pattern.test(name)) ?? []
    if (!processor) throw new Error(`${name} does not say for which processor it is.`)
    const bytes = fs.readFileSync(path.join(folder, name))
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const system = SYSTEMS[kind]
    return [{ system, processor, package: kind, name, size: bytes.length, sha256 }]
  })
}

interface Release {
  version: string
  notes: Manifest['notes']
  files: UpdateFile[]
  now: number
  days: number
}

export const manifestText = ({ version, notes, files, now, days }: Release): string =>
  JSON.stringify({
    product: PRODUCT,
    version,
    date: new Date(now).toISOString().slice(0, 10),
    expires: new Date(now + days * DAY_MS).toISOString(),
    notes,
    files,
  } satisfies Manifest)

/** The text and its signature, as published at the update address. */
export function signManifest(manifest: string, privateKey: string): string {
  const key = createPrivateKey(privateKey)
  if (key.asymmetricKeyType !== 'ed25519') throw new Error(`${KEY} is not an Ed25519 key.`)
  const signature = sign(null, Buffer.from(manifest, 'utf8'), key).toString('base64')
  return `${JSON.stringify({ manifest, signature })}\n`
}

/**
 * Throws what an installed app of the previous release would reject the manifest for, on any of its
 * systems.
 */
export function checkSigned(signed: string, keys: readonly string[], now: number): Manifest {
  const manifest = openManifest(JSON.parse(signed), keys)
  refuseOutdated(manifest, { version: '0.0.0', newest: null, now })
  for (const file of manifest.files) {
    if (fileFor(manifest, file).name !== file.name) {
      throw new Error(`${file.name} is one of two for the same system.`)
    }
  }
  return manifest
}

/** The release notes of a version in each language. */
export function notesOf(version: string): Manifest['notes'] {
  const file = path.join(ROOT, 'resources/release-notes.json')
  const notes = (JSON.parse(fs.readFileSync(file, 'utf8')) as Record<string, Manifest['notes']>)[
    version
  ]
  if (!notes) throw new Error(`resources/release-notes.json has no notes of ${version}.`)
  return notes
}

export const versionOf = (): string =>
  (JSON.parse(fs.readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as { version: string })
    .version

function writeManifest(folder: string, days: number) {
  const privateKey = process.env[KEY]
  if (!privateKey) throw new Error(`Set ${KEY} to the private key.`)
  if (!RELEASED_FROM)
    throw new Error('src/main/features/updates/source.ts names no update address and key.')
  const version = versionOf()
  const now = computerClock().now()
  const files = installersIn(folder)
  const text = manifestText({ version, notes: notesOf(version), files, now, days })
  const signed = signManifest(text, privateKey)
  const { expires } = checkSigned(signed, RELEASED_FROM.keys, now)
  fs.writeFileSync(path.join(folder, 'manifest.json'), signed)
  for (const { name, size } of files) console.log(`${String(size).padStart(11)}  ${name}`)
  console.log(`Cuepoint ${version}, ${files.length} files, believed until ${expires.slice(0, 10)}.`)
}

function writeKey(file: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const pem = privateKey.export({ format: 'pem', type: 'pkcs8' })
  fs.writeFileSync(file, pem, { mode: 0o600, flag: 'wx' })
  console.log(publicKey.export({ format: 'jwk' }).x)
}

function main() {
  const { values } = parseArgs({
    options: {
      folder: { type: 'string' },
      days: { type: 'string', default: '180' },
      'new-key': { type: 'string' },
    },
  })
  if (values['new-key']) return writeKey(values['new-key'])
  const days = Number(values.days)
  if (!values.folder || !Number.isInteger(days) || days < 1) {
    console.error(USAGE)
    process.exitCode = 2
    return
  }
  try {
    writeManifest(values.folder, days)
  } catch (thrown) {
    console.error(thrown instanceof Error ? thrown.message : thrown)
    process.exitCode = 1
  }
}

if (import.meta.main) main()
