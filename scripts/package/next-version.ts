// Makes a version to test an upgrade: the build for tests with one more migration.
import fs from 'node:fs'
import path from 'node:path'
import { DESK } from '../../src/main/database/stored-features.ts'
import { builtFolder } from '../build.ts'

export const NEXT_VERSION = '99.0.0'
const MIGRATION = '"CREATE INDEX made_for_the_test ON accounts (name)"'

/** Makes it from the existing build, and returns its folder. */
export function makeNextBuild(into: string): string {
  const last = DESK.at(-1)
  if (typeof last !== 'string') throw new Error('The last migration of desk.db is no text.')
  fs.rmSync(into, { recursive: true, force: true })
  fs.cpSync(builtFolder('test'), into, { recursive: true })
  let added = 0
  for (const name of fs.readdirSync(path.join(into, 'main'), { recursive: true })) {
    const file = path.join(into, 'main', String(name))
    if (!file.endsWith('.cjs')) continue
    const code = fs.readFileSync(file, 'utf8')
    const at = code.indexOf(last)
    if (at === -1) continue
    const end = code.indexOf(']', at + last.length)
    fs.writeFileSync(file, `${code.slice(0, end)}, ${MIGRATION}${code.slice(end)}`)
    added += 1
  }
  if (added === 0) throw new Error('The migrations of desk.db are not in the build.')
  return into
}
