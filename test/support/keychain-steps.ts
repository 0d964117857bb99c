import keytar from 'keytar'
import { makeKeyNotes } from '../../src/main/keychain/key-notes.ts'
import { makeKeychain } from '../../src/main/keychain/keychain.ts'
import { failureOf } from '../../src/shared/failure.ts'
import { testClock } from './clock.ts'

const address = 'https://analytics.example.com'

/** Runs the steps named on the command line against the real keychain; prints their results as JSON. */
const keychain = makeKeychain({
  keytar: async () => keytar,
  clock: testClock,
  serviceName: 'Cuepoint test',
  notes: makeKeyNotes({
    folder: process.env['HOME'] ?? '',
    unbound: async () => ({ 'oldaccount01:analytics': address }),
  }),
})
const key = (account_id: string) => ({ account_id, use: 'analytics', address }) as const
const mine = key('abcdefghijkl')
const old = key('oldaccount01')
const steps: Record<string, () => Promise<unknown>> = {
  set: () => keychain.set(mine, 'real-key-1'),
  get: () => keychain.get(mine),
  other: () => keychain.get(key('mnopqrstuvwx')),
  elsewhere: () => keychain.get({ ...mine, address: 'https://other.example.com' }),
  erase: () => keychain.erase([mine]),
  // As in versions in which keys were not bound to an address.
  setOld: () => keytar.setPassword('Cuepoint test', 'oldaccount01:analytics', 'old-key-1'),
  getOld: () => keychain.get(old),
  hasOld: () => keytar.getPassword('Cuepoint test', 'oldaccount01:analytics'),
}

const results: unknown[] = []
for (const name of process.argv.slice(2)) {
  results.push(await steps[name]?.().catch(failureOf))
}
process.stdout.write(`${JSON.stringify(results)}\n`)
