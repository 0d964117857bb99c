import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/** Memory used as a disk, on Linux. */
const IN_MEMORY = '/dev/shm'
const ENOUGH_BYTES = 4 * 1024 ** 3

/** Gives the run a folder for its temporary files, and removes it with all that the tests left in it. */
export function setup() {
  const folder = fs.mkdtempSync(
    path.join(hasRoom(IN_MEMORY) ? IN_MEMORY : os.tmpdir(), 'cuepoint-'),
  )
  // As the system's own: some tests start the app as another user of the computer.
  fs.chmodSync(folder, 0o1777)
  process.env.TMPDIR = folder
  return () => fs.rmSync(folder, { recursive: true, force: true })
}

/** Each sync to a disk takes milliseconds, of which these tests make hundreds of thousands. */
function hasRoom(folder: string) {
  if (!fs.existsSync(folder)) return false
  const { bavail, bsize } = fs.statfsSync(folder)
  return bavail * bsize > ENOUGH_BYTES
}
