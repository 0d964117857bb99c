import { z } from 'zod'
import { inLanguages } from '../../locales/in-languages.ts'

/** The product that an update manifest must name. */
export const PRODUCT = 'cuepoint'

export const MANIFEST_PATH = '/manifest.json'

export const LARGEST_MANIFEST_BYTES = 64 * 1024

/** Operating systems and processors, by Node's names. */
export const SYSTEMS = ['linux', 'darwin', 'win32'] as const
export const PROCESSORS = ['x64', 'arm64'] as const
/** Kinds of installers, by file extension. */
export const PACKAGES = ['deb', 'rpm', 'tar.xz', 'dmg', 'exe'] as const

const version = z.string().regex(/^\d{1,6}\.\d{1,6}\.\d{1,6}$/)
const notes = z.string().max(10_000)
// Appended to the update address, so it allows no folder, no query and no leading dot.
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
  /** The day on which the manifest was made. */
  date: z.iso.date(),
  /** After this, the manifest is rejected, so that an attacker cannot withhold newer ones for ever. */
  expires: z.iso.datetime(),
  /** Plain text, by language. */
  notes: inLanguages(notes),
  files: z.array(updateFile).min(1).max(60),
})
export type Manifest = z.output<typeof manifest>

/** As published: the exact text that was signed, and its Ed25519 signature in base64. */
export const signedManifest = z.object({ manifest: z.string(), signature: z.string() })
export type SignedManifest = z.output<typeof signedManifest>

/** Negative when `one` is older than `other`. Compares three numbers; a suffix is ignored. */
export function compareVersions(one: string, other: string): number {
  const [left, right] = [one, other].map((text) =>
    text.split('.').map((part) => Number.parseInt(part, 10)),
  )
  const at = [0, 1, 2].find((part) => left?.[part] !== right?.[part])
  return at === undefined ? 0 : (left?.[at] ?? 0) - (right?.[at] ?? 0)
}
