// The packaged program and a packaged blank window, and the size of the deb of each.
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { type OfficialArch, type OfficialPlatform, packager } from '@electron/packager'
import { newFolder } from '../../test/support/folder.ts'
import { build } from '../build.ts'
import {
  type AppPackage,
  electronOf,
  electronSource,
  makeAppPackage,
  OUT,
} from '../package/app-package.ts'
import { setFuses } from '../package/fuses.ts'
import { makeDeb } from '../package/linux.ts'

const NAME = 'blank'
/** As dpkg-deb compresses the released one. */
const LEVEL = 6

export interface Packages {
  ours: AppPackage
  blank: { folder: string; executable: string }
}

/**
 * Both packages. Ours is the one for tests: the released one refuses the switch by which the bench
 * reads from its page.
 */
export async function makePackages(blankApp: string): Promise<Packages> {
  await build('test')
  const [platform, arch] = [process.platform as OfficialPlatform, process.arch as OfficialArch]
  const [folder = ''] = await packager({
    ...{ dir: blankApp, out: path.join(OUT, NAME), platform, arch, name: NAME },
    ...{ overwrite: true, quiet: true, prune: false, asar: true },
    ...electronSource(electronOf(arch)),
    afterCopyExtraResources: [({ buildPath }) => setFuses(path.join(buildPath, NAME), 'test')],
  })
  const ours = await makeAppPackage({ kind: 'test' })
  return { ours, blank: { folder, executable: path.join(folder, NAME) } }
}

/** In megabytes; null where no deb can be made. */
export function debSizes({ ours, blank }: Packages): { ours: number; blank: number } | null {
  if (spawnSync('dpkg-deb', ['--version']).status !== 0) return null
  const into = newFolder()
  const deb = path.join(into, 'blank.deb')
  const tree = path.join(into, 'tree')
  fs.cpSync(blank.folder, path.join(tree, 'usr/lib', NAME), { recursive: true })
  fs.mkdirSync(path.join(tree, 'DEBIAN'))
  const control = [`Package: ${NAME}`, 'Version: 1', 'Architecture: all', 'Maintainer: -']
  fs.writeFileSync(
    path.join(tree, 'DEBIAN/control'),
    [...control, 'Description: blank', ''].join('\n'),
  )
  const made = spawnSync('dpkg-deb', ['-Zxz', `-z${LEVEL}`, '--build', tree, deb])
  if (made.status !== 0) throw new Error(String(made.stderr))
  const megabytes = (file: string) => fs.statSync(file).size / 1e6
  const sizes = {
    ours: megabytes(makeDeb(ours, into, { level: LEVEL })),
    blank: megabytes(deb),
  }
  fs.rmSync(into, { recursive: true })
  return sizes
}
