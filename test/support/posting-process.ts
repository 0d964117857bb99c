import { spawn } from 'node:child_process'
import { heard } from './downloading.ts'
import { ACCOUNT } from './store-folder.ts'

interface Started {
  /** The bundled `posting-child`. */
  child: string
  folder: string
  api_base_url: string
  token: string
  began: number
  speed: number
}

export type Posting = ReturnType<typeof startPosting>

/** A process that posts pending edits, and can be killed. */
export function startPosting({ child: file, folder, api_base_url, token, began, speed }: Started) {
  const args = [file, folder, ACCOUNT, api_base_url, token, String(began), String(speed)]
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  const words = heard(child)
  const gone = new Promise<void>((resolve) => child.once('close', () => resolve()))
  child.stdin.on('error', () => undefined)
  return {
    gone,
    async go() {
      await words.of('ready')
      child.stdin.write('{}\n')
    },
    open: () => words.of('open'),
    ended: () => Promise.race([words.of('ended').then(() => true), gone.then(() => false)]),
    async kill() {
      child.kill('SIGKILL')
      await gone
    },
  }
}
