import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import tls from 'node:tls'
import type { Environment } from './proxies.ts'

/** Where Linux distributions keep the certificates of the system's authorities. */
const LINUX_BUNDLES = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/ssl/ca-bundle.pem',
  '/var/lib/ca-certificates/ca-bundle.pem',
  '/etc/ssl/cert.pem',
]

/**
 * The trusted authorities as PEM: Node's own, the system's, and those in the file that
 * NODE_EXTRA_CA_CERTS names, which a packaged Electron ignores.
 */
export async function readAuthorities(environment: Environment): Promise<string[]> {
  const extra = environment['NODE_EXTRA_CA_CERTS']
  const added = [...(await ofSystem(environment)), ...(extra ? await inFile(extra) : [])]
  const sound = added.map((each) => each.trim()).filter(isCertificate)
  return [...new Set([...tls.rootCertificates.map((each) => each.trim()), ...sound])]
}

async function ofSystem(environment: Environment): Promise<string[]> {
  if (process.platform !== 'linux') return fromNode()
  const named = environment['SSL_CERT_FILE']
  for (const file of named ? [named, ...LINUX_BUNDLES] : LINUX_BUNDLES) {
    const found = await inFile(file)
    if (found.length > 0) return found
  }
  return []
}

/** The certificates in the store of Windows or macOS; empty on a Node that cannot read it. */
function fromNode(): string[] {
  const { getCACertificates }: Partial<Pick<typeof tls, 'getCACertificates'>> = tls
  try {
    return getCACertificates?.('system') ?? []
  } catch {
    return []
  }
}

const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/** The certificates in a PEM file; none when the file cannot be read. */
async function inFile(file: string): Promise<string[]> {
  const text = await readFile(file, 'latin1').catch(() => '')
  return text.match(PEM) ?? []
}

/** One damaged certificate would make `createSecureContext` reject the whole list. */
function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0
  } catch {
    return false
  }
}
