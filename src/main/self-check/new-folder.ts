import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { removeLeftOver } from '../disk/atomic-file.ts'
import { SELF_CHECK } from '../shell/switches.ts'

/** The check ends by itself before that, unless its process hangs. */
const LONGEST_MS = 60_000
const REMOVAL_TRIES = 5

/**
 * Runs the self-check in a process of its own with a new folder in `parent`, and returns its exit
 * code. Chromium writes into its folder until its process has ended, so only another can remove it.
 */
export function checkInNewFolder(parent: string): number {
  const folder = fs.mkdtempSync(path.join(parent, 'cuepoint-self-check-'))
  const given = process.argv.slice(1).filter((each) => each !== `--${SELF_CHECK}`)
  const { status, signal, error } = spawnSync(
    process.execPath,
    [...given, `--${SELF_CHECK}=${folder}`],
    { stdio: 'inherit', timeout: LONGEST_MS, killSignal: 'SIGKILL' },
  )
  // Chromium's other processes end a moment after it, and may still write a file while it is emptied.
  for (let tries = 1; tries <= REMOVAL_TRIES && fs.existsSync(folder); tries++) {
    removeLeftOver(folder)
  }
  if (status !== null) return status
  process.stdout.write(`FAILED  process: ${error?.message ?? `it was ended by ${signal}`}\n`)
  return 1
}
