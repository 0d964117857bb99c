import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import tls from 'node:tls'
import { Worker } from 'node:worker_threads'
import { endThread } from '../threads/ending.ts'
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

interface AuthoritiesParts {
  environment: Environment
  platform: NodeJS.Platform
  /** The built file of the thread that reads the store of Windows or macOS. */
  workerFile: string
}

export function makeAuthorities({ environment, platform, workerFile }: AuthoritiesParts) {
  let thread: Worker | undefined

  function ofSystem(): Promise<string[]> {
    if (platform === 'linux') return inLinuxBundle(environment)
    thread = new Worker(workerFile)
    return certificatesFrom(thread)
  }

  return {
    /**
     * The trusted authorities as PEM: Node's own, the system's, and those in the file that
     * NODE_EXTRA_CA_CERTS names, which a packaged Electron ignores.
     */
    async read(): Promise<string[]> {
      const extra = environment['NODE_EXTRA_CA_CERTS']
      const added = [...(await ofSystem()), ...(extra ? await inFile(extra) : [])]
      const sound = added.map((each) => each.trim()).filter(isCertificate)
      return [...new Set([...tls.rootCertificates.map((each) => each.trim()), ...sound])]
    },
    /** The system may keep the thread waiting for longer than the app may take to end. */
    close: () => void (thread && endThread(thread)),
  }
}

/**
 * Read in a thread, because Node waits for the system: macOS asks about each certificate, which can
 * take it many seconds. Empty when the thread fails.
 */
function certificatesFrom(thread: Worker): Promise<string[]> {
  return new Promise((resolve) => {
    thread.once('message', resolve)
    thread.once('error', () => resolve([]))
    thread.once('exit', () => resolve([]))
  })
}

async function inLinuxBundle(environment: Environment): Promise<string[]> {
  const named = environment['SSL_CERT_FILE']
  for (const file of named ? [named, ...LINUX_BUNDLES] : LINUX_BUNDLES) {
    const found = await inFile(file)
    if (found.length > 0) return found
  }
  return []
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
