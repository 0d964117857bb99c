import { z } from 'zod'
import { inLanguages } from '../../locales/in-languages.ts'

/** What a manifest of updates must name: another program's is not taken. */
export const PRODUCT = 'cuepoint'

/** At an update address: what its newest version is. */
export const MANIFEST_PATH = '/manifest.json'

export const LARGEST_MANIFEST_BYTES = 64 * 1024

/** Systems and processors as Node names them. */
export const SYSTEMS = ['linux', 'darwin', 'win32'] as const
export const PROCESSORS = ['x64', 'arm64'] as const
/** What a file is to the system, by how its name ends. */
export const PACKAGES = ['deb', 'rpm', 'tar.xz', 'dmg', 'exe'] as const

const version = z.string().regex(/^\d{1,6}\.\d{1,6}\.\d{1,6}$/)
const notes = z.string().max(10_000)
// A name is put behind the update address: no folder, no query, no dot in front.
const fileName = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._+~-]{0,127}$/)

const updateFile = z.object({
  system: z.enum(SYSTEMS),
  processor: z.enum(PROCESSORS),
  package: z.enum(PACKAGES),
  name: fileName,
  size: z
    .int()
    .min(1)
    .max(1024 ** 3),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})
export type UpdateFile = z.output<typeof updateFile>

export const manifest = z.object({
  product: z.literal(PRODUCT),
  version,
  /** The day on which it was made. */
  date: z.iso.date(),
  /** From then on it is not believed: whoever holds back newer ones cannot do so for ever. */
  expires: z.iso.datetime(),
  /** Plain text, by language. */
  notes: inLanguages(notes),
  files: z.array(updateFile).min(1).max(60),
})
export type Manifest = z.output<typeof manifest>

/** As it lies at the address: the exact text that was signed, and its Ed25519 signature in base64. */
export const signedManifest = z.object({ manifest: z.string(), signature: z.string() })
export type SignedManifest = z.output<typeof signedManifest>

/** Below zero when `one` is older than `other`. Both are three numbers; what follows them does not count. */
export function compareVersions(one: string, other: string): number {
  const [left, right] = [one, other].map((text) =>
    text.split('.').map((part) => Number.parseInt(part, 10)),
  )
  const at = [0, 1, 2].find((part) => left?.[part] !== right?.[part])
  return at === undefined ? 0 : (left?.[at] ?? 0) - (right?.[at] ?? 0)
}
