import { createPublicKey, verify } from 'node:crypto'
import { AppError, failureOf, type UpdateTrouble } from '../../../shared/failure.ts'
import {
  compareVersions,
  type Manifest,
  manifest,
  PRODUCT,
  type SignedManifest,
  signedManifest,
  type UpdateFile,
} from '../../../shared/features/updates/manifest.ts'
import { readJson } from '../../http/json.ts'
import type { OwnBuild } from './own-build.ts'

export const updateError = (reason: UpdateTrouble, text = '') =>
  new AppError({ kind: 'update', reason, text })

/** A manifest with a valid signature by one of the keys. Throws `update`. */
export function openManifest(answer: unknown, keys: readonly string[]): Manifest {
  const { manifest: text, signature } = signedPart(answer)
  if (!keys.some((key) => isSignedBy(key, text, signature))) throw updateError('signature')
  return manifestIn(text)
}

/** The signed text and its signature, both unverified. */
export function signedPart(answer: unknown): SignedManifest {
  if (typeof answer !== 'object' || answer === null)
    throw updateError('not-a-manifest', 'no object')
  if (!Object.hasOwn(answer, 'signature')) throw updateError('unsigned')
  const parsed = signedManifest.safeParse(answer)
  if (!parsed.success) throw updateError('not-a-manifest', 'manifest, signature')
  if (parsed.data.signature === '') throw updateError('unsigned')
  return parsed.data
}

function isSignedBy(key: string, text: string, signature: string): boolean {
  const bytes = Buffer.from(signature, 'base64')
  // Node decodes invalid base64 as far as it can.
  if (bytes.length !== 64 || bytes.toString('base64') !== signature) return false
  return verify(null, Buffer.from(text, 'utf8'), publicKey(key), bytes)
}

const publicKey = (x: string) =>
  createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x } })

function manifestIn(text: string): Manifest {
  const value = jsonIn(text)
  const product = Object(value) as { product?: unknown }
  if (product.product !== PRODUCT) throw updateError('product', named(product.product))
  const parsed = manifest.safeParse(value)
  if (parsed.success) return parsed.data
  throw updateError('shape', parsed.error.issues[0]?.path.join('.') ?? '')
}

function jsonIn(text: string): unknown {
  try {
    return readJson(text)
  } catch (thrown) {
    const failure = failureOf(thrown)
    throw updateError('shape', failure.kind === 'malformed' ? failure.where : '')
  }
}

const named = (product: unknown) =>
  (typeof product === 'string' && product.replace(/[^\w .-]/g, '').slice(0, 60)) || '—'

interface Known {
  /** The running version. */
  version: string
  /** The newest manifest that was accepted so far. */
  newest: Manifest | null
  now: number
}

/** Throws `update` for a manifest that is expired or older than a known version. */
export function refuseOutdated(offered: Manifest, { version, newest, now }: Known) {
  if (isExpired(offered, now)) throw updateError('expired', offered.expires.slice(0, 10))
  if (compareVersions(offered.version, version) < 0) throw updateError('older', offered.version)
  if (newest && isOlder(offered, newest)) throw updateError('rollback', newest.version)
}

export const isExpired = ({ expires }: Manifest, now: number) => Date.parse(expires) <= now

function isOlder(offered: Manifest, newest: Manifest) {
  const difference = compareVersions(offered.version, newest.version)
  return difference < 0 || (difference === 0 && offered.date < newest.date)
}

/** The file that would update this installation. Throws `update`. */
export function fileFor({ files, version }: Manifest, own: OwnBuild): UpdateFile {
  const found = files.find(
    (file) =>
      file.system === own.system &&
      file.processor === own.processor &&
      file.package === own.package &&
      file.name.endsWith(`.${file.package}`),
  )
  if (!found) throw updateError('no-file', version)
  return found
}
