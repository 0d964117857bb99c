import tls from 'node:tls'
import { parentPort } from 'node:worker_threads'

parentPort?.postMessage(fromNode())

/** The certificates in the store of Windows or macOS; empty on a Node that cannot read it. */
function fromNode(): string[] {
  const { getCACertificates }: Partial<Pick<typeof tls, 'getCACertificates'>> = tls
  try {
    return getCACertificates?.('system') ?? []
  } catch {
    return []
  }
}
