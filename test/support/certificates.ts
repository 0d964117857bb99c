import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { newFolder } from './folder.ts'

export const hasOpenssl = spawnSync('openssl', ['version']).error === undefined

/** The key and the certificate of a server. */
export interface Pair {
  key: Buffer
  cert: Buffer
}

interface Authority {
  /** The file of its own certificate. */
  file: string
  /** A certificate for hosts, signed by this authority. */
  issue: (...hosts: string[]) => Pair
  /** The same, expired since yesterday. */
  issueExpired: (...hosts: string[]) => Pair
  remove: () => void
}

const NEW_KEY = ['-newkey', 'rsa:2048', '-nodes', '-keyout']

/** A certificate for this computer, signed by this authority only. */
export function selfSigned(): Pair {
  const { openssl, pair, remove } = newPlace()
  openssl(
    ...['req', '-x509', ...NEW_KEY, 'host.key', '-out', 'host.pem', '-days', '1'],
    ...['-subj', '/CN=localhost', '-addext', `subjectAltName=${namesOf('127.0.0.1', 'localhost')}`],
  )
  const made = pair()
  remove()
  return made
}

/** A private certificate authority, as companies have. */
export function newAuthority(name: string): Authority {
  const { at, openssl, pair, remove } = newPlace()
  openssl(
    ...['req', '-x509', ...NEW_KEY, 'ca.key', '-out', 'ca.pem', '-days', '2'],
    ...['-subj', `/CN=${name}`, '-addext', 'keyUsage=critical,keyCertSign'],
  )
  const issueFor = (days: number) =>
    function issue(...hosts: string[]) {
      fs.writeFileSync(at('names'), `subjectAltName=${namesOf(...hosts)}`)
      openssl('req', ...NEW_KEY, 'host.key', '-out', 'host.csr', '-subj', `/CN=${hosts[0]}`)
      openssl(
        ...['x509', '-req', '-in', 'host.csr', '-CA', 'ca.pem', '-CAkey', 'ca.key'],
        ...['-CAcreateserial', '-days', `${days}`, '-extfile', 'names', '-out', 'host.pem'],
      )
      return pair()
    }
  return { file: at('ca.pem'), issue: issueFor(2), issueExpired: issueFor(-1), remove }
}

/** A folder in which openssl works. */
function newPlace() {
  const folder = newFolder()
  const at = (file: string) => path.join(folder, file)
  return {
    at,
    openssl(...options: string[]) {
      const { status, stderr } = spawnSync('openssl', options, { cwd: folder })
      if (status !== 0) throw new Error(stderr.toString())
    },
    pair: (): Pair => ({
      key: fs.readFileSync(at('host.key')),
      cert: fs.readFileSync(at('host.pem')),
    }),
    remove: () => fs.rmSync(folder, { recursive: true, force: true }),
  }
}

const namesOf = (...hosts: string[]) =>
  hosts.map((host) => (/^[\d.]+$/.test(host) ? `IP:${host}` : `DNS:${host}`)).join(',')
