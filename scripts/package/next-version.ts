// Makes a version to test an upgrade: the build for tests with one more migration.
import fs from 'node:fs'
import path from 'node:path'
import { builtFolder } from '../build.ts'

export const NEXT_VERSION = '99.0.0'
const MIGRATION = '"CREATE INDEX made_for_the_test ON accounts (name)"'
/** The list of migrations of desk.db, from `src/main/database/stored-features.ts`. */
const MIGRATIONS = /\bDESK = (inOrder\(.*\));/

/** Makes it from the existing build, and returns its folder. */
export function makeNextBuild(into: string): string {
  fs.rmSync(into, { recursive: true, force: true })
  fs.cpSync(builtFolder('test'), into, { recursive: true })
  let added = 0
  for (const name of fs.readdirSync(path.join(into, 'main'), { recursive: true })) {
    const file = path.join(into, 'main', String(name))
    if (!file.endsWith('.cjs')) continue
    const code = fs.readFileSync(file, 'utf8')
    if (!MIGRATIONS.test(code)) continue
    fs.writeFileSync(file, code.replace(MIGRATIONS, `DESK = [...$1, ${MIGRATION}];`))
    added += 1
  }
  if (added === 0) throw new Error('The migrations of desk.db are not in the build.')
  return into
}
