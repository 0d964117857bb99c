import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Manifest, UpdateFile } from '../../src/shared/features/updates/manifest.ts'
import { NOW } from './instant.ts'
import { closedLater } from './opened.ts'

type Answer = (response: ServerResponse, request: IncomingMessage) => void

interface SigningKey {
  privateKey: KeyObject
  /** As a release names it. */
  publicKey: string
}

export function newSigningKey(): SigningKey {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  return { privateKey, publicKey: String(publicKey.export({ format: 'jwk' }).x) }
}

/** The files at the update address for a manifest's text. */
export const signed = (text: string, { privateKey }: SigningKey) =>
  JSON.stringify({
    manifest: text,
    signature: sign(null, Buffer.from(text), privateKey).toString('base64'),
  })

export const DAY_MS = 24 * 3_600_000
export const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)

/** A genuine manifest with one file, of the given bytes. */
export function manifestOf(bytes: Uint8Array, change: Partial<Manifest> = {}): Manifest {
  return {
    product: 'cuepoint',
    version: '2.0.0',
    date: dayOf(NOW),
    expires: new Date(NOW + 90 * DAY_MS).toISOString(),
    notes: { en: 'Curves are drawn <b>faster</b>.', 'pt-BR': 'As curvas são mais rápidas.' },
    files: [fileOf(bytes)],
    ...change,
  }
}

export const fileOf = (bytes: Uint8Array, change: Partial<UpdateFile> = {}): UpdateFile => ({
  system: 'linux',
  processor: 'x64',
  package: 'deb',
  name: 'cuepoint_2.0.0_amd64.deb',
  size: bytes.byteLength,
  sha256: createHash('sha256').update(bytes).digest('hex'),
  ...change,
})

export type UpdateServer = Awaited<ReturnType<typeof startUpdateServer>>

/** A static server on loopback; each path returns what was last set for it, all others 404. */
export async function startUpdateServer() {
  const answers = new Map<string, Answer>()
  const asked: { path: string; headers: IncomingMessage['headers'] }[] = []
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    asked.push({ path, headers: request.headers })
    const answer = answers.get(path)
    if (answer) return answer(response, request)
    response.writeHead(404).end('not here')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    address,
    asked,
    paths: () => asked.map(({ path }) => path),
    give: (path: string, answer: Answer | string | Uint8Array) =>
      void answers.set(
        path,
        typeof answer === 'function' ? answer : (response) => void response.end(answer),
      ),
    close: closedLater(
      () =>
        new Promise((done) => {
          server.closeAllConnections()
          server.close(done)
        }),
    ),
  }
}
