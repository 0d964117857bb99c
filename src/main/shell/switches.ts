import path from 'node:path'
import type { AppInfo } from '../../shared/features/settings/window-info.ts'

/** Checks whether the app works on this computer, and exits. */
export const SELF_CHECK = 'self-check'

/** Switches that a release accepts: appearance and data folder, nothing less secure. */
const ALLOWED: readonly string[] = [
  SELF_CHECK,
  ...['user-data-dir', 'lang', 'force-device-scale-factor', 'high-dpi-support'],
  ...['ozone-platform', 'ozone-platform-hint', 'disable-gpu', 'disable-dev-shm-usage'],
  ...['force-renderer-accessibility', 'force-high-contrast', 'disable-smooth-scrolling'],
]

/** Switches that macOS adds by itself. */
const OF_MACOS = /^-(psn_|NS|Apple)/

/** The first switch that a release refuses, or null. Chromium takes one dash for two. */
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

/** The error text, in every language: the user's language is not known yet. */
export const refusal = (named: string) =>
  `Cuepoint does not take ${named}, which could open it to others. Start it without that.\n` +
  `O Cuepoint não aceita ${named}, que poderia abri-lo a outros. Inicie-o sem isso.\n` +
  `Cuepoint no acepta ${named}, que podría abrirlo a otros. Ábralo sin eso.`

/** Variables that would write TLS secrets to a file, or turn off certificate checks. */
export const IGNORED_VARIABLES = ['SSLKEYLOGFILE', 'NODE_TLS_REJECT_UNAUTHORIZED'] as const

/** The oldest of the three major versions of Electron that get security fixes. */
export const OLDEST_SUPPORTED = 43

/** Set to 1, it lets an Electron without security fixes use real keys. */
export const ALLOWING = 'CUEPOINT_ALLOW_UNSUPPORTED_ELECTRON'

/** Whether this version of Electron may use keys of services beyond this computer. */
export function electronSupport(
  version: string,
  environment: Readonly<Record<string, string | undefined>>,
): AppInfo['electronSupport'] {
  if (Number.parseInt(version, 10) >= OLDEST_SUPPORTED) return 'supported'
  return environment[ALLOWING] === '1' ? 'allowed' : 'refused'
}

const isReport = (argument: string) => !argument.startsWith('-') && /\.cuepoint$/i.test(argument)

/** The report files named by a command line, as absolute paths. */
export const reportsIn = (argv: readonly string[], folder: string): string[] =>
  argv
    .slice(1)
    .filter(isReport)
    .map((each) => path.resolve(folder, each))

/** The arguments to start the app again with: those of a command line, but with these reports. */
export const argumentsWith = (argv: readonly string[], reports: readonly string[]): string[] => [
  ...argv.slice(1).filter((each) => !isReport(each)),
  ...reports,
]
