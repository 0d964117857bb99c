import { existsSync } from 'node:fs'
import {
  PACKAGES,
  PROCESSORS,
  SYSTEMS,
  type UpdateFile,
} from '../../../shared/features/updates/manifest.ts'

/** The system, processor and package of this installation. */
export type OwnBuild = { [key in 'system' | 'processor' | 'package']: UpdateFile[key] | null }

/** Where dpkg lists the files of the installed package. */
const DEB_LIST = '/var/lib/dpkg/info/cuepoint.list'
/** Where packages install; a tar.xz can be unpacked anywhere else. */
const INSTALLED = '/usr/lib/cuepoint/'

export const ownBuild = (): OwnBuild => buildOf(process, existsSync)

interface Program {
  platform: string
  arch: string
  execPath: string
}

/** Null values where no release is made. */
export function buildOf(
  { platform, arch, execPath }: Program,
  isThere: (file: string) => boolean,
): OwnBuild {
  const system = SYSTEMS.find((each) => each === platform) ?? null
  const processor = PROCESSORS.find((each) => each === arch) ?? null
  const isInstalled = execPath.startsWith(INSTALLED)
  const ofLinux = !isInstalled ? 'tar.xz' : isThere(DEB_LIST) ? 'deb' : 'rpm'
  const ending = { linux: ofLinux, darwin: 'dmg', win32: 'exe' }[system ?? 'linux']
  return { system, processor, package: PACKAGES.find((each) => each === ending) ?? null }
}
