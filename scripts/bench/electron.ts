import { type ChildProcess, spawn } from 'node:child_process'
import fs from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { systemClock } from '../../src/main/clock.ts'
import { newFolder } from '../../test/support/folder.ts'
import { descendants } from '../../test/support/processes.ts'
import { electronExecutable } from '../electron-runtime.mjs'

const clock = systemClock()

export interface Started {
  /** The value of an expression in the page; a promise is awaited. */
  evaluate: <T>(expression: string) => Promise<T>
  process: ChildProcess
  /** Milliseconds from the process's start until the page could be read; NaN when not asked. */
  readableMs: number
  /** The same until it also answers. */
  answeringMs: number
  stop: () => Promise<void>
}

/** The folder of an app, started by this project's Electron, or the executable of a packaged one. */
export type Program = string | { executable: string }

/**
 * Starts an Electron app as a user would, with no driver attached, and reads afterwards when its
 * page was readable: a driver that delays the start would make every ratio look better.
 */
export async function startPlain(
  program: Program,
  userData = newFolder(),
  { isReadable = true }: { isReadable?: boolean } = {},
): Promise<Started> {
  const port = 20_000 + Math.floor(Math.random() * 20_000)
  const isRoot = process.getuid?.() === 0
  const spawnedAt = clock.now()
  const isFolder = typeof program === 'string'
  const child = spawn(
    isFolder ? electronExecutable() : program.executable,
    [
      ...(isRoot ? ['--no-sandbox'] : []),
      '--disable-gpu',
      `--user-data-dir=${userData}`,
      `--remote-debugging-port=${port}`,
      ...(isFolder ? [program] : []),
    ],
    { stdio: 'ignore' },
  )
  await wait(2500)
  const evaluate = await attach(port)
  const [readableAt, answeringAt] = isReadable
    ? await evaluate<[number, number]>(READABLE_AT)
    : [Number.NaN, Number.NaN]
  return {
    evaluate,
    process: child,
    readableMs: readableAt - spawnedAt,
    answeringMs: answeringAt - spawnedAt,
    stop: async () => {
      const gone = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await Promise.race([gone, wait(4000)])
      child.kill('SIGKILL')
    },
  }
}

/** Readable once it was both marked and painted; what answers is marked later, or with it. */
const READABLE_AT = `(async () => {
  const at = (name) => performance.getEntriesByName(name)[0]?.startTime
  const until = performance.now() + 10000
  const marks = ['readable', 'answering', 'first-contentful-paint']
  const isOver = () => marks.every((name) => at(name) !== undefined)
  while (!isOver()) {
    if (performance.now() > until) throw new Error('the page was never marked as readable and answering')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  const readable = Math.max(at('readable'), at('first-contentful-paint'))
  return [readable, at('answering')].map((ms) => performance.timeOrigin + ms)
})()`

async function attach(port: number) {
  const targets = (await (await fetch(`http://127.0.0.1:${port}/json`)).json()) as {
    type: string
    webSocketDebuggerUrl: string
  }[]
  const target = targets.find(({ type }) => type === 'page')
  if (!target) throw new Error('no window was opened')
  const socket = new WebSocket(target.webSocketDebuggerUrl)
  await new Promise((resolve, reject) => {
    socket.onopen = resolve
    socket.onerror = reject
  })
  let last = 0
  return <T>(expression: string) =>
    new Promise<T>((resolve, reject) => {
      const id = ++last
      socket.addEventListener('message', function heard({ data }) {
        const message = JSON.parse(String(data))
        if (message.id !== id) return
        socket.removeEventListener('message', heard)
        const { result, exceptionDetails } = message.result ?? {}
        if (exceptionDetails) reject(new Error(exceptionDetails.exception?.description ?? 'threw'))
        else resolve(result?.value as T)
      })
      const params = { expression, awaitPromise: true, returnByValue: true }
      socket.send(JSON.stringify({ id, method: 'Runtime.evaluate', params }))
    })
}

/** Proportional memory of a process and all its descendants, in MB (shared pages counted once). */
export const treeMemoryMb = (pid: number): number =>
  descendants(pid).reduce((sum, each) => sum + memoryMb(each), 0)

/** Proportional memory of one process, in MB; 0 when it ended meanwhile. */
export function memoryMb(pid: number): number {
  try {
    const text = fs.readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
    return Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}
