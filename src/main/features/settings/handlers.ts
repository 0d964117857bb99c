import type { Recovery } from '../../../shared/features/backup/recovery.ts'
import type { AppInfo } from '../../../shared/features/settings/window-info.ts'
import type { DeferredStore } from '../../database/store.ts'
import type { Log } from '../../log.ts'
import type { PartsOptions } from '../../options.ts'
import type { CallHandlers } from '../../shell/router.ts'
import type { Accounts } from '../accounts/accounts.ts'

interface AppParts {
  options: PartsOptions
  store: Pick<DeferredStore, 'recovery'>
  accounts: Pick<Accounts, 'list'>
  log: Pick<Log, 'write'>
  diagnostics: (details: string) => Promise<string>
  figuresBudget: { prune: () => Promise<void> }
  updates: { checkIfDue: () => Promise<void> }
  services: {
    connection: () => Awaited<ReturnType<CallHandlers['app']['connection']>>
    setOffline: (isOffline: boolean) => void
  }
}

/** The repair of the preferences after those of the data. */
const joined = (stored: Recovery | null, other: Recovery | null): Recovery | null =>
  stored && other ? { ...stored, also: [...(stored.also ?? []), other] } : (stored ?? other)

export function appHandlers({
  options,
  store,
  accounts,
  services,
  log,
  diagnostics,
  figuresBudget,
  updates,
}: AppParts): CallHandlers['app'] {
  const { preferences, screen, lastPage, version, runtime } = options

  return {
    async info(): Promise<AppInfo> {
      const [known, recovery] = await Promise.all([accounts.list(), store.recovery()])
      return {
        version,
        ...runtime,
        language: screen.language(),
        zone: options.clock.zone(),
        clock: options.clock.setting,
        preferences: preferences.preferences(),
        accounts: known,
        dataFolder: options.folder,
        recovery: joined(recovery, preferences.recovery),
        report: null,
        print: null,
      }
    },
    connection: () => services.connection(),
    async prefer(change) {
      lastPage.forget()
      const next = preferences.prefer(change)
      if (change.language) screen.applyLanguage()
      if (change.theme) screen.applyTheme(change.theme)
      if (change.isOffline !== undefined) services.setOffline(change.isOffline)
      if (change.figuresMb !== undefined) void figuresBudget.prune()
      if (change.checksForUpdates === true) void updates.checkIfDue()
      // Unless it is stored, the next start sends requests by itself.
      if (next.isOffline) await preferences.offlineStored()
      return next
    },
    copy: ({ text }) => screen.copy(text),
    pagesForgotten: () => lastPage.forgotten(),
    keepPage: (page) => lastPage.keep(page),
    fault({ part, text, stack }) {
      if (part !== 'script') lastPage.forget()
      log.write(part === 'script' ? 'script' : 'drawing', { what: part, text, stack }, 'error')
    },
    copyDiagnostics: async ({ details }) => screen.copy(await diagnostics(details)),
    reload: () => screen.reload(),
    about: () => screen.openAbout(),
    startAgain: () => screen.relaunch(),
  }
}
