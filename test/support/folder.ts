import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/** A new empty folder. */
export function newFolder() {
  return fs.mkdtempSync(path.join(os.tmpdir(), 'cuepoint-'))
}
