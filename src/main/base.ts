import { makeActivity } from './api/activity.ts'
import { makeRequest } from './api/request.ts'
import { makeDemo } from './demo.ts'
import { makeKeychain } from './keychain.ts'
import { makeLog } from './log.ts'
import type { PartsOptions } from './options.ts'
import { laterStore } from './store/later.ts'

export type Base = ReturnType<typeof makeBase>

/** What everything else stands on. */
export function makeBase({ clock, store, logFolder, demoWorker, keytar, changed }: PartsOptions) {
  const secrets = new Set<string>()
  const remember = (key: string) => secrets.add(key)
  const keychain = makeKeychain({ keytar, clock, serviceName: 'Cuepoint', remember })
  keychain.onChange(() => changed('accounts'))
  const activity = makeActivity({ clock })
  activity.onChange(() => changed('activity'))
  return {
    clock,
    log: makeLog({ folder: logFolder, secrets, clock }),
    store: laterStore(store),
    demo: makeDemo({ workerFile: demoWorker, remember, clock }),
    keychain,
    activity,
    http: makeRequest({ clock }),
  }
}
