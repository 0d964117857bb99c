import { bridge } from '../shared/bridge.ts'
import { openPreferences } from './features/settings/preferences.ts'
import type { PartsOptions } from './options.ts'
import { makeParts } from './parts.ts'

export type Desk = ReturnType<typeof openDesk>

/**
 * All that answers the window's calls. It comes as one file of the build, loaded while the window's
 * page comes up: its schemas and libraries take longer to load than an empty window to open.
 */
export function openDesk(userData: string, options: Omit<PartsOptions, 'preferences'>) {
  const preferences = openPreferences(userData)
  const parts = makeParts({ ...options, preferences })
  return {
    bridge,
    ...parts,
    preferences,
    async close() {
      await parts.close()
      await preferences.settled()
    },
  }
}
