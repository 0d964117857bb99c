// Makes V8's code caches of main's scripts, which the app loads at a start (`src/main/code-cache.ts`).
import fs from 'node:fs'
import path from 'node:path'
import { onPrivateDesktop } from '../../test/support/desktop.ts'
import { newFolder } from '../../test/support/folder.ts'
import { electronExecutable } from '../electron-runtime.mjs'

const CHUNKS = 'chunks'
const MAKER = path.join(import.meta.dirname, 'code-cache')

/**
 * Adds to the app in `stage`, before it is packed, a cache of each script that its programs load,
 * with the functions that its self-check runs in this system's Electron. Throws when it does not run.
 */
export function addCodeCaches(stage: string) {
  const caches = newFolder()
  const flags = [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--disable-gpu']
  const env = { CUEPOINT_BUILT: stage, CUEPOINT_CACHES: caches }
  const checked = newFolder()
  onPrivateDesktop(electronExecutable(), [MAKER, ...flags, `--self-check=${checked}`], env)
  // The programs themselves are compiled before they can load a cache.
  const made = path.join(caches, CHUNKS)
  if (!fs.existsSync(made)) throw new Error('No code cache was made: the self-check did not run.')
  for (const name of fs.readdirSync(made)) {
    fs.copyFileSync(path.join(made, name), path.join(stage, 'main', CHUNKS, `${name}.cache`))
  }
  for (const each of [caches, checked]) fs.rmSync(each, { recursive: true })
}
