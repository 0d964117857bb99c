import { isOfThisComputer } from '../../http/address.ts'
import { isTestBuild } from '../../test-options.ts'

/** Where a release looks for updates, and whose signature it accepts. */
export interface UpdateSource {
  /** The https address of a folder with the manifest and the files that it names. */
  address: string
  /** Public Ed25519 keys, as base64url of their 32 bytes; several during a change of keys. */
  keys: readonly string[]
}

/** Set for releases. With null, as in builds from source, no request is made. */
export const RELEASED_FROM: UpdateSource | null = null

/** The source of this build. A test build can be given another one by its environment. */
export function updateSource(): UpdateSource | null {
  const configured = isTestBuild ? process.env['CUEPOINT_UPDATES'] : undefined
  const source = configured ? (JSON.parse(configured) as UpdateSource) : RELEASED_FROM
  return source && checkedSource(source, isTestBuild)
}

/** Throws for an unsafe source; plain http is accepted only in tests, on this computer. */
export function checkedSource(source: UpdateSource, isTest: boolean): UpdateSource {
  const { protocol, username, password, search, hash } = new URL(source.address)
  const isSafe = protocol === 'https:' || (isTest && isOfThisComputer(source.address))
  if (!isSafe || username || password || search || hash) {
    throw new Error('The update source must be an https:// address without a login or a query.')
  }
  const areKeys = source.keys.every((key) => Buffer.from(key, 'base64url').length === 32)
  if (source.keys.length === 0 || !areKeys)
    throw new Error('The update source needs at least one valid signing key.')
  return { ...source, address: source.address.replace(/\/+$/, '') }
}
