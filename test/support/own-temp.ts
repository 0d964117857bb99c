import fs from 'node:fs'
import { newFolder } from './folder.ts'

/** Gives the run a folder for its temporary files, and removes it with all that the tests left in it. */
export function setup() {
  const folder = newFolder()
  // As the system's own: some tests start the app as another user of the computer.
  fs.chmodSync(folder, 0o1777)
  process.env.TMPDIR = folder
  return () => fs.rmSync(folder, { recursive: true, force: true })
}
