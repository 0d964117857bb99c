import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'
import type { Account } from '../../src/shared/features/accounts/account.ts'
import type { DownloadScope, DownloadState } from '../../src/shared/features/downloads/download.ts'

const CHILD = path.join(import.meta.dirname, 'download-child.ts')

interface Started {
  folder: string
  account: Pick<Account, 'id' | 'base_url'>
  key: string
  /** No file of the process may grow past this. */
  limitKiB?: number
}

export interface Ended {
  state: DownloadState
  /** Rows of the overview, read after the end. */
  rows: number
}

/** Starts a process that downloads once it is told to go. */
export function startDownloading({ folder, account, key, limitKiB = 0 }: Started) {
  const limit = limitKiB > 0 ? `ulimit -f ${limitKiB}; ` : ''
  const command = `${limit}exec "$0" "$@"`
  const args = ['-c', command, process.execPath, CHILD, folder, account.id, account.base_url, key]
  const child = spawn('bash', args, { stdio: ['pipe', 'pipe', 'inherit'] })
  const words = heard(child)
  const gone = new Promise<void>((resolve) => child.once('close', () => resolve()))
  // It may be killed before it has read its line.
  child.stdin.on('error', () => undefined)
  return {
    gone,
    async go(scope: DownloadScope) {
      await words.of('ready')
      child.stdin.write(`${JSON.stringify(scope)}\n`)
    },
    /** How the last download was found, once the desk is open. */
    open: () => words.of('open') as Promise<DownloadState['status'] | null>,
    /** Null when the process went before its download ended. */
    ended: () => Promise.race([words.of('ended') as Promise<Ended>, gone.then(() => null)]),
    async kill() {
      child.kill('SIGKILL')
      await gone
    },
  }
}

/** The words of a process with the value of each, whenever they are asked for. */
export function heard(child: ChildProcess) {
  const values = new Map<string, unknown>()
  const waiting = new Map<string, (value: unknown) => void>()
  let text = ''
  child.stdout?.on('data', (chunk: Buffer) => {
    const lines = (text + chunk.toString()).split('\n')
    text = lines.pop() ?? ''
    for (const line of lines) {
      const [word = ''] = line.split(' ', 1)
      const value: unknown = JSON.parse(line.slice(word.length + 1))
      values.set(word, value)
      waiting.get(word)?.(value)
    }
  })
  return {
    of: (word: string) =>
      values.has(word)
        ? Promise.resolve(values.get(word))
        : new Promise<unknown>((resolve) => waiting.set(word, resolve)),
  }
}
