import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { closedLater } from './opened.ts'

/** A new empty folder. */
export function newFolder() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'cuepoint-'))
  closedLater(() => fs.rmSync(folder, { recursive: true, force: true }))
  return folder
}
