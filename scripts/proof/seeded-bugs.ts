// Checks that the tests find bugs: each of these is put into a copy of the sources, one at a time,
// and some test must fail.
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { tell } from '../../test/support/scale.ts'
import { vitest } from '../vitest.ts'
import { BUGS, type Bug } from './bugs.ts'

const root = path.resolve(import.meta.dirname, '../..')
const copy = fs.mkdtempSync(path.join(os.tmpdir(), 'cuepoint-'))
const PARTS = ['src', 'test', 'scripts', 'package.json', 'package-lock.json', 'vitest.config.ts']
for (const part of [...PARTS, 'tsconfig.json', 'electron.vite.config.ts']) {
  fs.cpSync(path.join(root, part), path.join(copy, part), { recursive: true })
}
fs.symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'))

const missed = BUGS.filter((bug) => !isCaught(bug)).map(({ file, what }) => `${file}: ${what}`)
fs.rmSync(copy, { recursive: true, force: true })
for (const one of missed) console.log(`NOT CAUGHT ${one}`)
tell(`${BUGS.length - missed.length} of ${BUGS.length} caught`)
process.exit(missed.length === 0 ? 0 : 1)

function isCaught({ what, file, from, to, tests }: Bug): boolean {
  const place = path.join(copy, file)
  const text = fs.readFileSync(place, 'utf8')
  if (text.split(from).length !== 2) throw new Error(`${file} does not have once: ${from}`)
  fs.writeFileSync(
    place,
    text.replace(from, () => to),
  )
  const args = vitest('--project', 'pure', '--project', 'unit', '--bail', '1', ...tests)
  const { status } = spawnSync(process.execPath, args, { cwd: copy, stdio: 'ignore' })
  fs.writeFileSync(place, text)
  console.log(`${status === 0 ? 'MISSED' : 'caught'} ${file}: ${what}`)
  return status !== 0
}
