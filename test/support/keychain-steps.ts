import keytar from 'keytar'
import { makeKeychain } from '../../src/main/keychain.ts'
import { failureOf } from '../../src/shared/failure.ts'
import { testClock } from './clock.ts'

/** Runs the steps named on the command line against the real keychain; prints their results as JSON. */
const keychain = makeKeychain({
  keytar: async () => keytar,
  clock: testClock,
  serviceName: 'Cuepoint test',
})
const account = 'abcdefghijkl'
const steps: Record<string, () => Promise<unknown>> = {
  set: () => keychain.set(account, 'analytics', 'real-key-1'),
  get: () => keychain.get(account, 'analytics'),
  other: () => keychain.get('mnopqrstuvwx', 'analytics'),
  remove: () => keychain.remove(account, 'analytics'),
}

const results: unknown[] = []
for (const name of process.argv.slice(2)) {
  results.push(await steps[name]?.().catch(failureOf))
}
process.stdout.write(`${JSON.stringify(results)}\n`)
