import { type ChildProcess, spawn } from 'node:child_process'
import type { Account } from '../../src/shared/features/accounts/account.ts'
import type { DownloadScope, DownloadState } from '../../src/shared/features/downloads/download.ts'

interface Started {
  /** `download-child.ts`, bundled. */
  program: string
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

/** Starts a process that downloads once it gets the command. */
export function startDownloading({ program, folder, account, key, limitKiB = 0 }: Started) {
  const limit = limitKiB > 0 ? `ulimit -f ${limitKiB}; ` : ''
  const command = `${limit}exec "$0" "$@"`
  const args = ['-c', command, process.execPath, program, folder, account.id, account.base_url, key]
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
    /** The state of the last download when the data is opened. */
    open: () => words.of('open') as Promise<DownloadState['status'] | null>,
    /** Null when the process ended before its download. */
    ended: () => Promise.race([words.of('ended') as Promise<Ended>, gone.then(() => null)]),
    async kill() {
      child.kill('SIGKILL')
      await gone
    },
  }
}

/** The words that a process printed, each with its value, up to now. */
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
