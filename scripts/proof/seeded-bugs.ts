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
const CONFIGS = ['tsconfig.json', 'tsconfig.base.json', 'electron.vite.config.ts']
for (const part of [...PARTS, ...CONFIGS]) {
  fs.cpSync(path.join(root, part), path.join(copy, part), { recursive: true })
}
fs.symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'))

// Else a test that cannot run at all would catch each of them.
if (!passes([...new Set(BUGS.flatMap(({ tests }) => tests))])) {
  console.log('The tests fail without any bug.')
  process.exit(1)
}
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
  const isMissed = passes(tests)
  fs.writeFileSync(place, text)
  console.log(`${isMissed ? 'MISSED' : 'caught'} ${file}: ${what}`)
  return !isMissed
}

function passes(tests: readonly string[]): boolean {
  const args = vitest('--project', 'pure', '--project', 'unit', '--bail', '1', ...tests)
  // In their usual numbers: a bug that needs the full ones would be found in hours.
  const { CUEPOINT_PROOF_FIGURES: _, ...env } = process.env
  return spawnSync(process.execPath, args, { cwd: copy, env, stdio: 'ignore' }).status === 0
}
