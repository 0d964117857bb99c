import { spawnSync } from 'node:child_process'
import path from 'node:path'

const root = path.dirname(import.meta.dirname)

/**
 * Runs an executable, named by its full path, and returns its exit status. Without a shell, which on
 * Windows would split the path at its spaces.
 */
export function program(executable: string, args: readonly string[]): number {
  const { status, error } = spawnSync(executable, args, { cwd: root, stdio: 'inherit' })
  if (error) console.error(error.message)
  return status ?? 1
}
