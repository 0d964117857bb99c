import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { newFolder } from './folder.ts'

export const hasOpenssl = spawnSync('openssl', ['version']).error === undefined

/** Of a server: its key and its certificate. */
export interface Certified {
  key: string
  cert: string
}

const HERE = 'IP:127.0.0.1,DNS:localhost'
const NEW_KEY = ['-newkey', 'rsa:2048', '-nodes', '-keyout']

/** A certificate for this computer that only it vouches for. */
export function selfSigned(): Certified {
  const names = ['-subj', '/CN=localhost', '-addext', `subjectAltName=${HERE}`]
  return inFolder((file) => {
    openssl('req', '-x509', ...NEW_KEY, file('key'), '-out', file('cert'), '-days', '1', ...names)
  })
}

/** An authority, and certificates that it vouches for: also those of another host, and expired ones. */
export function anAuthority() {
  const authority = inFolder((file) => {
    const name = ['-subj', '/CN=Test authority']
    openssl('req', '-x509', ...NEW_KEY, file('key'), '-out', file('cert'), '-days', '1', ...name)
  })
  function certified({ names = HERE, days = 1 } = {}): Certified {
    return inFolder((file) => {
      writeFileSync(file('ca-key'), authority.key)
      writeFileSync(file('ca'), authority.cert)
      writeFileSync(file('names'), `subjectAltName=${names}`)
      openssl('req', ...NEW_KEY, file('key'), '-out', file('asked'), '-subj', '/CN=localhost')
      const by = ['-CA', file('ca'), '-CAkey', file('ca-key'), '-CAcreateserial']
      const how = ['-extfile', file('names'), '-days', String(days)]
      openssl('x509', '-req', '-in', file('asked'), ...by, ...how, '-out', file('cert'))
    })
  }
  return {
    cert: authority.cert,
    valid: () => certified(),
    ofAnotherHost: () => certified({ names: 'DNS:other.example.com' }),
    expired: () => certified({ days: -1 }),
  }
}

function inFolder(make: (file: (name: string) => string) => void): Certified {
  const folder = newFolder()
  const file = (name: string) => path.join(folder, `${name}.pem`)
  try {
    make(file)
    return { key: readFileSync(file('key'), 'utf8'), cert: readFileSync(file('cert'), 'utf8') }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function openssl(...args: string[]) {
  const { status, stderr } = spawnSync('openssl', args)
  if (status !== 0) throw new Error(stderr.toString())
}
