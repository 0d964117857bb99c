// Builds and restarts the app whenever a source is saved. Pages have the same policy as in a
// release, unlike those of a dev server.
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { tryBuild } from './build.ts'
import { electronExecutable } from './electron-runtime.mjs'

const root = path.dirname(import.meta.dirname)
const SAVES_TOGETHER_MS = 200

/** Resolves when the user closes the window. */
export async function dev(args) {
  const executable = electronExecutable({ say: console.log })
  const saved = savedSource()
  for (;;) {
    const isBuilt = await tryBuild('release')
    const running = isBuilt ? spawn(executable, [root, ...args], { stdio: 'inherit' }) : null
    const closed = new Promise((resolve) => running?.once('exit', () => resolve('closed')))
    if ((await Promise.race([saved.next(), closed])) === 'closed') return 0
    // Only one instance runs at a time: a second one would exit at once.
    running?.kill()
    if (running) await closed
  }
}

function savedSource() {
  let tell
  let timer
  fs.watch(path.join(root, 'src'), { recursive: true }, () => {
    clearTimeout(timer)
    timer = setTimeout(() => tell?.('saved'), SAVES_TOGETHER_MS)
  })
  return { next: () => new Promise((resolve) => (tell = resolve)) }
}
