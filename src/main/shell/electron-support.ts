import type { DeskInfo } from '../../shared/features/settings/window-info.ts'

/** Of the three majors that get security fixes, of which the app is written for the newest. */
export const OLDEST_SUPPORTED = 43

/** Set to 1, an Electron without security fixes may hold real keys. */
export const ALLOWING = 'CUEPOINT_ALLOW_UNSUPPORTED_ELECTRON'

/** Whether an Electron of this version may hold keys of services that are not on this computer. */
export function electronSupport(
  version: string,
  environment: Readonly<Record<string, string | undefined>>,
): DeskInfo['electronSupport'] {
  if (Number.parseInt(version, 10) >= OLDEST_SUPPORTED) return 'supported'
  return environment[ALLOWING] === '1' ? 'allowed' : 'refused'
}
