import type { AppInfo } from '../../shared/features/settings/window-info.ts'

/** The app checks whether it works on this computer, and ends. */
export const SELF_CHECK = 'self-check'

/** What a release may be started with: how it looks and where its data lies, and nothing that opens it. */
const ALLOWED: readonly string[] = [
  SELF_CHECK,
  ...['user-data-dir', 'lang', 'force-device-scale-factor', 'high-dpi-support'],
  ...['ozone-platform', 'ozone-platform-hint', 'disable-gpu', 'disable-dev-shm-usage'],
  ...['force-renderer-accessibility', 'force-high-contrast', 'disable-smooth-scrolling'],
]

/** Switches that macOS itself adds to those of an app. */
const OF_MACOS = /^-(psn_|NS|Apple)/

/**
 * The first switch of a command line that a release does not take; null when there is none. Chromium
 * reads one dash as two, and on Windows a slash as well.
 */
export function refusedSwitch(argv: readonly string[], platform: string): string | null {
  const end = argv.indexOf('--')
  const before = argv.slice(1, end === -1 ? undefined : end)
  const isSwitch = platform === 'win32' ? /^(-|\/)./ : /^-./
  const refused = before.find((each) => {
    if (!isSwitch.test(each) || (platform === 'darwin' && OF_MACOS.test(each))) return false
    const [name = ''] = each.replace(/^(--|-|\/)/, '').split('=')
    return !ALLOWED.includes(name.toLowerCase())
  })
  return refused ?? null
}

/** Says in each language that it was not started; nothing is known of the person yet. */
export const refusal = (named: string) =>
  `Cuepoint does not take ${named}, which could open it to others. Start it without that.\n` +
  `O Cuepoint não aceita ${named}, que poderia abri-lo a outros. Inicie-o sem isso.\n` +
  `Cuepoint no acepta ${named}, que podría abrirlo a otros. Ábralo sin eso.`

/** Variables that would have secrets of TLS written down, or certificates unchecked. */
export const IGNORED_VARIABLES = ['SSLKEYLOGFILE', 'NODE_TLS_REJECT_UNAUTHORIZED'] as const

/** Of the three majors that get security fixes, of which the app is written for the newest. */
export const OLDEST_SUPPORTED = 43

/** Set to 1, an Electron without security fixes may hold real keys. */
export const ALLOWING = 'CUEPOINT_ALLOW_UNSUPPORTED_ELECTRON'

/** Whether an Electron of this version may hold keys of services that are not on this computer. */
export function electronSupport(
  version: string,
  environment: Readonly<Record<string, string | undefined>>,
): AppInfo['electronSupport'] {
  if (Number.parseInt(version, 10) >= OLDEST_SUPPORTED) return 'supported'
  return environment[ALLOWING] === '1' ? 'allowed' : 'refused'
}
