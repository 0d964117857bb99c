// The app, built and started anew whenever a source is saved: under the same policy as a release,
// which a dev server's pages would not be.
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { tryBuild } from './build.ts'
import { electronExecutable } from './electron-runtime.mjs'

const root = path.dirname(import.meta.dirname)
const SAVES_TOGETHER_MS = 200

/** Resolves when the person closes the window. */
export async function dev(args) {
  const executable = electronExecutable({ say: console.log })
  const saved = savedSource()
  for (;;) {
    const isBuilt = await tryBuild('release')
    const running = isBuilt ? spawn(executable, [root, ...args], { stdio: 'inherit' }) : null
    const closed = new Promise((resolve) => running?.once('exit', () => resolve('closed')))
    if ((await Promise.race([saved.next(), closed])) === 'closed') return 0
    // Only one instance runs at a time: the next would leave at once.
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
