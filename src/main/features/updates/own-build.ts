import { existsSync } from 'node:fs'
import {
  PACKAGES,
  PROCESSORS,
  SYSTEMS,
  type UpdateFile,
} from '../../../shared/features/updates/manifest.ts'

/** Which file of a release this installation would be replaced by. */
export type OwnBuild = { [key in 'system' | 'processor' | 'package']: UpdateFile[key] | null }

/** Where the system's package managers list what a package of this name brought. */
const DEB_LIST = '/var/lib/dpkg/info/cuepoint.list'
/** A tar.xz is unpacked where the person likes; packages put the program below these. */
const INSTALLED = /^\/(usr|opt)\//

export function ownBuild(program = process.execPath, isThere = existsSync): OwnBuild {
  return buildOf({ ...process, execPath: program }, isThere)
}

interface Program {
  platform: string
  arch: string
  execPath: string
}

/** Null for what no release is made for. */
export function buildOf(
  { platform, arch, execPath }: Program,
  isThere: (file: string) => boolean,
): OwnBuild {
  const system = SYSTEMS.find((each) => each === platform) ?? null
  const processor = PROCESSORS.find((each) => each === arch) ?? null
  const isInstalled = INSTALLED.test(execPath)
  const ofLinux = !isInstalled ? 'tar.xz' : isThere(DEB_LIST) ? 'deb' : 'rpm'
  const ending = { linux: ofLinux, darwin: 'dmg', win32: 'exe' }[system ?? 'linux']
  return { system, processor, package: PACKAGES.find((each) => each === ending) ?? null }
}
