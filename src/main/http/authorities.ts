import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import tls from 'node:tls'
import type { Environment } from './proxies.ts'

/** Where the Linux distributions keep the system's authorities. */
const LINUX_BUNDLES = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/ssl/ca-bundle.pem',
  '/var/lib/ca-certificates/ca-bundle.pem',
  '/etc/ssl/cert.pem',
]

/**
 * The authorities whose certificates are trusted: Node's own, the system's, and those of
 * NODE_EXTRA_CA_CERTS, which a release of Electron leaves unread.
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

/** What the store of Windows or macOS holds, where this Node can read it. */
function fromNode(): string[] {
  const { getCACertificates }: Partial<Pick<typeof tls, 'getCACertificates'>> = tls
  try {
    return getCACertificates?.('system') ?? []
  } catch {
    return []
  }
}

const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/** The certificates in a file; none when it cannot be read. */
async function inFile(file: string): Promise<string[]> {
  const text = await readFile(file, 'latin1').catch(() => '')
  return text.match(PEM) ?? []
}

/** One that is damaged would keep all others from being used. */
function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0
  } catch {
    return false
  }
}
