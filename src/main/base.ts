import { type DeferredStore, deferredStore } from './database/store.ts'
import { makeDemo } from './features/accounts/demo.ts'
import { makeActivity } from './http/activity.ts'
import { isOfThisComputer } from './http/address.ts'
import { makeAuthorities } from './http/authorities.ts'
import { makePac } from './http/pac.ts'
import { makeProxies } from './http/proxies.ts'
import { makeRequest } from './http/request.ts'
import { makeKeyNotes } from './keychain/key-notes.ts'
import {
  keysOf,
  makeKeychain,
  makeSecrets,
  type Secrets,
  unboundName,
} from './keychain/keychain.ts'
import { type Log, makeLog } from './log.ts'
import type { PartsOptions } from './options.ts'

export type Base = ReturnType<typeof makeBase>

/** The parts that all other parts of main are built on. */
export function makeBase(options: PartsOptions) {
  const { clock, logFolder, demoWorker, answerWorker, changed, screen } = options
  const environment = process.env
  const { platform } = process
  const store = deferredStore(options.store)
  const secrets = makeSecrets()
  const log = makeLog({ folder: logFolder, secrets, clock })
  const keychain = joinKeychain(options, store, { secrets, log })
  keychain.onChange(() => changed('accounts'))
  // First of all, because the first reading of the notes binds the keys of the accounts that exist
  // at that moment.
  const keysSettled = keychain.eraseForgotten()
  const activity = makeActivity({ clock })
  activity.onChange(() => changed('activity'))
  const remember = (secret: string) => secrets.remember('demo', secret)
  const authorities = makeAuthorities({
    ...{ environment, platform, workerFile: options.authoritiesWorker },
  })
  return {
    clock,
    log,
    store,
    demo: makeDemo({ workerFile: demoWorker, remember, clock }),
    keychain,
    /**
     * Resolves when the notes of the last start on keys are worked through, or wait for the
     * keychain.
     */
    keysSettled,
    activity,
    authorities,
    http: makeRequest({
      clock,
      answerWorker,
      network: {
        routesTo: makeProxies({
          environment,
          readPac: makePac({ environment, platform }),
          system: screen.resolveProxy,
          clock,
        }),
        authorities: authorities.read,
      },
    }),
  }
}

interface KeychainLog {
  secrets: Secrets
  log: Log
}

function joinKeychain(
  { keytar, clock, folder, runtime }: PartsOptions,
  store: Pick<DeferredStore, 'accounts'>,
  { secrets, log }: KeychainLog,
) {
  const notes = makeKeyNotes({
    folder,
    unbound: async () => {
      const keys = (await store.accounts()).flatMap(keysOf)
      return Object.fromEntries(keys.map((of) => [unboundName(of), of.address]))
    },
  })
  return makeKeychain({
    ...{ keytar, clock, notes, serviceName: 'Cuepoint', remember: secrets.remember },
    mayHold: (address) => runtime.electronSupport !== 'refused' || isOfThisComputer(address),
    forget(name) {
      secrets.forget(name)
      log.dropForgotten()
    },
  })
}
