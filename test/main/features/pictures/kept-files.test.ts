import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'
import { newFolder } from '../../../support/folder.ts'

const child = path.resolve(import.meta.dirname, '../../../support/held-folder-child.ts')
const canMount = spawnSync('unshare', ['-rm', 'sh', '-c', 'mount -t tmpfs none /mnt']).status === 0

test('pictures are put aside when their folder, which another program holds, is released', ({
  skip,
}) => {
  if (!canMount) return skip('nothing can be mounted here')
  const args = ['-rm', process.execPath, child, newFolder()]
  const { stdout, stderr } = spawnSync('unshare', args, { encoding: 'utf8' })
  expect([stdout, stderr]).toEqual(['put aside\n', ''])
})
