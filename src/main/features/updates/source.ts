import { isLoopback } from '../../http/address.ts'
import { isTestBuild } from '../../test-options.ts'

/** Where a release asks for updates, and who signs them. */
export interface UpdateSource {
  /** An https address of a folder: the manifest and the files it names lie in it. */
  address: string
  /** Public Ed25519 keys, as base64url of their 32 bytes; more than one while they are changed. */
  keys: readonly string[]
}

/**
 * The configuration of a release. With null, as in a build of the sources, nothing is ever asked and
 * the settings say so.
 */
export const RELEASED_FROM: UpdateSource | null = null

/** What this build asks. In a test build its environment may name another, also on this computer. */
export function updateSource(): UpdateSource | null {
  const given = isTestBuild ? process.env['CUEPOINT_UPDATES'] : undefined
  const source = given ? (JSON.parse(given) as UpdateSource) : RELEASED_FROM
  return source && checkedSource(source, isTestBuild)
}

/** Throws for a source that nothing may be asked of; plain http is for tests, on this computer. */
export function checkedSource(source: UpdateSource, isTest: boolean): UpdateSource {
  const { protocol, username, password, search, hash } = new URL(source.address)
  const isSafe = protocol === 'https:' || (isTest && isLoopback(source.address))
  if (!isSafe || username || password || search || hash) {
    throw new Error('Updates are asked of an https:// address without a login or a query.')
  }
  const areKeys = source.keys.every((key) => Buffer.from(key, 'base64url').length === 32)
  if (source.keys.length === 0 || !areKeys) throw new Error('Updates need the key that signs them.')
  return { ...source, address: source.address.replace(/\/+$/, '') }
}
